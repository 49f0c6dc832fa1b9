package wire

import "time"

// Stopwatch timestamps the events of one exchange. It reads the wall clock once, at its start; every later
// timestamp adds the time elapsed on the monotonic clock. So the timestamps of an exchange are in order, and
// its durations correct, even if the wall clock is changed meanwhile. Safe for concurrent use.
type Stopwatch struct {
	start time.Time // UTC
	since time.Time // the same moment, with its monotonic reading
}

// StartStopwatch starts a stopwatch. It calls now, the wall clock, once; nil means time.Now.
func StartStopwatch(now func() time.Time) Stopwatch {
	t := time.Now()
	if now == nil {
		return Stopwatch{t.UTC(), t}
	}
	return Stopwatch{now().UTC(), t}
}

func (s Stopwatch) Start() time.Time { return s.start }

// Now is the current timestamp, in UTC.
func (s Stopwatch) Now() time.Time { return s.start.Add(time.Since(s.since)) }
