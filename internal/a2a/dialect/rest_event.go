package dialect

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// event reads one frame of a stream, its data taken apart. A comment, and the
// empty farewell that some agents end with, are KindEmpty.
func (rest) event(id a2a.Identity, r *request, f wire.Frame, e *envelope) a2a.Reading {
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
		framing = append(framing, problem("SSE-02", a2a.Info, "$", e.value, clause(id, "§3.3", "§11.7"),
			"event "+brief(f.Event)+" carries no result; some agents end a stream with one"))
	case e.doc.unreadable:
		framing = append(framing, e.doc.problems...)
	case e.where != "$":
		out = readForeign(id, r, Message{}, e)
	case errorShape(e):
		out = readFailure(id, 0, e)
	default:
		out = readBare(id, r, e)
	}
	out.Problems = append(framing, out.Problems...)
	return out
}
