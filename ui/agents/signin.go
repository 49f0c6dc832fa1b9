package agents

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// SignIn is the data of an agent's sign-in forms.
type SignIn struct {
	Agent      Entry
	Places     []string       // addresses that credentials can be for, the agent's own first
	Accounts   []auth.Account // what is stored for each of Places
	Schemes    []auth.Scheme
	SchemeSets [][]string
	Latest     *wire.Exchange // the console's latest finished call to the agent, nil for none
	Retry      string         // id of the draft whose request is sent again after a sign-in, "" for none
	Now        time.Time
}

// maxPlaces bounds the addresses in SignIn.Places.
const maxPlaces = 8

// placeOf returns the address under which credentials for a URL are stored, as the URL spells it.
func placeOf(raw string) string {
	return wire.OriginOf(raw) + strings.TrimPrefix(auth.AgentAddress(raw), auth.Origin(raw))
}

// place returns the address that the agent's own credentials are for: that of its card or, if the
// card is on another origin, the agent's origin.
func (a Entry) place() string {
	at := a.CardURL
	if d := a.CardInfo.Discovery; d != nil && d.CardURL != "" {
		at = d.CardURL
	}
	if auth.Origin(at) != auth.Origin(a.Origin) {
		return a.Origin
	}
	return a.Origin + strings.TrimPrefix(auth.AgentAddress(at), auth.Origin(at))
}

// SignInOf returns the data of an agent's sign-in forms; nil if nobody can sign in.
func (s *Directory) SignInOf(a Entry) *SignIn {
	if s.Wallet == nil || a.Origin == "" {
		return nil
	}
	v := &SignIn{Agent: a, Places: []string{a.place()}, Now: s.Web.Now(), Schemes: auth.Schemes(a.Card()), SchemeSets: auth.Combinations(a.Card())}
	if a.Card() != nil {
		for _, f := range AllInterfaces(a) {
			at := placeOf(CalledAt(f.Binding, f.URL))
			known := auth.Origin(at) == auth.Origin(a.Origin) || slices.ContainsFunc(v.Places, func(k string) bool { return auth.AgentAddress(k) == auth.AgentAddress(at) })
			if !known && auth.Origin(at) != "" && len(v.Places) < maxPlaces {
				v.Places = append(v.Places, at)
			}
		}
	}
	for _, at := range v.Places {
		v.Accounts = append(v.Accounts, s.Wallet.Account(at))
	}
	return v
}

// Revision returns a text that changes whenever a credential is stored or renewed.
func (v *SignIn) Revision() string {
	var b strings.Builder
	for i, a := range v.Accounts {
		for _, s := range a.States {
			fmt.Fprintln(&b, v.Places[i], s.Scheme, s.Since.UnixNano(), s.Expires.UnixNano())
		}
	}
	return b.String()
}

func (v *SignIn) signInWord() string {
	if v.Retry != "" {
		return "Sign in and retry"
	}
	return "Sign in"
}

// CalledAt returns the URL at which an interface is called. Cards may write gRPC ones as host:port.
func CalledAt(b a2a.Binding, raw string) string {
	if u, err := dialect.Endpoint(b, raw); err == nil {
		return u
	}
	return raw
}

// splitSchemes splits the card's schemes (or, if it names none, those that need no card) into those
// that the latest answer asks for, and the others. A scheme with a credential is always in first,
// so that a stored credential is visible. If the answer names no known scheme, all are in first.
func (v *SignIn) splitSchemes() (first, others []auth.Scheme) {
	all, kinds := v.Schemes, []auth.Kind(nil)
	if len(all) == 0 {
		all = v.CardlessSchemes()
	}
	if v.Latest != nil && unauthenticated(*v.Latest) {
		kinds = auth.ChallengedSchemes(v.Latest.Response.Header)
	}
	asked := func(s auth.Scheme) bool { return slices.Contains(kinds, s.Kind) }
	if !slices.ContainsFunc(all, asked) {
		return all, nil
	}
	for _, s := range all {
		if asked(s) || len(v.credentialsOf(s.Name)) > 0 {
			first = append(first, s)
		} else {
			others = append(others, s)
		}
	}
	return first, others
}

// Challenge describes the credentials that the latest answer demands, "" if it refused nothing.
func (v *SignIn) Challenge() string {
	if v.Latest == nil || !unauthenticated(*v.Latest) {
		return ""
	}
	return DescribeChallenge(v.Latest.Response, v.Agent.Card())
}

// DescribeChallenge describes the credentials that a response asks for, "" for none.
func DescribeChallenge(h wire.Head, card *a2a.Card) string {
	text := auth.ExplainRefusal(h.Status, h.Header, card)
	switch code := grpcCode(h); {
	case text == "" && code == "16":
		return "gRPC status 16, UNAUTHENTICATED: the agent requires authentication."
	case text == "" && code == "7":
		return "gRPC status 7, PERMISSION_DENIED: these credentials may not do this."
	}
	return text
}

// IsSignedIn reports whether there is a credential for the agent; v may be nil.
func (v *SignIn) IsSignedIn() bool { return v != nil && len(v.credentials()) > 0 }

// wasUsed reports whether a credential has been sent since it was stored, or was issued by a
// server. One that was only typed may be wrong.
func (v *SignIn) wasUsed(s ActiveCredential) bool {
	return s.CanRenew || !s.Expires.IsZero() || s.Flow != "" ||
		v.Latest != nil && v.Latest.Started.After(s.Since) && auth.Origin(v.Latest.URL) == auth.Origin(s.Place)
}

// canTry reports whether to offer a call that shows if the agent accepts a credential. A draft
// offers that with its own button.
func (v *SignIn) canTry(s ActiveCredential) bool {
	return v.Retry == "" && v.Agent.CanDiagnose && !v.IsRefused(s) && !v.wasUsed(s) && (!s.IsExpired(v.Now) || s.CanRenew)
}

// CardlessSchemes returns the schemes that can be used although the card does not name them.
func (v *SignIn) CardlessSchemes() []auth.Scheme {
	var out []auth.Scheme
	for _, s := range ownSchemes() {
		if !slices.ContainsFunc(v.Schemes, func(o auth.Scheme) bool { return o.Name == s.Name || o.Kind == s.Kind && s.Kind != auth.APIKey }) {
			out = append(out, s)
		}
	}
	return out
}

// Scheme finds a scheme by its name: one of the card, or one that can be used without it.
func (v *SignIn) Scheme(name string) (auth.Scheme, bool) {
	all := append(slices.Clone(v.Schemes), ownSchemes()...)
	i := slices.IndexFunc(all, func(s auth.Scheme) bool { return s.Name == name })
	if i < 0 {
		return auth.Scheme{}, false
	}
	return all[i], true
}

func ownSchemes() []auth.Scheme {
	return []auth.Scheme{{Name: "bearer", Kind: auth.Bearer}, {Name: "basic", Kind: auth.Basic}, {Name: "api-key", Kind: auth.APIKey}}
}
