package words

import (
	"fmt"
	"strconv"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// ExchangeDuration returns how long an exchange took, for display; "" while it is open. It is also
// "" if the console stopped first, because the end is unknown then.
func ExchangeDuration(x *wire.Exchange) string {
	if x.Ended.IsZero() || x.Outcome == wire.Open || x.Outcome == wire.Interrupted {
		return ""
	}
	return FormatDuration(x.Ended.Sub(x.Started))
}

// FormatDuration formats a duration for display: "40 µs", "1.4 ms", "812 ms", "12.3 s", "3 m 04 s".
func FormatDuration(d time.Duration) string {
	switch {
	case d < 0:
		return "–"
	case d == 0:
		return "0 µs"
	case d < time.Millisecond:
		return strconv.FormatInt(max(d.Microseconds(), 1), 10) + " µs"
	case d < 10*time.Millisecond:
		return strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', 1, 64) + " ms"
	case d < time.Second:
		return strconv.FormatInt(d.Milliseconds(), 10) + " ms"
	case d < time.Minute:
		return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
	case d < time.Hour:
		return fmt.Sprintf("%d m %02d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d h %02d m", int(d.Hours()), int(d.Minutes())%60)
}
