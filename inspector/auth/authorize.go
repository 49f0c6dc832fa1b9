package auth

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
)

// Authorize adds the credentials of a request's agent to it, and of no other agent, and
// only when the request goes to their origin. The request belongs to the caller. An
// expired token is renewed first. If that fails, the old one is sent, and the agent's
// answer shows it.
func (w *Wallet) Authorize(r *http.Request) {
	for _, c := range w.credentialsFor(r) {
		c.apply(r)
	}
}

// credentialsFor are the credentials for a request, renewed where need be.
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
		if slices.Contains(w.accounts[key].credentials, h) { // else it is signed out by now
			out = append(out, h.cred)
		}
		w.mu.Unlock()
	}
	return out
}

// agentOf is the agent whose credentials go with a request, "" for none. A request
// names its agent (inspector.Callee). If that has another origin, the endpoint decides:
// it gets what is filed for its address or for one above it, but not what is filed for
// a whole origin, which may have other agents. For a request that names no agent, its
// own address decides.
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

// nearestAgent is the agent of the longest address that a path is at or below, ""
// for none. whole says whether what is filed for the root counts for the whole origin.
func nearestAgent(agents []string, origin, p string, whole bool) (best string) {
	for _, known := range agents {
		base := strings.TrimPrefix(known, origin)
		if isBelow(p, base) && len(known) > len(best) && (base != "" || p == "" || whole) {
			best = known
		}
	}
	return best
}

// NeedsCard reports whether there are credentials for agents of a URL's origin,
// but a card must tell whether the URL is an endpoint of one of them.
func (w *Wallet) NeedsCard(endpoint string) bool {
	u, err := url.Parse(endpoint)
	if err != nil || originOf(u) == "" {
		return false
	}
	all := w.filedAgents(originOf(u))
	return len(all) > 0 && nearestAgent(all, originOf(u), pathOf(u), false) == ""
}

// filedAgents lists the agents of an origin that there are credentials for.
func (w *Wallet) filedAgents(origin string) (out []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.load(origin) // asked first, as most agents are at the root
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

// CredentialNames are the places in which an origin's credentials travel, for the
// recorder to redact: names of headers and of query parameters. Cookies are
// redacted whole.
type CredentialNames struct{ Headers, Query []string }

// CredentialNames lists where the credentials of an origin's agents travel.
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
