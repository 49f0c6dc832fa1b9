package auth

import (
	"time"
)

// State is what a person may know of a credential: everything but its secrets.
type State struct {
	Scheme     string
	Kind       Kind
	Flow       Flow
	Where      string // "Authorization header", "query parameter key"
	Who        string // user name, OpenID subject or client id, where known
	Scopes     []string
	Since      time.Time
	Expires    time.Time // zero: never, or not known
	Renews     bool      // it is renewed without a person
	Remembered bool
	Problem    string // why it could not be renewed
}

// Expired reports whether a credential has run out.
func (s State) Expired(now time.Time) bool { return !s.Expires.IsZero() && !now.Before(s.Expires) }

// Account is what a person may know of an agent's credentials.
type Account struct {
	Agent   string // as the function Agent makes it
	States  []State
	Pending []Pending
	TLS     *TLSState // nil: as the system does it
	Problem string
}

// SignedIn reports whether a scheme has a credential.
func (a Account) SignedIn(scheme string) (State, bool) {
	for _, s := range a.States {
		if s.Scheme == scheme {
			return s, true
		}
	}
	return State{}, false
}

// Waiting is the sign-in that is under way for a scheme, or has just failed.
func (a Account) Waiting(scheme string) (Pending, bool) {
	for _, p := range a.Pending {
		if p.Scheme == scheme {
			return p, true
		}
	}
	return Pending{}, false
}

// Account tells how one is signed in to an agent.
func (w *Wallet) Account(url string) Account {
	key, origin := Agent(url), Origin(url)
	out := Account{Agent: key}
	if key == "" {
		return out
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	root := w.load(origin)
	a := w.load(key)
	for _, h := range a.held {
		out.States = append(out.States, h.state())
	}
	for _, l := range a.logins {
		out.Pending = append(out.Pending, l.Pending)
	}
	if root.tls != nil {
		s := root.tls.state()
		out.TLS = &s
	}
	if out.Problem = a.problem; out.Problem == "" && len(a.held) == 0 && a != root && root.originWide {
		out.Problem = "An older version remembered a sign-in for all of " + origin + ", whose agents it did not tell apart. " +
			"It goes to the agent at the root of that address only: sign in here again."
	}
	return out
}

func (h *held) state() State {
	c := h.cred
	s := State{Scheme: c.Scheme, Kind: c.Kind, Where: c.where(), Who: c.User, Since: h.since, Remembered: c.Remember, Problem: h.problem}
	if g := c.Grant; g != nil {
		s.Flow, s.Scopes, s.Expires, s.Renews = g.Flow, g.Scopes, g.Expiry, g.renewable() && !g.Spent
		s.Who = g.Subject
		if s.Who == "" {
			s.Who = g.Provider.ClientID
		}
	}
	return s
}

func (c Credential) where() string {
	if c.Kind != APIKey {
		return "Authorization header"
	}
	return map[string]string{"header": "header ", "query": "query parameter ", "cookie": "cookie "}[c.In] + c.Param
}
