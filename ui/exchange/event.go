package exchange

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// event is one event of a stream, opened.
type event struct {
	Number  int // from 1
	Frame   wire.Frame
	After   time.Duration // from the request to its last byte
	Gap     time.Duration // since the event before it
	Reading a2a.Reading
	Last    bool
}

// event finds the n-th event of a stream, counted from 1; nil when there is
// none.
func (s *Screen) event(ctx context.Context, d *detail, n int) (*event, error) {
	f, before, ok, err := s.nthFrame(ctx, d.X, n-1)
	if err == nil && !ok {
		return d.ending(n), nil
	}
	if err != nil {
		return nil, err
	}
	e := &event{Number: n, Frame: f, After: f.Complete.Sub(d.X.Started), Last: n >= d.X.Frames}
	if !before.IsZero() {
		e.Gap = f.Complete.Sub(before)
	}
	if d.tape.Reader != nil && f.Kind != wire.Comment {
		req, err := tape.SideBody(ctx, s.Library, d.X, wire.Request)
		if err != nil {
			return nil, err
		}
		e.Reading = dialect.ReadEvent(d.tape.Reader.Identity(), tape.RequestMessage(d.X, req), dialect.ResponseOf(&d.X, nil), f)
		if tape.Torn(&d.X, f) {
			e.Reading.Problems = nil
		}
	}
	return e, nil
}

// ending is the error that a gRPC call ended with, as the event after its last
// message; nil when there is none.
func (d *detail) ending(n int) *event {
	if n != d.X.Frames+1 || d.tape.Reader == nil {
		return nil
	}
	r := dialect.ReadStatus(d.tape.Reader.Identity(), dialect.ResponseOf(&d.X, nil))
	if r.Kind != a2a.KindError {
		return nil
	}
	f := wire.Frame{Kind: wire.GRPC, Index: n - 1, Offset: d.X.ResponseBytes, At: d.X.Ended, Complete: d.X.Ended}
	return &event{Number: n, Frame: f, After: d.X.Ended.Sub(d.X.Started), Reading: r, Last: true}
}

// Shown are the problems with their places in Text; over gRPC they have theirs in
// the bytes.
func (e *event) Shown() []a2a.Problem {
	if e.Frame.Kind != wire.GRPC {
		return e.Reading.Problems
	}
	return withoutPlaces(e.Reading.Problems)
}

// withoutPlaces are problems without their places, for a text that is not the one they
// were found in.
func withoutPlaces(ps []a2a.Problem) []a2a.Problem {
	out := slices.Clone(ps)
	for i := range out {
		out[i].Offset = -1
	}
	return out
}

// Text is what the event says, as it is shown: the data, or over gRPC the message
// as ProtoJSON.
func (e *event) Text() []byte {
	if e.Frame.Kind == wire.GRPC {
		return e.Reading.Lenient
	}
	return e.Frame.Data
}

// nthFrame cuts the stream until the frame with an index, counted from 0.
func (s *Screen) nthFrame(ctx context.Context, x wire.Exchange, index int) (f wire.Frame, before time.Time, ok bool, err error) {
	if x.Response.Header.Get("Content-Encoding") != "" {
		return s.nthDecoded(ctx, x, index)
	}
	split := wire.NewSplitter(x.Response.Framing(), tape.EventLimit)
	n := 0
	look := func(frames []wire.Frame) bool {
		for _, g := range frames {
			if n == index {
				f, ok = g, true
				return true
			}
			before = g.Complete
			n++
		}
		return false
	}
	for from := int64(0); ; {
		chunks, err := s.Library.Chunks(ctx, x.ID, wire.Response, from, tape.ReadStep)
		if err != nil {
			return f, before, false, fmt.Errorf("read the stream of %s: %w", x.ID, err)
		}
		for _, c := range chunks {
			data := c.Data[min(max(from-c.Offset, 0), int64(len(c.Data))):]
			from = c.Offset + int64(len(c.Data))
			if look(split.Feed(c.At, data)) {
				return f, before, true, nil
			}
		}
		if len(chunks) == 0 {
			look(split.Close(x.LastByte))
			return f, before, ok, nil
		}
	}
}

// nthDecoded is nthFrame for a stream that is compressed as a whole.
func (s *Screen) nthDecoded(ctx context.Context, x wire.Exchange, index int) (f wire.Frame, before time.Time, ok bool, err error) {
	data, err := tape.SideBody(ctx, s.Library, x, wire.Response)
	if err != nil {
		return f, before, false, err
	}
	split := wire.NewSplitter(x.Response.Framing(), tape.EventLimit)
	frames := append(split.Feed(x.LastByte, data), split.Close(x.LastByte)...)
	if index < 0 || index >= len(frames) {
		return f, before, false, nil
	}
	return frames[index], time.Time{}, true, nil
}
