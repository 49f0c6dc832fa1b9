package diff

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Sessions compares two recordings. Exchanges are paired by the part they play
// in the conversation, not by their number or time: by task, by what is asked,
// and a replay with what it repeats. The console's own probes are left out, and
// repeated polls of a task and looks at a card count once. Bodies are read pair by pair. With an
// error, the report holds the pairs compared before it.
func Sessions(ctx context.Context, a, b Side, o Options) (*Report, error) {
	c := New(o)
	report := &Report{Level: c.opts.Level, Pairs: []Pair{}}
	before, err := outlines(ctx, a, c.hash)
	if err != nil {
		return report, err
	}
	after, err := outlines(ctx, b, c.hash)
	if err != nil {
		return report, err
	}
	for _, t := range align(before, after) {
		p, err := c.pair(ctx, a, b, t)
		if err != nil {
			return report, err
		}
		if o.Trim != nil {
			o.Trim(&p)
		}
		report.Add(p)
		if o.Each != nil {
			o.Each(p)
		}
	}
	return report, nil
}

func (c *Comparer) pair(ctx context.Context, a, b Side, t pairing) (p Pair, err error) {
	switch {
	case t.b == nil:
		p = Pair{A: t.a.X.ID, Outcome: Missing, Level: Structure, Op: t.a.Op, Says: t.a.excerpt, Differences: []Difference{}}
	case t.a == nil:
		p = Pair{B: t.b.X.ID, Outcome: Extra, Level: Structure, Op: t.b.Op, Says: t.b.excerpt, Differences: []Difference{}}
	default:
		p, err = c.exchanges(ctx, a, *t.a.X, b, *t.b.X)
	}
	p.PollsA, p.PollsB = polls(t.a), polls(t.b)
	return p, err
}

func polls(u *group) int {
	if u == nil || len(u.all) < 2 {
		return 0
	}
	return len(u.all)
}

// Exchanges compares two exchanges alone.
func Exchanges(ctx context.Context, a Source, x wire.Exchange, b Source, y wire.Exchange, o Options) (Pair, error) {
	return New(o).Exchanges(ctx, a, x, b, y)
}
