package console

import (
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
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

// CardOf is what the cards that passed in an exchange's session tell of its agent, nil
// when there are none. Only what is said over HTTP+JSON is judged by it.
func CardOf(ctx context.Context, store *recorder.Store, x *wire.Exchange) (*a2a.Card, error) {
	if x.Labels.Binding != string(a2a.REST) {
		return nil, nil
	}
	k := NewCards()
	err := k.Study(ctx, store, x.Session)
	return k.of(x.Agent), err
}

func (k *Cards) studyOne(ctx context.Context, store *recorder.Store, x *wire.Exchange) error {
	_, err := reading.Record(ctx, store, x, reading.Options{Light: true, Each: func(p reading.Piece) {
		if p.Reading.Card != nil {
			k.remember(x.Agent, p.Reading.Card)
		}
	}})
	return err
}
