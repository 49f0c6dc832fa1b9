package archive

import (
	"context"

	"github.com/a2a-console/a2a-console/wire"
)

// Sink takes a session piece by piece: the session once, then each exchange,
// followed by its chunks and, when there are any, its redactions. Close comes
// last, and only when all went well. What is handed over is the sink's to keep
// and not to change. Not safe for concurrent use.
//
// The session's Exchanges says how many will come, or is 0 when that is not
// known. The exchange's Redactions are empty: they come on their own, since
// some are only found in the chunks. Its counts of kept bytes are not to be
// relied on either.
type Sink interface {
	Session(ctx context.Context, s *wire.Session) error
	Exchange(ctx context.Context, x *wire.Exchange) error
	Chunk(ctx context.Context, c *wire.Chunk) error
	Redacted(ctx context.Context, found []wire.Redaction) error
	Close(ctx context.Context) error
}

// Whole is an exchange with all its chunks, by side.
type Whole struct {
	wire.Exchange
	Sides [4][]wire.Chunk
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

// Gather is a Sink for formats that need to see an exchange as a whole. It
// calls Each with one after the other; memory is bounded by the largest.
type Gather struct {
	Begin func(ctx context.Context, s *wire.Session) error
	Each  func(ctx context.Context, w *Whole) error
	End   func(ctx context.Context) error

	current *Whole
}

// Session implements Sink.
func (g *Gather) Session(ctx context.Context, s *wire.Session) error { return g.Begin(ctx, s) }

// Exchange implements Sink.
func (g *Gather) Exchange(ctx context.Context, x *wire.Exchange) error {
	if err := g.flush(ctx); err != nil {
		return err
	}
	g.current = &Whole{Exchange: *x}
	return nil
}

// Chunk implements Sink.
func (g *Gather) Chunk(_ context.Context, c *wire.Chunk) error {
	g.current.Sides[c.Side] = append(g.current.Sides[c.Side], *c)
	return nil
}

// Redacted implements Sink.
func (g *Gather) Redacted(_ context.Context, found []wire.Redaction) error {
	g.current.Redactions = found
	return nil
}

// Close implements Sink.
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
func (w *Whole) Give(ctx context.Context, to Sink) error {
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
	if len(found) == 0 {
		return nil
	}
	return to.Redacted(ctx, found)
}
