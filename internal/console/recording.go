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

// Recording is what a command plays or runs again: a session on record or in a
// file, or one exchange.
type Recording struct {
	Store *recorder.Store
	Name  string // for people
	List  []wire.Exchange
	File  bool
	Close func() error
}

// OpenRecording opens what arg names. A file needs no import.
func OpenRecording(ctx context.Context, p Env, db, arg string) (*Recording, error) {
	store, found, closing, err := OpenFound(ctx, p, db, arg)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(arg)
	r := &Recording{Store: store, Name: arg, File: err == nil && !info.IsDir(), Close: closing}
	if found.Exchange != nil {
		r.List = []wire.Exchange{*found.Exchange}
		return r, nil
	}
	if !r.File {
		r.Name = cmp.Or(words.SessionName(found.Session), arg)
	}
	if r.List, err = everything(ctx, store, found.Session.ID); err != nil {
		return nil, errors.Join(err, closing())
	}
	return r, nil
}

// everything is a session's exchanges, the console's probes included, but not
// what earlier replays of it added.
func everything(ctx context.Context, store *recorder.Store, session string) ([]wire.Exchange, error) {
	s, err := FindSession(ctx, store, session)
	if err != nil {
		return nil, err
	}
	list, err := AllOf(ctx, store, wire.Filter{Session: s.ID})
	return wire.Originals(list), err
}
