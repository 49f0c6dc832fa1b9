package words

import "time"

// EventName names an event of a response in one line. word is the kind of event and what the name of its
// subject, as package stream returns them, already escaped and shortened; status is the response's.
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

// MissingEvents says that a task changed n times without an event.
func MissingEvents(n int64) string { return Plural(int(n), "event") + " missing here" }

// fineThreshold is the duration below which times are shown more precisely than in milliseconds.
const fineThreshold = 10 * time.Millisecond

// FormatOffset says how long after the request something arrived: to the millisecond below a minute, and more
// precisely for the first few milliseconds.
func FormatOffset(d time.Duration) string {
	if d > 0 && d < fineThreshold && d%time.Millisecond != 0 || d >= time.Minute {
		return "+" + FormatDuration(d)
	}
	return "+" + Count(int(d.Milliseconds())) + " ms"
}
