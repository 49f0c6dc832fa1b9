package sequence

import (
	"strconv"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/talk"
)

// share is where a lane stands, in percent of what is right of the time axis.
func (d *Diagram) share(i int) float64 { return 100 * (float64(i) + 0.5) / float64(len(d.Lanes)) }

// x is where a lane stands.
func (d *Diagram) x(i int) string { return part.Num(d.share(i)) + "%" }

// middle is where an arrow's words stand.
func (d *Diagram) middle(h *hop) string { return part.Num((d.share(h.From)+d.share(h.To))/2) + "%" }

// broken is where an arrow that did not arrive ends: before its words.
func (d *Diagram) broken(h *hop) string {
	return part.Num(d.share(h.To)+(d.share(h.From)-d.share(h.To))*0.15) + "%"
}

// shift moves a bar beside those it overlaps.
func (h *hop) shift() string { return "translate(" + strconv.Itoa(h.Slot*5-4) + " 0)" }

// headPath is an arrow's head whose tip is at 0,0.
func headPath(right bool) string {
	if right {
		return "M-1 0l-8 -4v8z"
	}
	return "M1 0l8 -4v8z"
}

// broke reports an end that the agent did not make.
func broke(x wire.Exchange) bool {
	return x.Outcome != wire.ByAgent && x.Outcome != wire.Open
}

// spoken is an exchange for those who do not see the diagram.
func (h *hop) spoken() string {
	s := h.asksInWords() + ". "
	if h.X.Outcome == wire.Open {
		return s + "Still open."
	}
	return s + h.endInWords() + "."
}

// title is what hovering an arrow says.
func (m *mark) title(h *hop) string {
	s := m.Say + "\n" + part.Clock(m.At) + ", " + talk.SinceStart(m.At, h.X.Started)
	if m.Kind != "event" {
		s += "\n" + record.Row{Exchange: h.X}.Operation() + " · " + part.Bytes(h.X.RequestBytes+h.X.ResponseBytes)
	}
	if h.Inferred && m.Kind == "request" {
		s += "\nWho called is inferred from ids and time: there is no traceparent header."
	}
	return s
}
