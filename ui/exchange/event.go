package exchange

import (
	"context"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// event is one event of a stream, as the Events tab shows it.
type event struct {
	Number        int // from 1
	Frame         wire.Frame
	After         time.Duration // time from the request to the event's last byte
	Gap           time.Duration // since the event before it
	Reading       a2a.Reading
	CrossFindings []a2a.Problem // findings that involve other exchanges, with their offsets in Text
	Last          bool
	OmittedBefore int         // number of events left out before it
	Sent          []sentEvent // how it was forwarded, and what was injected before it (after the last event, too)
}

// event returns the n-th event of a stream, from 1; nil if there is none.
func (s *Screen) event(ctx context.Context, d *detail, n int) (*event, error) {
	f, before, ok, err := s.nthFrame(ctx, d.X, n-1)
	if err == nil && !ok {
		return d.ending(n), nil
	}
	if err != nil {
		return nil, err
	}
	e := &event{Number: n, Frame: f, After: f.Complete.Sub(d.X.Started), Last: n >= d.tape.Frames}
	if !before.IsZero() {
		e.Gap = f.Complete.Sub(before)
	}
	if d.tape.Reader != nil && f.Kind != wire.Comment {
		by := eventReader{s: s, x: &d.X, id: d.tape.Reader.Identity()}
		if e.Reading, err = by.read(ctx, f); err != nil {
			return nil, err
		}
	}
	if e.Sent, err = s.sentOf(ctx, d, e); err != nil {
		return nil, err
	}
	return d.withCrossFindings(e), nil
}

// eventReader reads single events of a response whose identity is known.
type eventReader struct {
	s    *Screen
	x    *wire.Exchange
	id   a2a.Identity
	kind wire.FrameKind
}

func (r eventReader) read(ctx context.Context, f wire.Frame) (a2a.Reading, error) {
	body, err := tape.SideBody(ctx, r.s.Library, *r.x, wire.Request)
	if err != nil {
		return a2a.Reading{}, err
	}
	return readFrame(r.x, r.id, body, f), nil
}

// readFrame reads a frame of the response to the request that has the given body.
func readFrame(x *wire.Exchange, id a2a.Identity, body []byte, f wire.Frame) a2a.Reading {
	m := dialect.RequestHead(x)
	m.Body = body
	out := dialect.ReadEvent(id, m, dialect.ResponseHead(x), f)
	if reading.Torn(x, f) {
		out.Problems = nil
	}
	return out
}

// ending returns the error that a gRPC call ended with, as the event after its last message, or nil
// if n is not that event or there was no error.
func (d *detail) ending(n int) *event {
	if d.tape.Reader == nil || d.tape.Reader.Framing() != wire.GRPC || n != d.tape.Frames+1 {
		return nil
	}
	r := dialect.ReadEnd(d.tape.Reader.Identity(), dialect.ResponseHead(&d.X))
	if r.Kind != a2a.KindError {
		return nil
	}
	f := wire.Frame{Kind: wire.GRPC, Index: n - 1, Offset: d.X.ResponseBytes, At: d.X.Ended, Complete: d.X.Ended}
	return &event{Number: n, Frame: f, After: d.X.Ended.Sub(d.X.Started), Reading: r, Last: true}
}

// TextProblems returns the event's findings with their offsets in Text. Over gRPC, those of Reading
// have none, because they refer to the bytes.
func (e *event) TextProblems() []a2a.Problem {
	if e.Frame.Kind != wire.GRPC {
		return slices.Concat(e.Reading.Problems, e.CrossFindings)
	}
	return slices.Concat(withoutPlaces(e.Reading.Problems), e.CrossFindings)
}

// withoutPlaces returns problems without offsets, to show with another text than the one they refer
// to.
func withoutPlaces(ps []a2a.Problem) []a2a.Problem {
	out := slices.Clone(ps)
	for i := range out {
		out[i].Offset = -1
	}
	return out
}

// Text returns what is shown of the event: its data or, over gRPC, the message as ProtoJSON.
func (e *event) Text() []byte {
	if e.Frame.Kind == wire.GRPC {
		return e.Reading.Repaired
	}
	return e.Frame.Data
}

// nthFrame returns the frame with an index, from 0, and when the frame before it was complete.
func (s *Screen) nthFrame(ctx context.Context, x wire.Exchange, index int) (f wire.Frame, before time.Time, ok bool, err error) {
	return tape.FrameOf(ctx, s.Library, &x, func(f wire.Frame) bool { return f.Index == index })
}
