package fault

import (
	"context"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var delayAction = Action{
	Name: "delay", Summary: "waits before it is forwarded. What follows it waits too", Targets: Requests | Responses, CanWait: true,
	Forms: []Form{{"delay 2s", "waits two seconds"}, {"delay 200ms..2s", "waits a random time in this range, another one for each frame"}},
	parse: func(s *scanner) (Fault, error) {
		s.skip()
		at := s.offset
		from, to, isRange := strings.Cut(s.readWord(), "..")
		if !isRange {
			to = from
		}
		d := Delay{}
		var ok, also bool
		d.Min, ok = parseDuration(from)
		d.Max, also = parseDuration(to)
		if !ok || !also || isRange && d.Min >= d.Max {
			return nil, s.expectedError(at, "a time such as 2s, or a range such as 200ms..2s")
		}
		return d, nil
	},
}

// Delay waits for a time between Min and Max.
type Delay struct{ Min, Max time.Duration }

func (d Delay) String() string {
	if d.Min == d.Max {
		return "delay " + formatDuration(d.Min)
	}
	return "delay " + formatDuration(d.Min) + ".." + formatDuration(d.Max)
}

func (d Delay) Describe(wire.Side) string {
	if d.IsRandom() {
		return "is between " + spellDuration(d.Min) + " and " + spellDuration(d.Max) + " late"
	}
	return "is " + spellDuration(d.Min) + " late"
}

// IsRandom reports whether each frame waits for another time.
func (d Delay) IsRandom() bool { return d.Min < d.Max }

func (d Delay) Frame(ctx context.Context, w *Work) error {
	wait := d.Min
	if d.IsRandom() {
		wait += time.Duration(w.Rand.Int64N(int64(d.Max-d.Min) + 1))
	}
	began := time.Now()
	if err := Sleep(ctx, wait); err != nil {
		return err
	}
	w.addWait(wire.PassageDelayed, min(wait, time.Since(began)))
	return nil
}
