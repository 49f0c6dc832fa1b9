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
	LeftOut     int // calls from the command line that Exchanges omits
	OtherAgents int // calls to other agents that KeepAgent dropped without being asked
	IsFile      bool
	Close       func() error
}

// OpenRecording opens what arg names. A file need not be imported. terminal includes calls from the
// command line even when others called too.
func OpenRecording(ctx context.Context, p Env, db, arg string, terminal bool) (*Recording, error) {
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
	if r.Exchanges, r.LeftOut, err = listRecording(ctx, store, found.Session.ID, terminal); err != nil {
		return nil, errors.Join(err, closing())
	}
	return r, nil
}

// NoteLeftOut prints how many calls from the command line were left out, and how to include them.
func NoteLeftOut(p Env, n int) {
	if n > 0 {
		p.Note("note: left out: %s from the command line; --with-terminal takes them, too", words.Plural(n, "call"))
	}
}

// listRecording lists a session's exchanges, including the console's probes but not earlier replays.
// Unless terminal is set, it also omits calls from the command line when others called too, and counts
// those.
func listRecording(ctx context.Context, store *recorder.Store, session string, terminal bool) (list []wire.Exchange, left int, err error) {
	all, err := ListExchanges(ctx, store, wire.Filter{Session: session})
	list, left = wire.FilterOriginals(all, terminal)
	return list, left, err
}
