package words

import (
	"github.com/a2a-console/a2a-console/internal/wire"
)

// ExchangeCount counts a session's exchanges as Sessions does: the console's own stand apart.
func ExchangeCount(all, own int) string {
	if own == 0 {
		return Plural(all, "exchange")
	}
	if all == own {
		return Plural(all, "exchange") + " of the console's own"
	}
	return Plural(all-own, "exchange") + " and " + Count(own) + " of the console's own"
}

// SessionName is a session's title, with the time of its start if another session has the same title; "" if it
// has none. A copy began when its original did and has the suffix of its id instead. It is untrusted text.
func SessionName(s wire.Session) string {
	switch {
	case !s.HasSameTitle:
		return s.Title()
	case s.Copied || !s.Imported.IsZero():
		return s.Title() + " (" + wire.IDSuffix(s.ID) + ")"
	}
	return s.Title() + " (" + s.Started.Local().Format("2 Jan 15:04:05") + ")"
}
