package record

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/part"
)

// ProblemClass returns the style of the text about an exchange's end: not that of an error if the
// client left or neither side ended the exchange.
func ProblemClass(o wire.Outcome) string {
	if o == wire.Interrupted || o == wire.Cancelled {
		return "note"
	}
	return "wrong"
}

// IsByUser reports whether the call was sent from the pages, or by a command that recorded it
// itself. A command that called through a tap counts as a client.
func IsByUser(x wire.Exchange) bool {
	return x.Origin == wire.Compose && !IsFromTerminal(x) || IsFromTerminal(x) && x.Tap == ""
}

// IsFromTerminal reports whether a command made the call. Older records
// attribute such calls to Compose.
func IsFromTerminal(x wire.Exchange) bool {
	return x.Origin == wire.Terminal || x.Origin == wire.Compose && x.Caller == wire.CallUserAgent
}

// OriginWord names who made an exchange.
func OriginWord(x wire.Exchange) string {
	switch x.Origin {
	case wire.Compose, wire.Terminal:
		return strings.ToLower(MessageHeading(x))
	case wire.Console:
		return "console"
	case wire.Push:
		return "the agent, push"
	case wire.Model:
		return "an agent, model call"
	}
	return part.Short(x.Caller, 40)
}

// MessageHeading returns the heading of a request's message.
func MessageHeading(x wire.Exchange) string {
	switch {
	case IsFromTerminal(x):
		return "Command line"
	case x.Origin == wire.Compose:
		return "You"
	case x.Origin == wire.Replay:
		return "Replay"
	}
	if name, _, _ := strings.Cut(x.Caller, " "); name != "" {
		return part.Short(name, 40)
	}
	return "Client"
}

// splitName splits a name in camel case before its words, and an address before its port.
func splitName(name string) []string {
	var out []string
	begun := true
	for _, r := range name {
		begins := unicode.IsUpper(r) || r == ':'
		if begins && !begun || len(out) == 0 {
			out = append(out, string(r))
		} else {
			out[len(out)-1] += string(r)
		}
		begun = begins
	}
	return out
}

// OpWord returns the operation of an exchange, or its method if that is unknown.
func OpWord(x wire.Exchange) string {
	if name := cmp.Or(x.Labels.Op, words.ModelCallWords(&x)); name != "" {
		return part.Short(name, 48)
	}
	return part.Short(x.Method, 16)
}

func OutcomeClass(o wire.Outcome) string {
	switch o {
	case wire.Open:
		return "open"
	case wire.ByAgent, wire.Cut, wire.Cancelled, wire.TimedOut, wire.Refused, wire.Unreachable, wire.Interrupted:
		return string(o)
	}
	return "other"
}
