package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// recording is what a command plays or runs again: a session on record or in a
// file, or one exchange.
type recording struct {
	store *recorder.Store
	name  string // for people
	list  []wire.Exchange
	file  bool
	close func() error
}

// openRecording opens what arg names. A file needs no import.
func openRecording(ctx context.Context, p env, db, arg string) (*recording, error) {
	if info, err := os.Stat(arg); err != nil || info.IsDir() {
		return openOnRecord(ctx, p, db, arg)
	}
	store, s, closing, err := openSession(ctx, p, db, arg)
	if err != nil {
		return nil, err
	}
	r := &recording{store: store, name: arg, file: true, close: closing}
	if r.list, err = everything(ctx, store, s.ID); err != nil {
		return nil, errors.Join(err, closing())
	}
	return r, nil
}

func openOnRecord(ctx context.Context, p env, db, arg string) (*recording, error) {
	store, err := openRead(p, db)
	if err != nil {
		return nil, fmt.Errorf("%w; %s is no file either", err, arg)
	}
	r := &recording{store: store, name: arg, close: store.Close}
	if x, err := store.Exchange(ctx, arg); err == nil {
		r.list = []wire.Exchange{x}
		return r, nil
	}
	s, err := findSession(ctx, store, arg)
	if err == nil {
		r.list, err = everything(ctx, store, s.ID)
	}
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return r, nil
}

// everything is a session's exchanges, the console's probes included, but not
// what earlier replays of it added.
func everything(ctx context.Context, store *recorder.Store, session string) ([]wire.Exchange, error) {
	s, err := findSession(ctx, store, session)
	if err != nil {
		return nil, err
	}
	list, err := allOf(ctx, store, wire.Filter{Session: s.ID})
	return wire.Originals(list), err
}
