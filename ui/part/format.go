package part

import (
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/internal/words"
)

// Bytes is a size as people read it: "812 B", "61.0 KB", "16.0 MB". Units are
// of 1,024.
func Bytes(n int64) string { return words.Bytes(n) }

// Count is a number with thousands separated: "4,998".
func Count(n int) string { return words.Count(n) }

// Plural is a count with its noun: "1 event", "4,998 events".
func Plural(n int, noun string) string { return words.Plural(n, noun) }

// Took is a duration as people read it: "40 µs", "812 µs", "1.4 ms", "812 ms", "12.3 s", "3 m 04 s".
func Took(d time.Duration) string { return words.FormatDuration(d) }

// Since is a time relative to now: "just now", "4 min ago", "2 days ago".
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

// Clock is a moment's local time of day to the millisecond.
func Clock(t time.Time) string { return words.Clock(t) }

// Stamp is a moment's local date and time.
func Stamp(t time.Time) string { return words.Stamp(t) }

// ShortID is an id short enough for a row. Ids made within a minute often begin
// alike, so that the end is what tells them apart.
func ShortID(id string) string {
	if r := []rune(id); len(r) > 13 {
		return Visible(string(r[:4])) + "…" + Visible(string(r[len(r)-8:]))
	}
	return Visible(id)
}
