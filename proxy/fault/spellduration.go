package fault

import (
	"strconv"
	"time"
)

// spellDuration spells a duration: "2 seconds", "1.5 seconds", "300 ms", "5 minutes".
func spellDuration(d time.Duration) string {
	unit, of := "second", time.Second
	switch {
	case d < time.Second:
		return strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', -1, 64) + " ms"
	case d%time.Hour == 0:
		unit, of = "hour", time.Hour
	case d%time.Minute == 0:
		unit, of = "minute", time.Minute
	case d >= time.Minute:
		return formatDuration(d)
	}
	if d == of {
		return "1 " + unit
	}
	return strconv.FormatFloat(float64(d)/float64(of), 'f', -1, 64) + " " + unit + "s"
}
