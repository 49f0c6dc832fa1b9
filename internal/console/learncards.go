package console

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/inspector/saved"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// LearnFromSession remembers the cards that passed in a session, and with them the API keys that
// they name.
func (k *Cards) LearnFromSession(ctx context.Context, store *recorder.Store, session string) error {
	f := wire.Filter{Session: session, Ops: []string{string(a2a.GetCard), string(a2a.GetExtendedCard)}}
	for page := (wire.Page{Limit: 200}); ; {
		list, err := store.Exchanges(ctx, f, page)
		if err != nil {
			return err
		}
		for _, x := range slices.Backward(list) {
			if err := k.learnExchange(ctx, store, &x); err != nil {
				return err
			}
		}
		if len(list) < page.Limit {
			return nil
		}
		page.Before = list[len(list)-1].Seq
	}
}

// CardOf returns the card of an exchange's agent, merged from those that passed in its session,
// else from those of other sessions; nil if there are none.
func CardOf(ctx context.Context, store *recorder.Store, x *wire.Exchange) (*a2a.Card, error) {
	k := NewCards()
	if err := k.LearnFromSession(ctx, store, x.Session); err != nil {
		return nil, err
	}
	err := k.learnAgent(ctx, store, x.Agent)
	return k.card(x.Agent), err
}

// Places returns the places of an agent's exchanges whose values are never recorded. If the agent's
// card has not passed yet, the cards on record are used.
func (k *Cards) Places(ctx context.Context, store *recorder.Store, url string) (saved.Places, error) {
	origin := wire.OriginOf(url)
	if err := k.learnAgent(ctx, store, origin); err != nil {
		return saved.Places{}, err
	}
	return saved.Places(k.Secrets(&wire.Exchange{Agent: origin, URL: url})), nil
}

// learnAgent remembers an agent's newest cards on record, unless one is known.
func (k *Cards) learnAgent(ctx context.Context, store *recorder.Store, origin string) error {
	if k.card(origin) != nil {
		return nil
	}
	f := wire.Filter{Agents: []string{origin}, Ops: []string{string(a2a.GetCard), string(a2a.GetExtendedCard)}}
	list, err := store.Exchanges(ctx, f, wire.Page{Limit: maxCardsRead})
	for _, x := range slices.Backward(list) {
		err = errors.Join(err, k.learnExchange(ctx, store, &x))
	}
	if err != nil {
		return fmt.Errorf("read the cards of %s: %w", origin, err)
	}
	return nil
}

// maxCardsRead bounds the cards of an agent that are read, newest first. There may be one for each
// version, and an extended one.
const maxCardsRead = 20

func (k *Cards) learnExchange(ctx context.Context, store *recorder.Store, x *wire.Exchange) error {
	_, err := reading.Record(ctx, store, x, reading.Options{Light: true, Each: func(p reading.Piece) {
		if p.Reading.Card != nil {
			k.remember(x.Agent, p.Reading.Card)
		}
	}})
	return err
}
