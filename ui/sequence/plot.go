package sequence

import (
	"strconv"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/talk"
)

// share returns the position of a lane, in percent of the width right of the time axis.
func (d *Diagram) share(i int) float64 { return 100 * (float64(i) + 0.5) / float64(len(d.Lanes)) }

func (d *Diagram) x(i int) string { return part.Num(d.share(i)) + "%" }

// middle returns the position of an arrow's text.
func (d *Diagram) middle(h *hop) string { return part.Num((d.share(h.From)+d.share(h.To))/2) + "%" }

// parties names caller and agent. Responses go the opposite way.
func (d *Diagram) parties(h *hop) string {
	s := part.Short(d.Lanes[h.From].Name, 28) + " → " + part.Short(d.Lanes[h.To].Name, 28)
	if h.Inferred {
		s += " (inferred)"
	}
	return s
}

// midway returns a position between the lanes of an exchange: 0 at the caller's, 1 at the agent's.
func (d *Diagram) midway(h *hop, at float64) string {
	return part.Num(d.share(h.From)+(d.share(h.To)-d.share(h.From))*at) + "%"
}

// shaft returns the ends of an arrow's line. A dropped or injected message
// covers only half the way.
func (d *Diagram) shaft(h *hop, m *mark) (from, to string) {
	switch m.Path {
	case pathLost, pathHeld:
		if m.IsResponse {
			return d.midway(h, 0.5), d.x(h.To)
		}
		return d.x(h.From), d.midway(h, 0.5)
	case pathInjected:
		return d.x(h.From), d.midway(h, 0.5)
	case pathResumed:
		return d.midway(h, 0.5), d.x(h.To)
	}
	return d.x(h.From), d.x(h.To)
}

// broken returns where an arrow that did not arrive ends, before its text.
func (d *Diagram) broken(h *hop) string {
	return part.Num(d.share(h.To)+(d.share(h.From)-d.share(h.To))*0.15) + "%"
}

// shift moves a bar next to those that it overlaps.
func (h *hop) shift() string { return "translate(" + strconv.Itoa(h.Slot*5-4) + " 0)" }

// headPath returns the path of an arrowhead with its tip at 0,0.
func headPath(right bool) string {
	if right {
		return "M-1 0l-8 -4v8z"
	}
	return "M1 0l8 -4v8z"
}

// isBroken reports whether the end was not the agent's. With an HTTP error, the response did
// arrive.
func isBroken(x wire.Exchange) bool {
	return x.Outcome != wire.ByAgent && x.Outcome != wire.Open && !words.HasFailedStatus(&x)
}

// description describes an exchange for screen readers.
func (h *hop) description() string {
	s := h.requestSentence() + ". "
	if h.X.Outcome == wire.Open {
		return s + "Still open." + h.findingsSentence()
	}
	return s + h.endSentence() + "." + h.findingsSentence()
}

// title returns the tooltip of an arrow.
func (m *mark) title(h *hop) string {
	s := m.Sentence + "\n" + part.Clock(m.At) + ", " + talk.SinceStart(m.At, h.X.Started)
	if m.Kind != "event" {
		s += "\n" + part.Short(record.Row{Exchange: h.X}.Operation(), 80) + " · " + part.Bytes(h.X.RequestBytes+h.X.ResponseBytes)
	}
	if h.Inferred && m.Kind == "request" {
		s += "\nWho called is inferred from ids and times: no traceparent header proves it."
	}
	return s
}
