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

// Origin returns the origin by which credentials are filed: scheme, host and port, always with the port, and
// with 127.0.0.1 for localhost. It returns "" if raw has no http or https origin.
func Origin(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return originOf(u)
}

// rootURL returns the root of a URL's origin as the URL spells it; "" if raw is not a URL.
func rootURL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host}).String()
}

// originOf converts the form of wire.URLOrigin to the one that credentials are filed by.
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

// AgentAddress returns the address by which an agent's credentials are filed: the origin and path of its card
// without the well-known part, or the given address of an agent without a card. It is idempotent, and returns
// "" if raw has no origin.
func AgentAddress(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || originOf(u) == "" {
		return ""
	}
	return originOf(u) + pathOf(u)
}

// pathOf returns an agent's path, "" for the root. It resolves dots as servers do, so that no path leads out of
// its base.
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

func isBelow(p, base string) bool { return p == base || strings.HasPrefix(p, base+"/") }

// AgentFor returns the agent that credentials given with an address belong to, after discovery from
// that address found a card. It returns false if the card may belong to another agent: it has
// another origin, or the address is neither below the card's path nor named by a card.
func AgentFor(given string, d *inspector.Discovery) (agent string, ok bool) {
	asked, agent := AgentAddress(given), AgentAddress(d.CardURL)
	at, err := url.Parse(asked)
	card, cerr := url.Parse(agent)
	if err != nil || cerr != nil || agent == "" || Origin(asked) != Origin(agent) {
		return "", false
	}
	// A bare origin means the agent whose card discovery found; an address below the card's path belongs to the
	// card's agent.
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
