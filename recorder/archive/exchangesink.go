package archive

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// FullExchange is an exchange with all its chunks, by side, its passages and its findings.
type FullExchange struct {
	wire.Exchange
	Sides    [4][]wire.Chunk
	Passages []wire.Passage
	Findings []wire.Finding
}

// Body returns the recorded bytes of a side. The result may share memory with its chunk.
func (w *FullExchange) Body(side wire.Side) []byte {
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

// ExchangeSink is a wire.Sink for formats that need whole exchanges. It calls OnExchange with one after the
// other, so that the largest exchange bounds its memory.
type ExchangeSink struct {
	OnSession func(ctx context.Context, s *wire.Session) error
	// OnGap is called with each gap of the session; nil ignores them.
	OnGap func(ctx context.Context, g *wire.Gap) error
	// OnRule is called with each rule of the session; nil ignores them.
	OnRule     func(ctx context.Context, r *wire.Rule) error
	OnExchange func(ctx context.Context, w *FullExchange) error
	OnClose    func(ctx context.Context) error

	NeedsFindings bool // WantsFindings returns this

	current *FullExchange
}

func (g *ExchangeSink) Session(ctx context.Context, s *wire.Session) error {
	return g.OnSession(ctx, s)
}

func (g *ExchangeSink) Gap(ctx context.Context, gap *wire.Gap) error {
	if g.OnGap == nil {
		return nil
	}
	return g.OnGap(ctx, gap)
}

func (g *ExchangeSink) Rule(ctx context.Context, r *wire.Rule) error {
	if g.OnRule == nil {
		return nil
	}
	return g.OnRule(ctx, r)
}

func (g *ExchangeSink) Exchange(ctx context.Context, x *wire.Exchange) error {
	if err := g.flush(ctx); err != nil {
		return err
	}
	g.current = &FullExchange{Exchange: *x}
	return nil
}

func (g *ExchangeSink) Chunk(_ context.Context, c *wire.Chunk) error {
	g.current.Sides[c.Side] = append(g.current.Sides[c.Side], *c)
	return nil
}

func (g *ExchangeSink) Redactions(_ context.Context, found []wire.Redaction) error {
	g.current.Redactions = found
	return nil
}

func (g *ExchangeSink) Passages(_ context.Context, list []wire.Passage) error {
	g.current.Passages = list
	return nil
}

func (g *ExchangeSink) WantsFindings() bool { return g.NeedsFindings }

func (g *ExchangeSink) Findings(_ context.Context, list []wire.Finding) error {
	g.current.Findings = list
	return nil
}

func (g *ExchangeSink) Close(ctx context.Context) error {
	if err := g.flush(ctx); err != nil {
		return err
	}
	return g.OnClose(ctx)
}

func (g *ExchangeSink) flush(ctx context.Context) error {
	w := g.current
	g.current = nil
	if w == nil {
		return nil
	}
	return g.OnExchange(ctx, w)
}

// WriteTo writes the exchange to a sink.
func (w *FullExchange) WriteTo(ctx context.Context, to wire.Sink) error {
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
		if err := to.Redactions(ctx, found); err != nil {
			return err
		}
	}
	if f, ok := wire.AsFindingSink(to); ok {
		if err := f.Findings(ctx, w.Findings); err != nil {
			return err
		}
	}
	if len(w.Passages) == 0 {
		return nil
	}
	return to.Passages(ctx, w.Passages)
}
