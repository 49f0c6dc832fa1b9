package agents

import (
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Callee returns the agent that a recorded or edited request is for: the one whose card names the
// endpoint. The origin alone is not enough, because another agent may have been there when the
// request was recorded.
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

// resolveURL resolves an interface's URL against the card's, because some cards give only a path.
func resolveURL(card, raw string) string {
	if base, err := url.Parse(card); err == nil && strings.HasPrefix(raw, "/") {
		if u, err := base.Parse(raw); err == nil {
			return u.String()
		}
	}
	return raw
}

// Reaches reports whether a request's URL is one that calls the endpoint over a binding.
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
	// Other agents may share this origin: accept only HTTP+JSON's own paths at its root.
	for _, route := range []string{"v1/", "message:", "tasks", "card", "extendedAgentCard"} {
		if strings.HasPrefix(rest, route) {
			return true
		}
	}
	return false
}
