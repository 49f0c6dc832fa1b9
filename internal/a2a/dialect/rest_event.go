package dialect

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// event reads one frame of a stream, its data taken apart. A comment, and the
// empty farewell that some agents end with, are KindEmpty.
func (httpJSON) event(id a2a.Identity, r *request, f wire.Frame, e *document.Envelope) a2a.Reading {
	if f.Kind == wire.Comment {
		return reading(id, a2a.KindEmpty, nil)
	}
	out := reading(id, a2a.KindNone, f.Data)
	framing := checkFrame(f)
	switch {
	case f.Kind == wire.SSE && len(f.Data) == 0:
		out.Kind = a2a.KindEmpty
	case farewell(f, e):
		out.Kind = a2a.KindEmpty
		framing = append(framing, document.Problem("SSE-02", a2a.SeverityInfo, "$", e.Value, restSection(id).Stream,
			"event "+document.Brief(f.Event)+" carries no result; some agents end a stream with one"))
	case e.Doc.Unreadable:
		framing = append(framing, e.Doc.Problems...)
	case e.Where != "$":
		out = readForeign(id, r, Message{}, e)
	case errorShape(e):
		out = readFailure(id, 0, e)
	default:
		out = readBare(id, r, e)
	}
	out.Problems = append(framing, out.Problems...)
	return out
}
