package auth

import (
	"net/url"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Found is the agent that credentials given with an address are for, after a discovery
// from there found a card. It is false when the card is another agent's: when the address
// has none, and the card at the origin's root does not name it.
func Found(given string, d *inspector.Discovery) (agent string, ok bool) {
	asked, agent := Agent(given), Agent(d.CardURL)
	at, err := url.Parse(asked)
	card, cerr := url.Parse(agent)
	if err != nil || cerr != nil || agent == "" || Origin(asked) != Origin(agent) {
		return "", false
	}
	// A whole origin has the agent that its root leads to; an address below the
	// card's is that agent's.
	if at.Path == "" || asked == agent || card.Path != "" && below(at.Path, card.Path) {
		return agent, true
	}
	for _, c := range cardsOf(d) {
		for _, f := range c.Interfaces {
			if u, err := card.Parse(f.URL); err == nil && Agent(u.String()) == asked {
				return agent, true
			}
		}
	}
	return "", false
}

func cardsOf(d *inspector.Discovery) (out []*a2a.Card) {
	if d.Card != nil {
		out = append(out, d.Card)
	}
	for _, m := range d.More {
		out = append(out, m.Card)
	}
	return out
}
