package auth

import (
	"cmp"
	"net"
	"net/url"
	"path"
	"strings"

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

// atRoot is the root of a URL's origin as the URL writes it; "" for what is no
// URL.
func atRoot(raw string) string {
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

// Agent is the address that an agent's credentials are filed by: the origin and path of
// its card without the well-known part, or the given address of an agent without a card.
// "" when raw has no origin. Agent(Agent(x)) is Agent(x).
func Agent(raw string) string {
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

// below reports whether a path is at another or below it.
func below(p, base string) bool { return p == base || strings.HasPrefix(p, base+"/") }
