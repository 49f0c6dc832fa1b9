package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// openForEditing opens an existing record for commands that modify it, and sets DB to its absolute
// path. known labels the exchanges that they add; it may be nil.
func (f *dbFlag) openForEditing(p *stdio.Streams, known *console.Cards) (_ *recorder.Store, err error) {
	if f.DB, err = console.ExistingRecord(f.DB); err != nil {
		return nil, err
	}
	return f.openOrCreate(p, known)
}

func (f *dbFlag) openOrCreate(p *stdio.Streams, known *console.Cards) (*recorder.Store, error) {
	o := recorder.Options{Path: f.DB, NoSession: true, Progress: p.Progress(), Logger: p.Log}
	if known != nil {
		o.Label, o.LateJudge = known.Label, known
	}
	return recorder.Open(o)
}

type sessionsEditCmd struct {
	dbFlag
	Session string   `arg:"" name:"session" help:"The session's id or name, or an unambiguous beginning or end of the id; or the id of an exchange, with --note, --pin and --unpin."`
	Name    *string  `placeholder:"NAME" help:"Set the name; an empty one removes it."`
	Note    *string  `placeholder:"TEXT" help:"Set the note; an empty one removes it."`
	Tag     []string `placeholder:"TAG" help:"Add a tag. Repeatable."`
	Untag   []string `placeholder:"TAG" help:"Remove a tag. Repeatable."`
	Pin     bool     `xor:"pin" help:"Pin the session or exchange, so that limits of size and age never remove it."`
	Unpin   bool     `xor:"pin" help:"Unpin the session or exchange, so that limits may remove it."`
}

func (sessionsEditCmd) Help() string {
	return `Examples:

    a2a-console sessions edit SESSION --name 'phone order' --tag demo --pin
    a2a-console search tag:demo
    a2a-console sessions edit EXCHANGE --pin \
      --note 'the answer they complained of'
    a2a-console search is:pinned`
}

// Run changes the session or exchange, and prints the result.
func (c *sessionsEditCmd) Run(ctx context.Context, p *stdio.Streams) error {
	store, err := c.openForEditing(p, nil)
	if err != nil {
		return err
	}
	found, err := console.Find(ctx, store, c.Session)
	if err != nil {
		return errors.Join(err, store.Close())
	}
	if found.Exchange != nil {
		x, err := c.markExchange(ctx, store, found.Exchange.ID)
		if err = errors.Join(err, store.Close()); err != nil {
			return err
		}
		return print.MarkedExchange(p, x)
	}
	s, err := c.edit(ctx, store, found.Session)
	if err = errors.Join(err, store.Close()); err != nil {
		return err
	}
	return print.Session(p, s)
}

func (c *sessionsEditCmd) edit(ctx context.Context, store *recorder.Store, s wire.Session) (wire.Session, error) {
	e := wire.SessionEdit{Name: c.Name, Note: c.Note, AddTags: c.Tag, RemoveTags: c.Untag}
	if c.Pin || c.Unpin {
		e.Pinned = &c.Pin
	}
	return store.Edit(ctx, s.ID, e)
}

func (c *sessionsEditCmd) markExchange(ctx context.Context, store *recorder.Store, id string) (wire.Exchange, error) {
	if c.Name != nil || len(c.Tag) > 0 || len(c.Untag) > 0 {
		return wire.Exchange{}, fmt.Errorf("%s is an exchange; use --note, --pin or --unpin, because only sessions have names and tags", c.Session)
	}
	e := wire.ExchangeEdit{Note: c.Note}
	if c.Pin || c.Unpin {
		e.Pinned = &c.Pin
	}
	return store.EditExchange(ctx, id, e)
}
