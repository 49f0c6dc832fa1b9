package words

import (
	"github.com/a2a-console/a2a-console/internal/wire"
)

// ExchangeCount formats the number of a session's exchanges, as on the page Sessions. It counts the
// console's own separately.
func ExchangeCount(all, own int) string {
	if own == 0 {
		return Plural(all, "exchange")
	}
	if all == own {
		return Plural(all, "exchange") + ", made by the console"
	}
	return Plural(all-own, "exchange") + " and " + Count(own) + " made by the console"
}

// SessionName returns a session's title, with the time of its start if another session has the same
// title; "" if it has none. A copied or imported session keeps its original's start time, and so
// gets the suffix of its id instead. The result is untrusted text.
func SessionName(s wire.Session) string {
	switch {
	case !s.HasSameTitle:
		return s.Title()
	case s.Copied || !s.Imported.IsZero():
		return s.Title() + " (" + wire.IDSuffix(s.ID) + ")"
	}
	return s.Title() + " (" + s.Started.Local().Format("2 Jan 15:04:05") + ")"
}
