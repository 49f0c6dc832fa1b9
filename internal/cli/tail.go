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
	"github.com/a2a-console/a2a-console/internal/words"
)

// tailCmd follows what is being recorded.
type tailCmd struct {
	dbFlag
	Filter string `placeholder:"FILTER" help:"Only exchanges that match, in Traffic's filter language: \"op:send state:failed\"."`
	Frames bool   `help:"Write the frames of bodies and streams too, as they come."`
	Since  int64  `placeholder:"VERSION" default:"-1" help:"Start after this version of the record (0: from the beginning)."`
}

// Help is what --help says below the flags' table.
func (tailCmd) Help() string {
	return `Follows the record (--db) into which a console or a tap records, until that stops or Ctrl-C. At a terminal a line is written when a call begins and when it is over, in a pipe one when it is over, as search writes it; with --json one at every change. A tap's calls come up to a second late, a console's at once.

Examples:

    a2a-console tail
    a2a-console tail --filter 'op:send dialect:1.0' --json
    a2a-console tail --since 0 --json | jq -c '[.op,.state]'`
}

// Run prints what is recorded until Ctrl-C, or until nobody records any more.
func (c *tailCmd) Run(ctx context.Context, p *stdio.Streams) error {
	path, err := console.RecordPath(c.DB)
	if err != nil {
		return err
	}
	wanted := follow.Wanted{Filter: c.Filter, Frames: c.Frames, Since: c.Since}
	if running, ok := console.RuntimeFileFor(path).Running(ctx); ok {
		return follow.Console(ctx, running.UI, wanted, print.NewFeed(p, c.names(ctx, p)).Message)
	}
	store, err := c.openRead(p)
	if err != nil {
		return words.Advise(err, begin)
	}
	defer store.Close()
	if _, is, err := store.Recording(ctx); err != nil || !is {
		return cmp.Or(err, fmt.Errorf("nothing records into %s now; %s; search finds what was recorded", path, begin))
	}
	f, _, err := filterOf(ctx, store, c.Filter, false)
	if err != nil {
		return err
	}
	err = follow.Record(ctx, store, f, wanted, print.NewFeed(p, c.names(ctx, p)).Message)
	if errors.Is(err, follow.ErrEnded) {
		return fmt.Errorf("%w: the program that recorded into %s stopped", err, path)
	}
	return err
}

// begin is how recording begins.
const begin = "start with: a2a-console serve, or a2a-console tap URL"

// names is what the agents are called, as far as the record can be read now: they go by
// their hosts else.
func (c *tailCmd) names(ctx context.Context, p *stdio.Streams) print.Names {
	if p.JSON {
		return nil
	}
	store, err := c.openRead(p)
	if err != nil {
		p.Log.Debug("read what agents are called", "error", err)
		return nil
	}
	defer store.Close()
	names, err := namesOf(ctx, store)
	if err != nil {
		p.Log.Debug("read what agents are called", "error", err)
	}
	return names
}
