package diff

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Sessions compares two recordings. It pairs exchanges by their role in the conversation, not by
// number or time: by task, by what is asked, and a replay with its original. It pairs calls to an
// agent that both called with calls to that agent only. It leaves out the console's own probes, and
// counts repeated polls of a task and fetches of a card once. With an error, the report contains
// the pairs compared so far.
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
	separateAgents(before, after, c.hash)
	for _, t := range align(before, after) {
		p, err := c.pair(ctx, a, b, t)
		if err != nil {
			return report, err
		}
		if o.Trim != nil {
			o.Trim(&p)
		}
		report.Add(p)
		if o.OnPair != nil {
			o.OnPair(p)
		}
	}
	return report, nil
}

func (c *Comparer) pair(ctx context.Context, a, b Side, t pairing) (p Pair, err error) {
	switch {
	case t.b == nil:
		p = Pair{A: t.a.X.ID, Outcome: OutcomeMissing, Level: Structure, Op: t.a.Op, Excerpt: t.a.excerpt, Differences: []Difference{}}
	case t.a == nil:
		p = Pair{B: t.b.X.ID, Outcome: OutcomeExtra, Level: Structure, Op: t.b.Op, Excerpt: t.b.excerpt, Differences: []Difference{}}
	default:
		p, err = c.compareExchanges(ctx, a, *t.a.X, b, *t.b.X)
	}
	p.PollsA, p.PollsB = polls(t.a), polls(t.b)
	return p, err
}

func polls(u *group) int {
	if u == nil || len(u.exchanges) < 2 {
		return 0
	}
	return len(u.exchanges)
}

// Exchanges compares two exchanges on their own.
func Exchanges(ctx context.Context, a Source, x wire.Exchange, b Source, y wire.Exchange, o Options) (Pair, error) {
	return New(o).Exchanges(ctx, a, x, b, y)
}

// Source supplies the bodies of recorded exchanges. Memory is one for bodies in memory.
type Source interface {
	// Chunks returns the chunks of a side from offset from on (the first may begin before it), in order, up to
	// about limit bytes (0: all).
	Chunks(ctx context.Context, exchange string, s wire.Side, from, limit int64) ([]wire.Chunk, error)
}

// Side is one of the two recordings.
type Side struct {
	Exchanges []wire.Exchange // in the order in which they began
	Source    Source
	Card      *a2a.Card // of the agent, nil if unknown: decides the version if the exchanges do not
}

// Memory is a Source of bodies in memory, by exchange and side. It is not safe for concurrent writes.
type Memory map[string]map[wire.Side][]wire.Chunk

// Put sets a side's body as one chunk.
func (m Memory) Put(exchange string, s wire.Side, body []byte) {
	if m[exchange] == nil {
		m[exchange] = map[wire.Side][]wire.Chunk{}
	}
	m[exchange][s] = []wire.Chunk{{Exchange: exchange, Side: s, Data: body}}
}

// Chunks implements Source. It ignores the limit.
func (m Memory) Chunks(_ context.Context, exchange string, s wire.Side, from, _ int64) ([]wire.Chunk, error) {
	all := m[exchange][s]
	for i, c := range all {
		if c.Offset+int64(len(c.Data)) > from {
			return all[i:], nil
		}
	}
	return nil, nil
}
