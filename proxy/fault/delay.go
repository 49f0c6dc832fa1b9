package fault

import (
	"context"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var delayAction = Action{
	Name: "delay", Does: "waits before it goes on. What comes after it waits, too", On: Requests | Responses, Waits: true,
	Forms: []Form{{"delay 2s", "waits two seconds"}, {"delay 200ms..2s", "waits between these, another time for each"}},
	parse: func(s *scan) (Fault, error) {
		s.skip()
		at := s.at
		from, to, isRange := strings.Cut(s.word(), "..")
		if !isRange {
			to = from
		}
		d := Delay{}
		var ok, also bool
		d.From, ok = durationOf(from)
		d.To, also = durationOf(to)
		if !ok || !also || isRange && d.From >= d.To {
			return nil, s.wants(at, "time, and no range of times that grows")
		}
		return d, nil
	},
}

// Delay waits.
type Delay struct{ From, To time.Duration }

func (d Delay) String() string {
	if d.From == d.To {
		return "delay " + short(d.From)
	}
	return "delay " + short(d.From) + ".." + short(d.To)
}

// Words is of Fault.
func (d Delay) Words(wire.Side) string {
	if d.Draws() {
		return "is between " + spelled(d.From) + " and " + spelled(d.To) + " late"
	}
	return "is " + spelled(d.From) + " late"
}

// Draws reports whether the time is drawn.
func (d Delay) Draws() bool { return d.From < d.To }

// Frame is of OnFrame.
func (d Delay) Frame(ctx context.Context, w *Work) error {
	wait := d.From
	if d.Draws() {
		wait += time.Duration(w.Rand.Int64N(int64(d.To-d.From) + 1))
	}
	began := time.Now()
	if err := Sleep(ctx, wait); err != nil {
		return err
	}
	w.waited(wire.Delayed, min(wait, time.Since(began)))
	return nil
}
