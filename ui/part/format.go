package part

import (
	"fmt"
	"strconv"
	"time"

	"github.com/a2a-console/a2a-console/internal/words"
)

// Bytes is a size as people read it: "812 B", "61.0 KB", "16.0 MB". Units are
// of 1,024.
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

// Count is a number with thousands separated: "4,998".
func Count(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Plural is a count with its noun: "1 event", "4,998 events".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Count(n) + " " + noun + "s"
}

// Took is a duration as people read it: "40 µs", "812 µs", "1.4 ms", "812 ms", "12.3 s", "3 m 04 s".
func Took(d time.Duration) string { return words.Took(d) }

// Since is a time relative to now: "just now", "4 m ago", "2 days ago".
func Since(t, now time.Time) string {
	d := now.Sub(t)
	switch {
	case t.IsZero():
		return "never"
	case d < 5*time.Second:
		return "just now"
	case d < time.Minute:
		return fmt.Sprintf("%d s ago", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d m ago", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h ago", int(d.Hours()))
	}
	return fmt.Sprintf("%d days ago", int(d.Hours()/24))
}

// Clock is a moment's local time of day to the millisecond.
func Clock(t time.Time) string { return t.Local().Format("15:04:05.000") }

// Stamp is a moment's local date and time.
func Stamp(t time.Time) string { return t.Local().Format("2 Jan 2006 15:04:05") }

// ShortID is an id short enough for a row. Ids made within a minute often begin
// alike, so that the end is what tells them apart.
func ShortID(id string) string {
	if r := []rune(id); len(r) > 13 {
		return Visible(string(r[:4])) + "…" + Visible(string(r[len(r)-8:]))
	}
	return Visible(id)
}
