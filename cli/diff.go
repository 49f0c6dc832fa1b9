package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/wire"
)

type diffCmd struct {
	dbFlag
	A       string   `arg:"" name:"a" help:"A session or an exchange by its id, or a session by its name."`
	B       string   `arg:"" name:"b" help:"What to compare it with."`
	Level   string   `enum:"structure,meaning,exact" default:"meaning" help:"How much counts: structure, meaning or exact."`
	Ignore  []string `sep:"none" placeholder:"RULE" help:"What does not count: a path ($.task.metadata), a type (type:timestamp), a pattern (/req-[0-9]+/), or these joined by spaces. Repeatable."`
	Headers bool     `help:"Compare HTTP headers too."`
}

// Help is what --help says below the flags' table.
func (diffCmd) Help() string {
	return `Exchanges are compared by what they mean: ids, times, the way a text was cut
into chunks, and the protocol version do not count. Exit code 0: the same,
1: differences.

Examples:

    a2a-console diff SESSION SESSION
    a2a-console diff EXCHANGE EXCHANGE --level exact
    a2a-console diff SESSION SESSION --ignore '$.task.artifacts[*].parts[0].text' --ignore type:timestamp`
}

// Run compares two recordings.
func (c *diffCmd) Run(ctx context.Context, p *program) error {
	o, err := c.options()
	if err != nil {
		return err
	}
	store, err := c.openRead(p)
	if err != nil {
		return err
	}
	same, err := c.compare(ctx, p, store, o)
	if err = errors.Join(err, store.Close()); err != nil {
		return err
	}
	if !same {
		return foundSomething
	}
	return nil
}

func (c *diffCmd) options() (diff.Options, error) {
	level, err := diff.ParseLevel(c.Level)
	if err != nil {
		return diff.Options{}, err
	}
	rules, err := diff.ParseRules(c.Ignore)
	return diff.Options{Level: level, Ignore: rules, Headers: c.Headers}, err
}

func (c *diffCmd) compare(ctx context.Context, p *program, store *recorder.Store, o diff.Options) (same bool, err error) {
	a, alone, err := recorded(ctx, store, c.A)
	if err != nil {
		return false, err
	}
	b, aloneToo, err := recorded(ctx, store, c.B)
	if err != nil {
		return false, err
	}
	out := newDiffPrinter(p)
	if alone && aloneToo {
		pair, err := diff.Exchanges(ctx, store, a[0], store, b[0], o)
		if err == nil {
			out.pair(pair)
		}
		return pair.Verdict == diff.Same, errors.Join(err, out.err)
	}
	o.Each = out.pair
	report, err := diff.Sessions(ctx, diff.Side{Exchanges: a, From: store}, diff.Side{Exchanges: b, From: store}, o)
	if err != nil {
		return false, fmt.Errorf("compare %s with %s: %w", c.A, c.B, err)
	}
	out.end(report)
	return report.Equal(), out.err
}

// recorded is the exchange with an id, or the exchanges of a session.
func recorded(ctx context.Context, store *recorder.Store, id string) (list []wire.Exchange, alone bool, err error) {
	if x, err := store.Exchange(ctx, id); err == nil {
		return []wire.Exchange{x}, true, nil
	}
	list, err = (&sessionsShowCmd{ID: id}).session(ctx, store)
	if err != nil && strings.Contains(err.Error(), "no session") {
		err = fmt.Errorf("no session or exchange %q in this record; sessions list shows the sessions there are", id)
	}
	return list, false, err
}
