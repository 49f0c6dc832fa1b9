package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/cli/follow"
	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
	"github.com/a2a-console/a2a-console/ui/api"
)

type sessionsCmd struct {
	List sessionsListCmd `cmd:"" help:"List the recordings, newest first."`
	Show sessionsShowCmd `cmd:"" help:"List a recording's exchanges, or show one exchange."`
	Rm   sessionsRmCmd   `cmd:"" help:"Remove recordings permanently."`

	Edit  sessionsEditCmd  `cmd:"" help:"Name, annotate, tag or pin a recording."`
	Save  sessionsSaveCmd  `cmd:"" help:"Copy chosen exchanges into a new recording."`
	Prune sessionsPruneCmd `cmd:"" help:"Remove recordings over a limit of size or age, and set that limit."`

	Compact sessionsCompactCmd `cmd:"" help:"Rewrite the record's file, so that it takes no more space than needed."`

	Export sessionsExportCmd `cmd:"" help:"Write a recording as a file: complete, for other tools, or to read."`
	Import sessionsImportCmd `cmd:"" help:"Read a recording from a session file or a HAR file."`
}

// dbFlag names the record that a command reads or writes.
type dbFlag struct {
	DB string `name:"db" placeholder:"PATH" help:"The record's file. Default: record.db in the user's data folder."`
}

func (f dbFlag) openRead(p *stdio.Streams) (*recorder.Store, error) {
	return console.OpenRecord(p, f.DB)
}

// openLabelled opens the record for reading and waits a short time until the recording program has
// labelled the latest exchanges and, with words, indexed their text.
func (f dbFlag) openLabelled(ctx context.Context, p *stdio.Streams, words bool) (*recorder.Store, error) {
	store, err := f.openRead(p)
	if err != nil {
		return nil, err
	}
	if err := follow.WaitForLabels(ctx, store, words); err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return store, nil
}

type sessionsListCmd struct{ dbFlag }

func (sessionsListCmd) Help() string {
	return `Examples:

    a2a-console sessions list
    a2a-console sessions list --db demo.db --json`
}

func (c *sessionsListCmd) Run(ctx context.Context, p *stdio.Streams) error {
	store, err := c.openLabelled(ctx, p, false)
	if err != nil {
		return err
	}
	defer store.Close()
	list, err := store.Sessions(ctx)
	if err != nil {
		return err
	}
	if p.JSON {
		for _, s := range list {
			gaps, err := gapsOf(ctx, store, s.ID)
			if err != nil {
				return err
			}
			if err := p.Line(api.SessionOf(s, gaps)); err != nil {
				return err
			}
		}
		return nil
	}
	if len(list) == 0 {
		p.Note("no recordings yet; start one with: a2a-console serve")
		return nil
	}
	names, err := namesOf(ctx, store)
	if err != nil {
		return err
	}
	print.Sessions(p, list, names)
	return nil
}

type sessionsRmCmd struct {
	dbFlag
	Sessions []string `arg:"" name:"session" help:"Sessions by their ids, unambiguous beginnings or ends of ids, or names."`
	Yes      bool     `help:"Remove the sessions without asking for confirmation."`
}

func (sessionsRmCmd) Help() string {
	return `On a terminal, the command says what it is about to remove, and asks for confirmation, unless you give --yes. If a console is recording into the same file, the session is hidden at once, and that console then erases it from the file.

Examples:

    a2a-console sessions list
    a2a-console sessions rm 84e41ff0
    a2a-console sessions rm 84e41ff0 --yes`
}

func (c *sessionsRmCmd) Run(ctx context.Context, p *stdio.Streams) error {
	store, err := c.openForEditing(p, nil)
	if err != nil {
		return err
	}
	return cmp.Or(c.remove(ctx, p, store), store.Close())
}

func (c *sessionsRmCmd) remove(ctx context.Context, p *stdio.Streams, store remover) error {
	var found []wire.Session
	for _, id := range c.Sessions {
		s, err := console.FindSessionOnly(ctx, store, id)
		if hidden, herr := store.Session(ctx, id); err != nil && herr == nil {
			s, err = hidden, nil // deleted in a console, where it can still be restored
		}
		if err != nil {
			return err
		}
		found = append(found, s)
	}
	if err := confirmRemoval(ctx, p, c.Yes, func() ([]wire.Session, error) { return found, nil }); err != nil {
		return err
	}
	for _, s := range found {
		gaps, err := gapsOf(ctx, store, s.ID)
		if err != nil {
			return err
		}
		err = store.RemoveWithProgress(ctx, s.ID, p.Progress())
		over := errors.Is(err, recorder.ErrRemovalDelegated)
		if err != nil && !over {
			return err // the error names the session
		}
		if err := c.printResult(p, s, gaps, over); err != nil {
			return err
		}
	}
	return nil
}

// confirmRemoval says what is about to be removed and asks for confirmation, if the command is
// interactive and yes is false. It returns an error if the user declines.
func confirmRemoval(ctx context.Context, p *stdio.Streams, yes bool, find func() ([]wire.Session, error)) error {
	if yes || !p.Interactive() {
		return nil
	}
	found, err := find()
	if err != nil || len(found) == 0 {
		return err
	}
	for _, s := range found {
		text := s.ID + " · " + words.Stamp(s.Started) + " · " + words.ExchangeCount(s.Exchanges, s.Probes) + " · " + words.Bytes(s.Bytes)
		if name := words.SessionName(s); name != "" {
			text += " · " + words.OneLine(name)
		}
		if s.Pinned {
			text += " · pinned"
		}
		p.Note("%s", text)
	}
	what := "this session"
	if len(found) > 1 {
		what = "these " + words.Plural(len(found), "session")
	}
	if !p.Confirm(ctx, "Remove "+what+" permanently? [y/N]") {
		return errors.New("nothing was removed; with --yes the command does not ask")
	}
	return nil
}

type removedLine struct {
	api.Session
	HandedOver bool `json:"handed_over,omitempty"` // a running console erases it from the file
}

// printResult reports that a session is removed. The parameter over means that the running console
// still has to erase it from the file.
func (c *sessionsRmCmd) printResult(p *stdio.Streams, s wire.Session, gaps []archive.Gap, over bool) error {
	if p.JSON {
		return p.Line(removedLine{api.SessionOf(s, gaps), over})
	}
	fmt.Fprintln(p.Stdout, stdio.Fold(p.Stdout, "removed "+s.ID+" · "+words.ExchangeCount(s.Exchanges, s.Probes)))
	if over {
		p.Note("Removed; the running console erases the session from the file.")
	}
	return nil
}

// remover is a record from which sessions can be removed.
type remover interface {
	gapLister
	console.Record
	Session(ctx context.Context, id string) (wire.Session, error)
	RemoveWithProgress(ctx context.Context, id string, progress recorder.Progress) error
}
