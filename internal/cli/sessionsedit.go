package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// openKeep opens the record for commands that keep house in it.
func (f dbFlag) openKeep(p *program, label func(*wire.Exchange, []byte) recorder.Labeller) (*recorder.Store, error) {
	path, err := existingDatabase(f.DB)
	if err != nil {
		return nil, err
	}
	return recorder.Open(recorder.Options{Path: path, NoSession: true, Label: label, Progress: p.progress(), Logger: p.log})
}

type sessionsEditCmd struct {
	dbFlag
	Session string   `arg:"" name:"session" help:"Id or name of the session, or an unambiguous beginning of the id."`
	Name    *string  `placeholder:"NAME" help:"Name it; an empty one takes the name away."`
	Note    *string  `placeholder:"TEXT" help:"Write a note on it."`
	Tag     []string `placeholder:"TAG" help:"Add a tag (repeatable)."`
	Untag   []string `placeholder:"TAG" help:"Take a tag away (repeatable)."`
	Pin     bool     `xor:"pin" help:"Keep it whatever the limit of size or age."`
	Unpin   bool     `xor:"pin" help:"Let it go with the others again."`
}

// Help is what --help says below the flags' table.
func (sessionsEditCmd) Help() string {
	return `Examples:

    a2a-console sessions edit SESSION --name 'phone order' --tag demo --pin
    a2a-console search tag:demo`
}

// Run changes the session and writes it as it is then.
func (c *sessionsEditCmd) Run(ctx context.Context, p *program) error {
	store, err := c.openKeep(p, nil)
	if err != nil {
		return err
	}
	s, err := c.edit(ctx, store)
	if err = errors.Join(err, store.Close()); err != nil {
		return err
	}
	return printSession(p, s)
}

func (c *sessionsEditCmd) edit(ctx context.Context, store *recorder.Store) (wire.Session, error) {
	s, err := findSession(ctx, store, c.Session)
	if err != nil {
		return s, err
	}
	e := wire.SessionEdit{Name: c.Name, Note: c.Note, Tag: c.Tag, Untag: c.Untag}
	if c.Pin || c.Unpin {
		e.Pinned = &c.Pin
	}
	return store.Edit(ctx, s.ID, e)
}

// session writes one session, as sessions list does.
func printSession(p *program, s wire.Session) error {
	if p.json {
		return p.line(sessionLineOf(s, nil))
	}
	text := s.ID + " · " + plural(s.Exchanges, "exchange")
	if s.Name != "" {
		text += " · " + oneLine(s.Name)
	}
	for _, t := range s.Tags {
		text += " #" + t
	}
	if s.Pinned {
		text += " · pinned"
	}
	_, err := fmt.Fprintln(p.stdout, text)
	return err
}
