package reading

import (
	"cmp"
	"errors"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// Asked reports whether the request was read.
func (r *Reader) Asked() bool { return r.pieces != nil }

// soFar is what was read, nothing before the request was.
func (r *Reader) soFar() *dialect.Reader { return cmp.Or(r.pieces, new(dialect.Reader)) }

// Identity is what is known so far of version, binding and operation. It can
// change once, with the first document of the response.
func (r *Reader) Identity() a2a.Identity { return r.soFar().Identity() }

// Request is the reading of the request, empty before it was read.
func (r *Reader) Request() a2a.Reading { return r.soFar().Request() }

// RequestBody is the body of the request, its encodings undone.
func (r *Reader) RequestBody() []byte { return r.request.Body }

// Framing is how the response is framed, "" while that is not known.
func (r *Reader) Framing() wire.FrameKind {
	if r.answers == nil {
		return ""
	}
	return r.answers.Kind()
}

// Streams reports whether the response is a stream of events.
func (r *Reader) Streams() bool {
	switch r.Framing() {
	case wire.SSE, wire.Line, wire.WebSocket:
		return true
	case wire.GRPC:
		return r.Identity().Op.Streams()
	}
	return false
}

// Labels is what is concluded so far.
func (r *Reader) Labels() wire.Labels { return r.soFar().Labels() }

// Findings is what is wrong so far, one for each check.
func (r *Reader) Findings() []wire.Finding { return r.soFar().Findings() }

// Task is the task as the response gives it so far, its artifacts put together, or
// nil when there is none. It belongs to the reader: it changes as more is read,
// and must not be changed.
func (r *Reader) Task() *a2a.Task { return r.soFar().Task() }

// Ended is what only the end could tell.
func (r *Reader) Ended() []a2a.Problem { return r.ended }

// Size is how many bytes of both bodies were read, their encodings undone.
func (r *Reader) Size() int64 {
	n := r.asks.Size()
	if r.answers != nil {
		n += r.answers.Size()
	}
	return n
}

// Held is how many bytes are held of bodies that are one document.
func (r *Reader) Held() int {
	n := r.asks.Held() + r.waiting
	if r.answers != nil {
		n += r.answers.Held()
	}
	return n
}

// Err says why not all of the response was read, nil when it was: it unfolds to
// more than is read of an exchange, or is longer than what is.
func (r *Reader) Err() error {
	if err := r.Undone(); errors.Is(err, coding.ErrTooLong) {
		return err
	}
	return nil
}

// Undone says why the encoding of the response could not be undone, or not all of
// it; nil when it was.
func (r *Reader) Undone() error {
	if r.answers == nil {
		return nil
	}
	return r.answers.Err()
}

// Partial reports whether the response is not on record as a whole.
func (r *Reader) Partial() bool {
	unsized := func(g wire.Gap) bool { return g.Side == wire.Response && g.Bytes == 0 } // nobody knows of how many bytes
	return r.x.ResponseKept < r.x.ResponseBytes || r.x.Outcome == wire.Interrupted || r.x.Outcome == wire.Open || slices.ContainsFunc(r.x.Gaps, unsized)
}

// Torn reports whether bytes of a frame of the response are not on record: it
// lies beside a gap, or is what was there when the console stopped. What is
// missing of such a frame is no fault of the agent.
func Torn(x *wire.Exchange, f wire.Frame) bool {
	if f.Partial && x.Outcome == wire.Interrupted {
		return true
	}
	end, missing := f.Offset+f.Length, int64(0)
	for _, g := range x.Gaps {
		if g.Side != wire.Response {
			continue
		}
		at := g.Offset - missing // where it lies in the bytes that are on record
		missing += g.Bytes
		if f.Offset <= at && at < end || f.Partial && at == end {
			return true
		}
	}
	return false
}

// Across is a problem that an exchange shows beside others, as it is on record.
type Across struct {
	a2a.Problem
	Side   wire.Side
	Frame  int // of the response, from 0; -1: it is of no one frame
	Times  int
	Others []string // ids of the exchanges that show it, beside this one
}

// Beside is what of the findings on record of an exchange its bytes alone do not tell.
func Beside(list []wire.Finding) (out []Across) {
	for _, f := range list {
		for _, a := range f.Across {
			p := a2a.Problem{Check: f.Check, Severity: a2a.Severity(a.Severity), Message: a.Message, Path: a.Path, Offset: -1, Spec: a.Spec}
			out = append(out, Across{Problem: p, Side: a.Side, Frame: a.Frame, Times: a.Times, Others: a.Others})
		}
	}
	return out
}
