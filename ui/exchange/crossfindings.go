package exchange

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// placeCrossFindings lists findings that involve other exchanges, for the Findings tab.
func placeCrossFindings(d *detail) (out []placedFinding) {
	for _, a := range d.CrossFindings {
		f := placedFinding{Problem: a.Problem, Place: "response", Tab: "response", Times: a.Times, Exchanges: a.OtherExchanges}
		switch {
		case a.Side == wire.Request:
			f.Place, f.Tab = "request", "request"
		case a.Frame >= 0 && d.tape.Framed():
			f.Place, f.Tab, f.Event = "event "+part.Count(a.Frame+1), "events", a.Frame+1
		}
		out = append(out, f)
	}
	return out
}

// crossProblems returns a side's findings that involve other exchanges, with their offsets in text.
// event is the number of an event, from 1; 0 selects findings that are not about one event.
func (d *detail) crossProblems(side wire.Side, event int, text []byte) (out []a2a.Problem) {
	for _, a := range d.CrossFindings {
		if a.Side != side || event > 0 && a.Frame != event-1 || event == 0 && a.Frame >= 0 && d.tape.Framed() {
			continue
		}
		p := a.Problem
		p.Offset = dialect.Place(text, p.Path)
		out = append(out, p)
	}
	return out
}

// withCrossFindings adds the findings of an event that involve other exchanges.
func (d *detail) withCrossFindings(e *event) *event {
	e.CrossFindings = d.crossProblems(wire.Response, e.Number, e.Text())
	return e
}

// maxRelated bounds the exchanges that a finding names.
const maxRelated = 5

func (s *Screen) readRelated(ctx context.Context, d *detail) map[string]wire.Exchange {
	out := map[string]wire.Exchange{}
	for _, a := range d.CrossFindings {
		for _, id := range a.OtherExchanges[:min(len(a.OtherExchanges), maxRelated)] {
			if _, known := out[id]; known || len(out) == maxFindings {
				continue
			}
			if x, err := s.Library.Exchange(ctx, id); err == nil { // skip one that was deleted
				out[id] = x
			}
		}
	}
	return out
}

// exchangesOf returns the exchanges that a finding names, at most maxRelated.
func (d *detail) exchangesOf(f placedFinding) (out []wire.Exchange) {
	for _, id := range f.Exchanges {
		if x, ok := d.RelatedExchanges[id]; ok && len(out) < maxRelated {
			out = append(out, x)
		}
	}
	return out
}
