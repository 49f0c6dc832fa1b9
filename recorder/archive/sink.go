package archive

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Whole is an exchange with all its chunks, by side, and with its passages.
type Whole struct {
	wire.Exchange
	Sides    [4][]wire.Chunk
	Passages []wire.Passage
	Findings []wire.Finding
}

// Body is what is on record of a side.
func (w *Whole) Body(side wire.Side) []byte {
	list := w.Sides[side]
	if len(list) == 1 {
		return list[0].Data
	}
	n := 0
	for _, c := range list {
		n += len(c.Data)
	}
	out := make([]byte, 0, n)
	for _, c := range list {
		out = append(out, c.Data...)
	}
	return out
}

// Gather is a wire.Sink for formats that need to see an exchange as a whole. It
// calls Each with one after the other; memory is bounded by the largest.
type Gather struct {
	Begin func(ctx context.Context, s *wire.Session) error
	// Lost is called with each gap of the session; nil passes over them.
	Lost func(ctx context.Context, g *wire.Gap) error
	// Ruled is called with each rule of the session; nil passes over them.
	Ruled func(ctx context.Context, r *wire.Rule) error
	Each  func(ctx context.Context, w *Whole) error
	End   func(ctx context.Context) error

	Judged bool // findings are wanted, too

	current *Whole
}

// Session implements wire.Sink.
func (g *Gather) Session(ctx context.Context, s *wire.Session) error { return g.Begin(ctx, s) }

// Gap implements wire.Sink.
func (g *Gather) Gap(ctx context.Context, gap *wire.Gap) error {
	if g.Lost == nil {
		return nil
	}
	return g.Lost(ctx, gap)
}

// Rule implements wire.Sink.
func (g *Gather) Rule(ctx context.Context, r *wire.Rule) error {
	if g.Ruled == nil {
		return nil
	}
	return g.Ruled(ctx, r)
}

// Exchange implements wire.Sink.
func (g *Gather) Exchange(ctx context.Context, x *wire.Exchange) error {
	if err := g.flush(ctx); err != nil {
		return err
	}
	g.current = &Whole{Exchange: *x}
	return nil
}

// Chunk implements wire.Sink.
func (g *Gather) Chunk(_ context.Context, c *wire.Chunk) error {
	g.current.Sides[c.Side] = append(g.current.Sides[c.Side], *c)
	return nil
}

// Redacted implements wire.Sink.
func (g *Gather) Redacted(_ context.Context, found []wire.Redaction) error {
	g.current.Redactions = found
	return nil
}

// Passed implements wire.Sink.
func (g *Gather) Passed(_ context.Context, list []wire.Passage) error {
	g.current.Passages = list
	return nil
}

// TakesFindings implements wire.FindingSink.
func (g *Gather) TakesFindings() bool { return g.Judged }

// Found implements wire.FindingSink.
func (g *Gather) Found(_ context.Context, list []wire.Finding) error {
	g.current.Findings = list
	return nil
}

// Close implements wire.Sink.
func (g *Gather) Close(ctx context.Context) error {
	if err := g.flush(ctx); err != nil {
		return err
	}
	return g.End(ctx)
}

func (g *Gather) flush(ctx context.Context) error {
	w := g.current
	g.current = nil
	if w == nil {
		return nil
	}
	return g.Each(ctx, w)
}

// Give hands a whole exchange to a sink.
func (w *Whole) Give(ctx context.Context, to wire.Sink) error {
	found := w.Redactions
	w.Redactions = nil
	if err := to.Exchange(ctx, &w.Exchange); err != nil {
		return err
	}
	for side := range w.Sides {
		for i := range w.Sides[side] {
			if err := to.Chunk(ctx, &w.Sides[side][i]); err != nil {
				return err
			}
		}
	}
	if len(found) > 0 {
		if err := to.Redacted(ctx, found); err != nil {
			return err
		}
	}
	if f, ok := wire.SinkOfFindings(to); ok {
		if err := f.Found(ctx, w.Findings); err != nil {
			return err
		}
	}
	if len(w.Passages) == 0 {
		return nil
	}
	return to.Passed(ctx, w.Passages)
}
