package wire

import (
	"strconv"
	"strings"
	"time"
)

// Moment is a point in time in a filter: a time, or how long ago. The zero Moment is unset. A
// relative Moment stays relative: a saved filter "since:10m" always means the last ten minutes.
type Moment struct {
	At  time.Time
	Ago time.Duration
}

func (m Moment) IsZero() bool { return m.At.IsZero() && m.Ago == 0 }

// Time resolves m relative to now.
func (m Moment) Time(now time.Time) time.Time {
	if m.At.IsZero() {
		return now.Add(-m.Ago)
	}
	return m.At
}

// String writes m as the filter language reads it, "" for the zero Moment.
func (m Moment) String() string {
	switch {
	case m.IsZero():
		return ""
	case m.At.IsZero():
		return m.Ago.String()
	}
	return m.At.UTC().Format(time.RFC3339Nano)
}

// ParseMoment reads "10m", "36h", "3d", a date, or a date with a time of day. A value without a zone is local time.
func ParseMoment(s string) (Moment, bool) {
	if d, ok := parseAgo(s); ok {
		return Moment{Ago: d}, d > 0
	}
	s = strings.ToUpper(strings.Replace(s, " ", "T", 1))
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02"} {
		if t, err := time.ParseInLocation(layout, s, time.Local); err == nil {
			return Moment{At: t.UTC()}, fitsNanos(t)
		}
	}
	return Moment{}, false
}

// fitsNanos reports whether a time is after 1970 and fits in 64 bits as nanoseconds since then.
func fitsNanos(t time.Time) bool { return t.Unix() > 0 && t.Year() < 2262 }

func parseAgo(s string) (time.Duration, bool) {
	if days, ok := strings.CutSuffix(s, "d"); ok {
		n, err := strconv.Atoi(days)
		return time.Duration(n) * 24 * time.Hour, err == nil && n > 0 && n <= 36500
	}
	d, err := time.ParseDuration(s)
	return d, err == nil && d > 0
}
