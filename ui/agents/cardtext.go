package agents

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// AllInterfaces returns the interfaces of all cards that an agent serves, each once, at most 50.
// The agent's card must be known.
func AllInterfaces(a Entry) []a2a.Interface {
	out := slices.Clone(a.Card().Interfaces)
	for _, m := range a.CardInfo.Discovery.OtherCards {
		for _, f := range m.Card.Interfaces {
			if !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out[:min(len(out), 50)]
}

// IsForeign reports whether an interface is on another origin than the agent. localhost and
// loopback addresses count as one.
func IsForeign(a Entry, f a2a.Interface) bool {
	o := wire.OriginOf(f.URL)
	return o != "" && !inspector.SameMachine(a.Origin, o)
}

// TriedWord sums up a search that found no card: it says whether anything answered.
func TriedWord(d *inspector.Discovery) string {
	if d.HasAnswer() {
		return "answers, without a card"
	}
	return "✕ does not answer"
}

// Requirements describes the security requirements of a card.
func Requirements(c *a2a.Card) string {
	var any []string
	for _, r := range c.Security[:min(len(c.Security), 20)] {
		var all []string
		for _, name := range slices.Sorted(maps.Keys(r)) {
			s := name
			if len(r[name]) > 0 {
				s += " (" + strings.Join(r[name], " ") + ")"
			}
			all = append(all, s)
		}
		any = append(any, strings.Join(all, " and "))
	}
	return strings.Join(any, ", or ")
}

// IsMultiline reports whether a document has several lines. Otherwise it is easier to read
// indented.
func IsMultiline(p []byte) bool { return bytes.Count(p, []byte("\n")) > 2 }
