package words

import (
	"github.com/a2a-console/a2a-console/internal/wire"
)

// ExchangeCount counts a session's exchanges as Sessions does: the console's own stand apart.
func ExchangeCount(all, own int) string {
	if own == 0 {
		return Plural(all, "exchange")
	}
	return Plural(all-own, "exchange") + " and " + Count(own) + " of the console's own"
}

// SessionName is a session's title, with the suffix of its id if another session has the same title; "" if it
// has none. It is untrusted text.
func SessionName(s wire.Session) string {
	if !s.HasSameTitle {
		return s.Title()
	}
	return s.Title() + " (" + wire.IDSuffix(s.ID) + ")"
}
