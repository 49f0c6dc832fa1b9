package tape

import (
	"context"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/body"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
	"github.com/a2a-console/a2a-console/ui/host"
)

// FrameOf returns the first frame of an exchange's decoded response that pick accepts. before is
// when the frame before it was complete.
func FrameOf(ctx context.Context, lib host.Library, x *wire.Exchange, pick func(wire.Frame) bool) (f wire.Frame, before time.Time, ok bool, err error) {
	return frameFrom(ctx, lib, x, wire.Response, 0, body.NewCutter(&x.Response, coding.NewBudget(coding.MaxDecodedBytes)), pick)
}

// SentFrame returns a frame that was sent to the client, by index, where that differs
// from what the agent sent.
func SentFrame(ctx context.Context, lib host.Library, x *wire.Exchange, index int) (f wire.Frame, ok bool, err error) {
	head := &x.Response
	if x.ResponseSent != nil {
		head = x.ResponseSent
	}
	f, _, ok, err = frameFrom(ctx, lib, x, wire.ResponseSent, 0, body.NewCutter(head, coding.NewBudget(coding.MaxDecodedBytes)), func(f wire.Frame) bool { return f.Index == index })
	return f, ok, err
}

// FrameAt returns the frame at an offset of a response with the given framing. It skips everything
// before it, unless the body is encoded.
func FrameAt(ctx context.Context, lib host.Library, x *wire.Exchange, kind wire.FrameKind, offset int64) (f wire.Frame, ok bool, err error) {
	if len(coding.Names(x.Response.Header)) == 0 {
		f, _, ok, err = frameFrom(ctx, lib, x, wire.Response, offset, body.NewFramed(kind), func(wire.Frame) bool { return true })
		f.Offset += offset
		return f, ok, err
	}
	f, _, ok, err = FrameOf(ctx, lib, x, func(f wire.Frame) bool { return f.Offset == offset })
	return f, ok, err
}

func frameFrom(ctx context.Context, lib host.Library, x *wire.Exchange, side wire.Side, from int64, c *body.Cutter, pick func(wire.Frame) bool) (f wire.Frame, before time.Time, ok bool, err error) {
	look := func(g wire.Frame) {
		switch {
		case ok:
		case pick(g):
			f, ok = g, true
		default:
			before = g.Complete
		}
	}
	for !ok {
		chunks, err := lib.Chunks(ctx, x.ID, side, from, ReadStep)
		if err != nil {
			return f, before, false, fmt.Errorf("read the stream of %s: %w", x.ID, err)
		}
		start := from
		for _, k := range chunks {
			data := k.Data[min(max(from-k.Offset, 0), int64(len(k.Data))):]
			from = max(from, k.Offset+int64(len(k.Data)))
			if c.Feed(k.At, data, look); ok {
				return f, before, true, nil
			}
		}
		if from == start {
			c.Close(x.LastByte, look)
			return f, before, ok, nil
		}
	}
	return f, before, ok, nil
}
