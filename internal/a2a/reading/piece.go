package reading

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Part is the part of a response that a Piece holds.
type Part string

const (
	Head    Part = "head"    // of a stream or a gRPC answer
	Body    Part = "body"    // one document, or what should have been one
	Event   Part = "event"   // of a stream, or the message of a gRPC answer
	Trailer Part = "trailer" // how a gRPC call ended
)

type Piece struct {
	Part Part

	// Frame is what was read. Bytes and offsets are those of the decoded body, times those at which the
	// encoded bytes arrived. For a head or trailer it has only times.
	Frame   wire.Frame
	Reading a2a.Reading
}

// Comment reports whether the piece is an SSE comment, which only keeps the connection open.
func (p *Piece) Comment() bool { return p.Frame.Kind == wire.Comment }

// Across is a recorded problem that an exchange shows together with others.
type Across struct {
	a2a.Problem
	Side           wire.Side
	Frame          int // frame of the response, from 0; -1 if the problem is not in a single frame
	Times          int
	OtherExchanges []string // ids of the other exchanges that show it
}

// AcrossOf returns, from an exchange's recorded findings, those that its own bytes do not show.
func AcrossOf(list []wire.Finding) (out []Across) {
	for _, f := range list {
		for _, a := range f.CrossFindings {
			p := a2a.Problem{Check: f.Check, Severity: a2a.Severity(a.Severity), Message: a.Message, Path: a.Path, Offset: -1, Spec: a.Spec}
			out = append(out, Across{Problem: p, Side: a.Side, Frame: a.Frame, Times: a.Times, OtherExchanges: a.Others})
		}
	}
	return out
}
