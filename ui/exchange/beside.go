package exchange

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// besides lists what shows beside other exchanges, for the Findings tab.
func besides(d *detail) (out []placed) {
	for _, a := range d.Beside {
		f := placed{Problem: a.Problem, Where: "response", Tab: "response", Times: a.Times, Others: a.Others}
		switch {
		case a.Side == wire.Request:
			f.Where, f.Tab = "request", "request"
		case a.Frame >= 0 && d.tape.Framed():
			f.Where, f.Tab, f.Event = "event "+part.Count(a.Frame+1), "events", a.Frame+1
		}
		out = append(out, f)
	}
	return out
}

// besideIn is what of a side shows beside other exchanges, with its places in a text: of
// an event with a number, counted from 1, or with 0 what is of no one event.
func (d *detail) besideIn(side wire.Side, event int, text []byte) (out []a2a.Problem) {
	for _, a := range d.Beside {
		if a.Side != side || event > 0 && a.Frame != event-1 || event == 0 && a.Frame >= 0 && d.tape.Framed() {
			continue
		}
		p := a.Problem
		p.Offset = dialect.Place(text, p.Path)
		out = append(out, p)
	}
	return out
}

// withBeside is an event with what it shows beside other exchanges.
func (d *detail) withBeside(e *event) *event {
	e.Beside = d.besideIn(wire.Response, e.Number, e.Text())
	return e
}

// mostOthers is how many exchanges a finding names.
const mostOthers = 5

// readNamed reads the exchanges that findings name.
func (s *Screen) readNamed(ctx context.Context, d *detail) map[string]wire.Exchange {
	out := map[string]wire.Exchange{}
	for _, a := range d.Beside {
		for _, id := range a.Others[:min(len(a.Others), mostOthers)] {
			if _, known := out[id]; known || len(out) == maxFindings {
				continue
			}
			if x, err := s.Library.Exchange(ctx, id); err == nil { // it may be gone
				out[id] = x
			}
		}
	}
	return out
}

// exchangesOf are the exchanges that show a finding, as far as they are named.
func (d *detail) exchangesOf(f placed) (out []wire.Exchange) {
	for _, id := range f.Others {
		if x, ok := d.Others[id]; ok && len(out) < mostOthers {
			out = append(out, x)
		}
	}
	return out
}
