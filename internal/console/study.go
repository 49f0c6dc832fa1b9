package console

import (
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// Study remembers the cards that passed in a session, so that the API keys they
// name are known.
func (k *Cards) Study(ctx context.Context, store *recorder.Store, session string) error {
	f := wire.Filter{Session: session, Ops: []string{string(a2a.GetCard), string(a2a.GetExtendedCard)}}
	for page := (wire.Page{Limit: 200}); ; {
		list, err := store.Exchanges(ctx, f, page)
		if err != nil {
			return err
		}
		for _, x := range slices.Backward(list) {
			if err := k.studyOne(ctx, store, &x); err != nil {
				return err
			}
		}
		if len(list) < page.Limit {
			return nil
		}
		page.Before = list[len(list)-1].Seq
	}
}

func (k *Cards) studyOne(ctx context.Context, store *recorder.Store, x *wire.Exchange) error {
	read := func(side wire.Side) ([]byte, error) {
		chunks, err := store.Chunks(ctx, x.ID, side, 0, 0)
		var body []byte
		for _, c := range chunks {
			body = append(body, c.Data...)
		}
		return body, err
	}
	request, err := read(wire.Request)
	if err != nil {
		return err
	}
	response, err := read(wire.Response)
	if err != nil {
		return err
	}
	r := dialect.NewLabeller(dialect.RequestOf(x, request), dialect.Hint{})
	if reading := r.Response(dialect.ResponseOf(x, response)); reading.Card != nil {
		k.remember(x.Agent, reading.Card)
	}
	return nil
}
