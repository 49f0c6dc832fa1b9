package auth

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
)

// Authorize adds the credentials of the request's agent or, if that has another origin, of its
// endpoint. They never go to another origin. Authorize changes the request in place. It renews an
// expiring token first. If that fails, it uses the old one, and the agent's response shows the
// problem.
func (w *Wallet) Authorize(r *http.Request) {
	for _, c := range w.credentialsFor(r) {
		c.apply(r)
	}
}

// credentialsFor returns the credentials for a request, renewed where necessary.
func (w *Wallet) credentialsFor(r *http.Request) (out []Credential) {
	key := w.agentOf(r)
	if key == "" {
		return nil
	}
	w.mu.Lock()
	list := slices.Clone(w.load(key).credentials)
	w.mu.Unlock()
	for _, h := range list {
		w.renewIfDue(r.Context(), key, h)
		w.mu.Lock()
		if slices.Contains(w.accounts[key].credentials, h) { // otherwise it was signed out meanwhile
			out = append(out, h.cred)
		}
		w.mu.Unlock()
	}
	return out
}

// agentOf returns the agent whose credentials go with a request, or "" for none. A request may name its agent
// (inspector.Callee). If that agent has another origin than the request, the endpoint decides: it gets what is
// filed for its own address or one above it, but not what is filed for the root of the origin, which may host
// other agents. If a request names no agent, its own URL decides.
func (w *Wallet) agentOf(r *http.Request) string {
	origin := originOf(r.URL)
	if origin == "" {
		return ""
	}
	c, said := inspector.CalleeOf(r.Context())
	if said && c.Agent != "" && Origin(c.Agent) == origin {
		return AgentAddress(c.Agent)
	}
	p := pathOf(r.URL)
	if u, err := url.Parse(c.Endpoint); said && err == nil && originOf(u) == origin {
		p = pathOf(u)
	}
	return nearestAgent(w.filedAgents(origin), origin, p, !said)
}

// nearestAgent returns the agent with the longest address that p is at or below, or "" for none. With whole, an
// agent at the root counts for the whole origin.
func nearestAgent(agents []string, origin, p string, whole bool) (best string) {
	for _, known := range agents {
		base := strings.TrimPrefix(known, origin)
		if isBelow(p, base) && len(known) > len(best) && (base != "" || p == "" || whole) {
			best = known
		}
	}
	return best
}

// NeedsCard reports whether there are credentials for agents of the endpoint's origin, but only a card can tell
// whether the endpoint belongs to one of them.
func (w *Wallet) NeedsCard(endpoint string) bool {
	u, err := url.Parse(endpoint)
	if err != nil || originOf(u) == "" {
		return false
	}
	all := w.filedAgents(originOf(u))
	return len(all) > 0 && nearestAgent(all, originOf(u), pathOf(u), false) == ""
}

// filedAgents lists the agents of an origin that have credentials.
func (w *Wallet) filedAgents(origin string) (out []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.load(origin) // first, as most agents live at the root
	for key, a := range w.accounts {
		if a.origin == origin && len(a.credentials) > 0 {
			out = append(out, key)
		}
	}
	for _, key := range w.rememberedAgents() {
		if Origin(key) == origin && !slices.Contains(out, key) && len(w.load(key).credentials) > 0 {
			out = append(out, key)
		}
	}
	return out
}

// CredentialNames are the headers and query parameters that carry an origin's credentials, for the recorder to
// redact. Cookies are redacted whole.
type CredentialNames struct{ Headers, Query []string }

// CredentialNames lists where the loaded credentials of an origin's agents travel.
func (w *Wallet) CredentialNames(url string) (n CredentialNames) {
	origin := Origin(url)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, a := range w.accounts {
		if a.origin != origin {
			continue
		}
		for _, h := range a.credentials {
			n.add(h.cred)
		}
	}
	return n
}

func (n *CredentialNames) add(c Credential) {
	switch {
	case c.Kind != APIKey:
		n.Headers = append(n.Headers, "Authorization")
	case c.In == "header":
		n.Headers = append(n.Headers, c.Param)
	case c.In == "query":
		n.Query = append(n.Query, c.Param)
	case c.In == "cookie":
		n.Headers = append(n.Headers, "Cookie")
	}
}
