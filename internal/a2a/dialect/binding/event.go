package binding

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// ReadFrame reads one document of a frame of a stream: with read, unless it cannot be one.
// A comment, and the empty last event that some agents end with, are KindEmpty. at is where
// the rules of streams stand, and expected what every event carries.
func ReadFrame(id a2a.Identity, f wire.Frame, e *document.Envelope, at, expected string, read func() a2a.Reading) a2a.Reading {
	if f.Kind == wire.Comment {
		return Reading(id, a2a.KindEmpty, nil)
	}
	out := Reading(id, a2a.KindNone, f.Data)
	framing := checkFrame(f)
	switch {
	case f.Kind == wire.SSE && len(f.Data) == 0:
		out.Kind = a2a.KindEmpty
	case closing(f, e):
		out.Kind = a2a.KindEmpty
		framing = append(framing, document.Problem("SSE-02", a2a.SeverityInfo, "$", e.Value, at,
			"event "+document.Brief(f.Event)+" carries no "+expected+"; some agents end a stream with one"))
	case id.Binding == "":
	case e.Doc.Unreadable:
		framing = append(framing, e.Doc.Problems...)
	default:
		out = read()
	}
	out.Problems = append(framing, out.Problems...)
	return out
}

// closing reports whether an event only ends the stream: "event: close" or
// "event: end" with an empty object.
func closing(f wire.Frame, e *document.Envelope) bool {
	if f.Event != "close" && f.Event != "end" && f.Event != "done" {
		return false
	}
	return !e.Answer() && (len(f.Data) == 0 || bytes.Equal(bytes.Join(bytes.Fields(f.Data), nil), []byte("{}")))
}

// checkFrame passes on flaws of the framing, which have their places in the
// bytes of the stream and not in the event's data.
func checkFrame(f wire.Frame) []a2a.Problem {
	var ps []a2a.Problem
	if n := len(f.Problems); n > 0 {
		more := ""
		if n > 1 {
			more = fmt.Sprintf("; and %d more such flaws", n-1)
		}
		ps = append(ps, document.Unplaced("SSE-25/framing", a2a.SeverityWarning, "WHATWG HTML §9.2", strings.TrimSuffix(f.Problems[0].Message, ".")+more))
	}
	return ps
}
