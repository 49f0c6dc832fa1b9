package auth

import (
	"cmp"
	"net"
	"net/url"
	"path"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Origin is the origin of a URL as credentials are filed by it: scheme, host
// and port, the port always there, localhost as its address. "" when raw has no
// origin that credentials can be for.
func Origin(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return originOf(u)
}

// rootURL is the root of a URL's origin as the URL writes it; "" for what is no
// URL.
func rootURL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host}).String()
}

// originOf makes wire.OriginOf's form the one that credentials are filed by.
func originOf(u *url.URL) string {
	o, err := url.Parse(wire.URLOrigin(u))
	if err != nil || o.Host == "" {
		return ""
	}
	host, port := o.Hostname(), cmp.Or(o.Port(), map[string]string{"http": "80", "https": "443"}[o.Scheme])
	if host == "localhost" {
		host = "127.0.0.1"
	}
	return o.Scheme + "://" + net.JoinHostPort(host, port)
}

// AgentAddress is the address that an agent's credentials are filed by: the origin and path of
// its card without the well-known part, or the given address of an agent without a card.
// "" when raw has no origin. Agent(Agent(x)) is Agent(x).
func AgentAddress(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || originOf(u) == "" {
		return ""
	}
	return originOf(u) + pathOf(u)
}

// pathOf is an agent's path, "" for the root. Dots are resolved, as servers resolve
// them, so that no path leads out of its base.
func pathOf(u *url.URL) string {
	p := path.Clean("/" + strings.ReplaceAll(u.Path, `\`, "/"))
	for _, known := range []string{"/.well-known/agent-card.json", "/.well-known/agent.json", "/agent-card"} {
		if rest, ok := strings.CutSuffix(p, known); ok {
			p = rest
			break
		}
	}
	return (&url.URL{Path: strings.TrimSuffix(p, "/")}).EscapedPath()
}

// isBelow reports whether a path is at another or below it.
func isBelow(p, base string) bool { return p == base || strings.HasPrefix(p, base+"/") }

// AgentFor is the agent that credentials given with an address are for, after a discovery
// from there found a card. It is false when the card is another agent's: when the address
// has none, and the card at the origin's root does not name it.
func AgentFor(given string, d *inspector.Discovery) (agent string, ok bool) {
	asked, agent := AgentAddress(given), AgentAddress(d.CardURL)
	at, err := url.Parse(asked)
	card, cerr := url.Parse(agent)
	if err != nil || cerr != nil || agent == "" || Origin(asked) != Origin(agent) {
		return "", false
	}
	// A whole origin has the agent that its root leads to; an address below the
	// card's is that agent's.
	if at.Path == "" || asked == agent || card.Path != "" && isBelow(at.Path, card.Path) {
		return agent, true
	}
	cards := []*a2a.Card{d.Card}
	for _, m := range d.OtherCards {
		cards = append(cards, m.Card)
	}
	for _, c := range cards {
		for _, f := range c.Interfaces {
			if u, err := card.Parse(f.URL); err == nil && AgentAddress(u.String()) == asked {
				return agent, true
			}
		}
	}
	return "", false
}
