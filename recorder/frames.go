package recorder

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Frames returns at most limit frames (0: 200) of a side, beginning at index from, without reading what lies
// before. The last is Partial when the record ends inside it.
func (s *Store) Frames(ctx context.Context, exchange string, side wire.Side, from, limit int) ([]wire.Frame, error) {
	if limit <= 0 {
		limit = defaultPage
	}
	x, err := s.Exchange(ctx, exchange)
	if err != nil {
		return nil, err
	}
	p, err := s.seek(ctx, x.Seq, side, "frame", int64(from))
	if err != nil {
		return nil, s.wrapError("read frames of exchange "+exchange, err)
	}
	index := int(p.frame)
	if p.start < p.off { // a frame is open where this chunk begins: go back to its first byte
		index--
		start := p.start
		if p, err = s.seek(ctx, x.Seq, side, "off", start); err != nil {
			return nil, s.wrapError("read frames of exchange "+exchange, err)
		}
		p.start = start
	}
	out, err := s.split(ctx, &x, side, p, index, from, limit)
	if err != nil {
		return nil, s.wrapError("read frames of exchange "+exchange, err)
	}
	return out, nil
}

// split cuts a side into frames, beginning at p, where the frame with that index begins.
func (s *Store) split(ctx context.Context, x *wire.Exchange, side wire.Side, p position, index, from, limit int) ([]wire.Frame, error) {
	var out []wire.Frame
	var last time.Time
	splitter := wire.NewSplitter(framing(x, side), MaxFrameBytes)
	add := func(frames []wire.Frame) {
		for _, f := range frames {
			if f.Index += index; f.Index >= from && len(out) < limit {
				f.Offset += p.start
				for i := range f.Problems {
					f.Problems[i].Offset += p.start
				}
				out = append(out, f)
			}
		}
	}
	err := s.chunks(ctx, x.Seq, side, p.read, func(c wire.Chunk) bool {
		if skip := p.start - c.Offset; skip > 0 {
			c.Data = c.Data[min(skip, int64(len(c.Data))):]
		}
		last = c.At
		add(splitter.Feed(c.At, c.Data))
		return len(out) < limit
	})
	if err == nil && len(out) < limit {
		add(splitter.Close(last))
	}
	return out, err
}

func framing(x *wire.Exchange, side wire.Side) wire.FrameKind {
	kind := x.Response.Framing()
	if !side.IsRequest() || side == wire.Request && kind == wire.WebSocket {
		return kind
	}
	return wire.Body
}
