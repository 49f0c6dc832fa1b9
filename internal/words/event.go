package words

import "time"

// EventName is what an event of a response is called in a line: word is what it is and what the
// name of that, as package stream tells them, the name marked and as short as it is to be;
// status is that of the response.
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

// MissingEvents says that changes of a task came without their events.
func MissingEvents(n int64) string { return Plural(int(n), "event") + " missing here" }

// fineThreshold is below what times have more digits than milliseconds.
const fineThreshold = 10 * time.Millisecond

// FormatOffset is how long after the request something came: exact to the millisecond below a
// minute, and finer where that would make everything one.
func FormatOffset(d time.Duration) string {
	if d > 0 && d < fineThreshold && d%time.Millisecond != 0 || d >= time.Minute {
		return "+" + FormatDuration(d)
	}
	return "+" + Count(int(d.Milliseconds())) + " ms"
}
