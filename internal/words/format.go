package words

import (
	"strconv"
	"time"
)

// Bytes formats a size for display: "812 B", "61.0 KB", "16.0 MB". 1 KB is 1,024 B.
func Bytes(n int64) string {
	switch {
	case n < 0:
		return "–"
	case n < 1024:
		return strconv.FormatInt(n, 10) + " B"
	}
	v, unit := float64(n)/1024, "KB"
	for _, u := range []string{"MB", "GB", "TB"} {
		if v < 1023.95 {
			break
		}
		v, unit = v/1024, u
	}
	if v < 99.95 {
		return strconv.FormatFloat(v, 'f', 1, 64) + " " + unit
	}
	return strconv.FormatFloat(v, 'f', 0, 64) + " " + unit
}

// Count formats a number with thousands separators: "4,998".
func Count(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Plural formats a count with its noun: "1 event", "4,998 events".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Count(n) + " " + noun + "s"
}

// Stamp formats a time as local date and time.
func Stamp(t time.Time) string { return t.Local().Format("2 Jan 2006 15:04:05") }

// Clock formats a time as local time of day, to the millisecond.
func Clock(t time.Time) string { return t.Local().Format("15:04:05.000") }

// Moment formats a time as the local time of day if it is today, else with its date.
func Moment(t, now time.Time) string {
	t, now = t.Local(), now.Local()
	switch {
	case t.Format(time.DateOnly) == now.Format(time.DateOnly):
		return t.Format(time.TimeOnly)
	case t.Year() == now.Year():
		return t.Format("2 Jan 15:04")
	}
	return t.Format("2 Jan 2006")
}
