package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/dustin/go-humanize"

	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/ui/api"
)

type sessionsPruneCmd struct {
	dbFlag
	KeepSize *string `placeholder:"SIZE" help:"Keep at most this many bytes, such as 2GB (0: no limit)."`
	KeepDays *int    `placeholder:"N" help:"Keep sessions that are at most this many days old (0: no limit)."`
	DryRun   bool    `help:"Show what would be removed, without removing it."`
	Yes      bool    `help:"Remove the sessions without asking for confirmation."`
}

func (sessionsPruneCmd) Help() string {
	return `The record stores the limits. From then on, each program that records into it removes what is over them. Without flags, the command applies the stored limits. A record without limits keeps everything. The oldest sessions are removed first. Sessions that are being recorded, are pinned or have a pinned exchange are kept.

Examples:

    a2a-console sessions prune --keep-size 2GB --dry-run
    a2a-console sessions prune --keep-days 30
    a2a-console sessions prune --keep-size 0 --keep-days 0`
}

type pruneLine struct {
	api.Session
	Removed bool `json:"removed"` // false in a dry run
}

func (c *sessionsPruneCmd) Run(ctx context.Context, p *stdio.Streams) error {
	store, err := c.openForEditing(p, nil)
	if err != nil {
		return err
	}
	return errors.Join(c.prune(ctx, p, store), store.Close())
}

func (c *sessionsPruneCmd) prune(ctx context.Context, p *stdio.Streams, store *recorder.Store) error {
	r, err := c.limits(ctx, store)
	if err != nil {
		return err
	}
	if r == (wire.Retention{}) && c.KeepSize == nil && c.KeepDays == nil {
		return errors.New("the record has no limit; set one with --keep-size or --keep-days")
	}
	if err := c.confirm(ctx, p, store, r); err != nil {
		return err
	}
	gone, err := store.PruneWithProgress(ctx, r, c.DryRun, p.Progress())
	if !c.DryRun && (c.KeepSize != nil || c.KeepDays != nil) {
		// Set the limits last: the store itself removes what exceeds them, and those sessions would
		// not be listed here.
		err = errors.Join(err, store.SetRetention(ctx, r))
	}
	var bytes int64
	for _, s := range gone {
		bytes += s.Bytes
		if perr := c.printResult(p, s); perr != nil {
			return perr
		}
	}
	if err == nil && !p.JSON {
		verb := "removed"
		if c.DryRun {
			verb = "would remove"
		}
		p.Note("%s %s · %s", verb, words.Plural(len(gone), "session"), words.Bytes(bytes))
	}
	return err
}

// confirm asks as confirmRemoval does, except in a dry run.
func (c *sessionsPruneCmd) confirm(ctx context.Context, p *stdio.Streams, store *recorder.Store, r wire.Retention) error {
	if c.DryRun {
		return nil
	}
	return confirmRemoval(ctx, p, c.Yes, func() ([]wire.Session, error) { return store.PruneWithProgress(ctx, r, true, nil) })
}

func (c *sessionsPruneCmd) limits(ctx context.Context, store *recorder.Store) (wire.Retention, error) {
	r, err := store.Retention(ctx)
	if err != nil {
		return r, err
	}
	if c.KeepSize != nil {
		n, err := humanize.ParseBytes(*c.KeepSize)
		if err != nil || n > 1<<62 {
			return r, fmt.Errorf("--keep-size %s is not a size; write it as 500MB or 2GB", *c.KeepSize)
		}
		r.Bytes = int64(n)
	}
	if c.KeepDays != nil {
		if *c.KeepDays < 0 || *c.KeepDays > 36500 {
			return r, fmt.Errorf("--keep-days is %d; it must be from 0 to 36500", *c.KeepDays)
		}
		r.Days = *c.KeepDays
	}
	return r, nil
}

func (c *sessionsPruneCmd) printResult(p *stdio.Streams, s wire.Session) error {
	if p.JSON {
		return p.Line(pruneLine{api.SessionOf(s, nil), !c.DryRun})
	}
	return print.Session(p, s)
}
