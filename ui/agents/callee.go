package agents

import (
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Callee is whom a recorded or edited request is for: the agent whose card names
// the endpoint that it goes to. Another agent may have been at that origin when
// it was recorded, so the origin does not tell.
func (s *Directory) Callee(origin string, p inspector.PreparedRequest) inspector.Callee {
	k := s.Cards.Get(origin)
	if k.card() == nil {
		return inspector.Callee{Endpoint: p.URL}
	}
	card := k.Discovery.CardURL
	if p.URL == card {
		return inspector.Callee{Agent: card}
	}
	for _, f := range AllInterfaces(Entry{CardInfo: k}) {
		at := CalledAt(f.Binding, resolveURL(card, f.URL))
		if f.Binding == p.Binding && Reaches(f.Binding, at, p.URL) {
			return inspector.Callee{Agent: card, Endpoint: at}
		}
	}
	return inspector.Callee{Endpoint: p.URL}
}

// resolveURL is an interface's URL where the card writes only its path.
func resolveURL(card, raw string) string {
	if base, err := url.Parse(card); err == nil && strings.HasPrefix(raw, "/") {
		if u, err := base.Parse(raw); err == nil {
			return u.String()
		}
	}
	return raw
}

// Reaches reports whether a request's URL is one of an endpoint.
func Reaches(b a2a.Binding, endpoint, raw string) bool {
	raw, _, _ = strings.Cut(raw, "?")
	endpoint, _, _ = strings.Cut(endpoint, "?")
	endpoint, rest := strings.TrimSuffix(endpoint, "/"), ""
	if raw == endpoint || raw == endpoint+"/" {
		return true
	}
	rest, below := strings.CutPrefix(raw, endpoint+"/")
	u, err := url.Parse(endpoint)
	switch {
	case !below || err != nil || b == a2a.JSONRPC:
		return false
	case b == a2a.GRPC || u.Path != "":
		return true
	}
	// A whole origin may hold other agents: only what HTTP+JSON has at its root.
	for _, route := range []string{"v1/", "message:", "tasks", "card", "extendedAgentCard"} {
		if strings.HasPrefix(rest, route) {
			return true
		}
	}
	return false
}
