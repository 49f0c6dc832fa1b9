package exchange

import (
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// moment is a line of the Timing tab.
type moment struct {
	Word  string
	At    time.Time
	After time.Duration // since the request's head
	Step  time.Duration // since the line before
	X, W  string        // the step's bar, of 200 units
}

// moments are when what happened, in order.
func moments(x wire.Exchange, now time.Time) []moment {
	end := x.Ended
	if end.IsZero() {
		end = now
	}
	total := max(end.Sub(x.Started), time.Microsecond)
	var out []moment
	before := x.Started
	add := func(word string, at time.Time) {
		if at.IsZero() {
			return
		}
		m := moment{Word: word, At: at, After: at.Sub(x.Started), Step: at.Sub(before)}
		if m.Step < 0 {
			m.Step = 0 // sides overlap: an agent may answer before it has read all
		}
		m.X = part.Num(clamp(float64(before.Sub(x.Started)) / float64(total) * 200))
		m.W = part.Num(max(clamp(float64(m.Step)/float64(total)*200), 0.5))
		before = at
		out = append(out, m)
	}
	add("Request head read", x.Started)
	add("Request body read", x.RequestDone)
	add("Response head read", x.Answered)
	add("First byte of the body", x.FirstByte)
	add("Last byte of the body", x.LastByte)
	add("Ended", x.Ended)
	return out
}

func clamp(v float64) float64 { return min(max(v, 0), 200) }
