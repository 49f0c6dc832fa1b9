package wire

import "time"

// Stopwatch stamps the events of one exchange. Its start is read off the wall
// clock; every later stamp is the start plus the time that has passed by the
// monotonic clock. So the stamps of an exchange are in order, and its durations
// right, also when the wall clock is set meanwhile. A value; safe for
// concurrent use.
type Stopwatch struct {
	start time.Time // UTC
	since time.Time // the same moment, with its monotonic reading
}

// StartStopwatch starts one. now is the wall clock and is asked once; nil means
// time.Now.
func StartStopwatch(now func() time.Time) Stopwatch {
	t := time.Now()
	if now == nil {
		return Stopwatch{t.UTC(), t}
	}
	return Stopwatch{now().UTC(), t}
}

// Start is when it was started, in UTC.
func (s Stopwatch) Start() time.Time { return s.start }

// Now is the stamp of what happens now, in UTC.
func (s Stopwatch) Now() time.Time { return s.start.Add(time.Since(s.since)) }
