package auth

import (
	"time"
)

// CredentialState describes a credential without its secrets, for people to see.
type CredentialState struct {
	Scheme     string
	Kind       Kind
	Flow       Flow
	Location   string // "Authorization header", "query parameter key"
	Identity   string // user name, OpenID subject or client id, if known
	Scopes     []string
	Since      time.Time
	Expires    time.Time // zero: never, or unknown
	CanRenew   bool      // can be renewed without a person
	Remembered bool
	Problem    string // why it could not be renewed
}

func (s CredentialState) IsExpired(now time.Time) bool {
	return !s.Expires.IsZero() && !now.Before(s.Expires)
}

// Account describes an agent's credentials without their secrets, for people to see.
type Account struct {
	Agent   string // as AgentAddress returns it
	States  []CredentialState
	Pending []PendingLogin
	TLS     *TLSState // nil: the system's defaults
	Problem string
}

// StateOf returns the credential of a scheme, and false if it has none.
func (a Account) StateOf(scheme string) (CredentialState, bool) {
	for _, s := range a.States {
		if s.Scheme == scheme {
			return s, true
		}
	}
	return CredentialState{}, false
}

// PendingOf returns a scheme's sign-in that is in progress or has failed, and false if there is none.
func (a Account) PendingOf(scheme string) (PendingLogin, bool) {
	for _, p := range a.Pending {
		if p.Scheme == scheme {
			return p, true
		}
	}
	return PendingLogin{}, false
}

// Account describes the credentials and sign-ins of an agent. url is its address, or the URL of its card.
func (w *Wallet) Account(url string) Account {
	key, origin := AgentAddress(url), Origin(url)
	out := Account{Agent: key}
	if key == "" {
		return out
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	root := w.load(origin)
	a := w.load(key)
	for _, h := range a.credentials {
		out.States = append(out.States, h.state())
	}
	for _, l := range a.logins {
		out.Pending = append(out.Pending, l.PendingLogin)
	}
	if root.tls != nil {
		s := root.tls.state()
		out.TLS = &s
	}
	if out.Problem = a.problem; out.Problem == "" && len(a.credentials) == 0 && a != root && root.originWide {
		out.Problem = "An older version of the console remembered one sign-in for all agents at " + origin + ". " +
			"The console now sends it only to the agent at the root of that address: sign in here again."
	}
	return out
}

func (h *liveCredential) state() CredentialState {
	c := h.cred
	s := CredentialState{Scheme: c.Scheme, Kind: c.Kind, Location: c.location(), Identity: c.User, Since: h.since, Remembered: c.Remember, Problem: h.problem}
	if g := c.Grant; g != nil {
		s.Flow, s.Scopes, s.Expires, s.CanRenew = g.Flow, g.Scopes, g.Expiry, g.canRenew() && !g.Spent
		s.Identity = g.Subject
		if s.Identity == "" {
			s.Identity = g.Provider.ClientID
		}
	}
	return s
}

func (c Credential) location() string {
	if c.Kind != APIKey {
		return "Authorization header"
	}
	return map[string]string{"header": "header ", "query": "query parameter ", "cookie": "cookie "}[c.In] + c.Param
}
