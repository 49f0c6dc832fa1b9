package console

import (
	"cmp"
	"context"
	"errors"
	"os"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
)

// Recording is what a command replays or serves: a session on record or in a file, or one exchange.
type Recording struct {
	Store       *recorder.Store
	Name        string // for people
	Exchanges   []wire.Exchange
	OtherAgents int // calls to other agents that KeepAgent dropped without being asked
	IsFile      bool
	Close       func() error
}

// OpenRecording opens the session, exchange or file that arg names. A file need not be imported.
func OpenRecording(ctx context.Context, p Env, db, arg string) (*Recording, error) {
	store, found, closing, err := OpenMatch(ctx, p, db, arg)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(arg)
	r := &Recording{Store: store, Name: arg, IsFile: err == nil && !info.IsDir(), Close: closing}
	if found.Exchange != nil {
		r.Exchanges = []wire.Exchange{*found.Exchange}
		return r, nil
	}
	if !r.IsFile {
		r.Name = cmp.Or(words.SessionName(found.Session), arg)
	}
	if r.Exchanges, err = listRecording(ctx, store, found.Session.ID); err != nil {
		return nil, errors.Join(err, closing())
	}
	return r, nil
}

// listRecording lists a session's exchanges, including the console's probes but not earlier replays.
func listRecording(ctx context.Context, store *recorder.Store, session string) ([]wire.Exchange, error) {
	all, err := ListExchanges(ctx, store, wire.Filter{Session: session})
	return wire.FilterOriginals(all), err
}
