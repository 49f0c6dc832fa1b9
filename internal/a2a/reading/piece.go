package reading

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Part says what of a response was read.
type Part string

const (
	Head    Part = "head"    // of a stream or a gRPC answer
	Body    Part = "body"    // one document, or what should have been one
	Event   Part = "event"   // of a stream, or the message of a gRPC answer
	Trailer Part = "trailer" // how a gRPC call ended
)

// Piece is a part of a response with its reading.
type Piece struct {
	Part Part

	// Frame is what was read. Of a body that was encoded, its bytes and offsets are
	// those after that was undone; its times are those at which the bytes came. Of
	// a head or trailer there is none, only the time.
	Frame   wire.Frame
	Reading a2a.Reading
}

// Comment reports an event that carries nothing, and keeps a connection open.
func (p *Piece) Comment() bool { return p.Frame.Kind == wire.Comment }

// Across is a problem that an exchange shows beside others, as it is on record.
type Across struct {
	a2a.Problem
	Side           wire.Side
	Frame          int // of the response, from 0; -1: it is of no one frame
	Times          int
	OtherExchanges []string // ids of the exchanges that show it, beside this one
}

// AcrossOf is what of the findings on record of an exchange its bytes alone do not tell.
func AcrossOf(list []wire.Finding) (out []Across) {
	for _, f := range list {
		for _, a := range f.CrossFindings {
			p := a2a.Problem{Check: f.Check, Severity: a2a.Severity(a.Severity), Message: a.Message, Path: a.Path, Offset: -1, Spec: a.Spec}
			out = append(out, Across{Problem: p, Side: a.Side, Frame: a.Frame, Times: a.Times, OtherExchanges: a.Others})
		}
	}
	return out
}
