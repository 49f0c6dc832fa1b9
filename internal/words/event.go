package words

import (
	"fmt"
	"time"
)

// EventName returns a one-line name for an event of a response. The parameters word (the kind of
// event) and what (the name of its subject) come from package stream, already escaped and
// shortened; status is the response's.
func EventName(word, what string, status int) string {
	switch word {
	case "append":
		return "append → " + what
	case "artifact", "error":
		return word + " " + what
	case "comment":
		return "keep-alive"
	case "barred":
		return "✕ " + StatusLine(status)
	case "incomplete":
		return "incomplete event"
	case "unread":
		if status >= 400 {
			return "✕ " + StatusLine(status)
		}
		return "not understood"
	case "state":
		return "status"
	case "push":
		return "push configuration"
	}
	return word
}

// MissingEvents returns a phrase for n changes of a task that had no event.
func MissingEvents(n int64) string { return Plural(int(n), "event") + " missing here" }

// fineThreshold is the duration below which times are shown more precisely than in milliseconds.
const fineThreshold = 10 * time.Millisecond

// FormatOffset formats how long after the request something arrived: like FormatDuration, but to
// the millisecond from a second to a minute.
func FormatOffset(d time.Duration) string {
	switch {
	case d >= time.Second && d < time.Minute:
		return fmt.Sprintf("+%d.%03d s", d/time.Second, d.Milliseconds()%1000)
	case d < fineThreshold && d%time.Millisecond == 0:
		return "+" + Count(int(d.Milliseconds())) + " ms"
	}
	return "+" + FormatDuration(d)
}
