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

type tailCmd struct {
	dbFlag
	Filter string `placeholder:"FILTER" help:"Print only exchanges that match, in the filter language: \"op:send state:failed\"."`
	Until  string `placeholder:"FILTER" help:"Exit with 3 when an exchange matches that is open or changed since the start: \"quiet:>30s\"."`
	Frames bool   `help:"Also print the frames of bodies and streams, as they arrive."`
	Since  int64  `placeholder:"VERSION" default:"-1" help:"Start after this version of the record (0: from the beginning)."`
}

func (tailCmd) Help() string {
	return `Follows the record (--db) into which a console or a tap records, until that stops or you press Ctrl-C. On a terminal, it prints a line when a call begins and when it ends. In a pipe, it prints one line when a call ends, as search does; with --json, one line at each change. Lines appear at once while a page of the console is open, otherwise about a second later.

Examples:

    a2a-console tail
    a2a-console tail --filter 'op:send dialect:1.0' --json
    a2a-console tail --until 'quiet:>30s'
    a2a-console tail --since 0 --json | jq -c '[.op,.state]'`
}

// Run prints what is recorded until Ctrl-C, or until nobody records any more.
func (c *tailCmd) Run(ctx context.Context, p *stdio.Streams) error {
	path, err := console.RecordPath(c.DB)
	if err != nil {
		return err
	}
	store, err := c.openRead(p)
	if err != nil {
		return words.WithAdvice(err, beginHint)
	}
	defer store.Close()
	if _, is, err := store.Recording(ctx); err != nil || !is {
		return cmp.Or(err, fmt.Errorf("no program is recording into %s; %s; search finds what was recorded", path, beginHint))
	}
	f, _, err := parseFilter(ctx, store, c.Filter, false)
	if err != nil {
		return err
	}
	o := follow.Options{Filter: f, Since: c.Since, Frames: c.Frames}
	if c.Until != "" {
		until, _, err := parseFilter(ctx, store, c.Until, false)
		if err != nil {
			return err
		}
		o.Until = &until
	}
	names, err := namesOf(ctx, store)
	if err != nil { // agents then go by their hosts
		p.Log.Debug("read the agents' names", "error", err)
	}
	err = follow.Record(ctx, store, o, print.NewFeedPrinter(p, names).Message)
	if m := (*follow.Match)(nil); errors.As(err, &m) {
		p.Note("exchange %s matches --until %s", m.ID, c.Until)
		return stdio.ExitMatch
	}
	if errors.Is(err, follow.ErrEnded) {
		return fmt.Errorf("%w: the program that recorded into %s stopped", err, path)
	}
	return err
}

const beginHint = "start with: a2a-console serve, or a2a-console tap URL"
