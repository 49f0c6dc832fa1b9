package words

import (
	"github.com/a2a-console/a2a-console/internal/wire"
)

// ExchangeCount counts a session's exchanges, and says how many of them are the console's own.
func ExchangeCount(all, own int) string {
	if own == 0 {
		return Plural(all, "exchange")
	}
	return Plural(all, "exchange") + " (" + Count(own) + " of them the console's own)"
}

// SessionName is what a session is called: by the name it was given, else by its first
// message, with the end of its id where another is called the same; "" for one that has
// neither. It is text from elsewhere.
func SessionName(s wire.Session) string {
	if !s.Twin {
		return s.Title()
	}
	return s.Title() + " (" + wire.IDSuffix(s.ID) + ")"
}
