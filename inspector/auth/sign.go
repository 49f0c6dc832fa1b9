package auth

import (
	"net/http"
	"slices"
)

// Sign adds the credentials of a request's origin to it, those of no other. The
// request belongs to the caller. A token that has expired is renewed first;
// where that fails the old one is sent, so that the agent's answer tells.
func (w *Wallet) Sign(r *http.Request) {
	for _, c := range w.current(r) {
		c.apply(r)
	}
}

// current are the credentials for a request, renewed where need be.
func (w *Wallet) current(r *http.Request) (out []Credential) {
	origin := originOf(r.URL)
	if origin == "" {
		return nil
	}
	w.mu.Lock()
	list := slices.Clone(w.load(origin).held)
	w.mu.Unlock()
	for _, h := range list {
		w.renewDue(r.Context(), origin, h)
		w.mu.Lock()
		out = append(out, h.cred)
		w.mu.Unlock()
	}
	return out
}

// Names are the places in which an origin's credentials travel, for the
// recorder to redact: names of headers and of query parameters. Cookies are
// redacted whole.
type Names struct{ Headers, Query []string }

// Names lists where an agent's credentials travel.
func (w *Wallet) Names(url string) (n Names) {
	origin := Origin(url)
	w.mu.Lock()
	defer w.mu.Unlock()
	a := w.accounts[origin]
	if a == nil {
		return n
	}
	for _, h := range a.held {
		switch {
		case h.cred.Kind != APIKey:
			n.Headers = append(n.Headers, "Authorization")
		case h.cred.In == "header":
			n.Headers = append(n.Headers, h.cred.Param)
		case h.cred.In == "query":
			n.Query = append(n.Query, h.cred.Param)
		case h.cred.In == "cookie":
			n.Headers = append(n.Headers, "Cookie")
		}
	}
	return n
}
