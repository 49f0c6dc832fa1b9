package part

import (
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/internal/words"
)

// Bytes formats a size: "812 B", "61.0 KB", "16.0 MB". Units are multiples of 1,024.
func Bytes(n int64) string { return words.Bytes(n) }

// Count formats a number with thousands separated: "4,998".
func Count(n int) string { return words.Count(n) }

// Plural formats a count with its noun: "1 event", "4,998 events".
func Plural(n int, noun string) string { return words.Plural(n, noun) }

// Duration formats a duration: "40 µs", "1.4 ms", "812 ms", "12.3 s", "3 m 04 s".
func Duration(d time.Duration) string { return words.FormatDuration(d) }

// Since formats a time relative to now: "just now", "4 min ago", "2 days ago".
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
		return fmt.Sprintf("%d min ago", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h ago", int(d.Hours()))
	}
	return fmt.Sprintf("%d days ago", int(d.Hours()/24))
}

// Clock formats the local time of day, to the millisecond.
func Clock(t time.Time) string { return words.Clock(t) }

// Stamp formats the local date and time.
func Stamp(t time.Time) string { return words.Stamp(t) }

// ShortID shortens an id for a row. It keeps the end, because ids made within a
// minute often begin alike.
func ShortID(id string) string {
	if r := []rune(id); len(r) > 13 {
		return Visible(string(r[:4])) + "…" + Visible(string(r[len(r)-8:]))
	}
	return Visible(id)
}
