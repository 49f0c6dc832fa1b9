package archive

import (
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Gap is a wire.Gap in files and in JSON for other programs. A gap in an exchange has side and offset, one of
// a session has neither.
type Gap struct {
	Side      string    `json:"side,omitempty"`
	Offset    *int64    `json:"offset,omitempty"`    // of the first missing byte of the side
	Bytes     int64     `json:"bytes,omitempty"`     // missing bytes of the body; absent when unknown
	Exchanges int       `json:"exchanges,omitempty"` // exchanges that are missing completely
	From      time.Time `json:"from,omitzero"`
	To        time.Time `json:"to,omitzero"`
	Cause     string    `json:"why"`
	Problem   string    `json:"problem,omitempty"`
}

// GapOf converts a gap for writing.
func GapOf(g wire.Gap) Gap {
	out := Gap{Bytes: g.Bytes, Exchanges: g.Exchanges, From: g.From, To: g.To, Cause: g.Cause, Problem: g.Problem}
	if g.Exchange != "" {
		out.Side, out.Offset = g.Side.String(), &g.Offset
	}
	return out
}

// GapsOf converts gaps for writing. It returns nil for none.
func GapsOf(list []wire.Gap) []Gap {
	var out []Gap
	for _, g := range list {
		out = append(out, GapOf(g))
	}
	return out
}

// wireGap converts a gap that was read, of a session if exchange is "". why says what is wrong with it, "" for
// nothing.
func (g *Gap) wireGap(session, exchange string, l Limits) (out wire.Gap, why string) {
	out = wire.Gap{
		Session: session, Exchange: exchange, Bytes: g.Bytes, Exchanges: g.Exchanges,
		From: g.From.UTC(), To: g.To.UTC(), Cause: g.Cause, Problem: g.Problem,
	}
	if exchange != "" {
		var known bool
		if out.Side, known = wire.ParseSide(g.Side); !known {
			return out, "a gap of a side that does not exist"
		}
		if g.Offset != nil {
			out.Offset = *g.Offset
		}
	}
	switch {
	case min(out.Offset, out.Bytes) < 0 || out.Exchanges < 0:
		return out, "a gap with a negative count"
	case len(g.Cause) > l.Text || len(g.Problem) > l.Text:
		return out, "the text of a gap is too long"
	case !fitsNanos(g.From) || !fitsNanos(g.To):
		return out, "the time of a gap is not between 1678 and 2261"
	}
	return out, ""
}

// gapsOf converts the gaps of an exchange.
func gapsOf(list []Gap, session, exchange string, l Limits) (out []wire.Gap, why string) {
	for i := range list {
		g, why := list[i].wireGap(session, exchange, l)
		if why != "" {
			return nil, why
		}
		out = append(out, g)
	}
	return out, ""
}
