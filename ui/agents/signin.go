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

// SignIn is what the forms show of an agent.
type SignIn struct {
	Agent    Entry
	Places   []string       // addresses that credentials can be for: the agent's own first
	Accounts []auth.Account // of these
	Schemes  []auth.Scheme
	Together [][]string
	Latest   *wire.Exchange // the console's latest finished call there, nil for none
	Retry    string         // draft whose request is sent again after a sign-in, "" for none
	Now      time.Time
}

// maxPlaces bounds the addresses that a card can have us list.
const maxPlaces = 8

// placeOf is an address as credentials are filed by it, in the URL's own writing.
func placeOf(raw string) string {
	return wire.OriginOf(raw) + strings.TrimPrefix(auth.Agent(raw), auth.Origin(raw))
}

// place is the agent's own address: where its card is.
func (a Entry) place() string {
	at := a.CardURL
	if d := a.Known.Discovery; d != nil && d.CardURL != "" {
		at = d.CardURL
	}
	if auth.Origin(at) != auth.Origin(a.Origin) {
		return a.Origin
	}
	return a.Origin + strings.TrimPrefix(auth.Agent(at), auth.Origin(at))
}

// SignInOf gathers what the forms show; nil when there is no signing in.
func (s *Directory) SignInOf(a Entry) *SignIn {
	if s.Wallet == nil || a.Origin == "" {
		return nil
	}
	v := &SignIn{Agent: a, Places: []string{a.place()}, Now: s.Web.Now(), Schemes: auth.Schemes(a.Card()), Together: auth.Combinations(a.Card())}
	if a.Card() != nil {
		for _, f := range AllInterfaces(a) {
			at := placeOf(CalledAt(f.Binding, f.URL))
			known := auth.Origin(at) == auth.Origin(a.Origin) || slices.ContainsFunc(v.Places, func(k string) bool { return auth.Agent(k) == auth.Agent(at) })
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

// Mark changes with every credential that is put or renewed.
func (v *SignIn) Mark() string {
	var b strings.Builder
	for i, a := range v.Accounts {
		for _, s := range a.States {
			fmt.Fprintln(&b, v.Places[i], s.Scheme, s.Since.UnixNano(), s.Expires.UnixNano())
		}
	}
	return b.String()
}

// signInWord is what a form's button does.
func (v *SignIn) signInWord() string {
	if v.Retry != "" {
		return "Sign in and retry"
	}
	return "Sign in"
}

// CalledAt is the URL that an interface is called at: gRPC ones may be written
// host:port.
func CalledAt(b a2a.Binding, raw string) string {
	if u, err := dialect.Endpoint(b, raw); err == nil {
		return u
	}
	return raw
}

// askedFor parts ways to sign in into those that the latest answer asks for, and the
// others. Where it names none that there is, all are asked for.
func (v *SignIn) askedFor(all []auth.Scheme) (asked, others []auth.Scheme) {
	if v.Latest != nil && unauthenticated(*v.Latest) {
		kinds := auth.ChallengedSchemes(v.Latest.Response.Header)
		for _, s := range all {
			if slices.Contains(kinds, s.Kind) {
				asked = append(asked, s)
			} else {
				others = append(others, s)
			}
		}
	}
	if len(asked) == 0 {
		return all, nil
	}
	return asked, others
}

// ways parts ways to sign in as askedFor does. One that has a credential is among the first:
// what is kept is never out of sight.
func (v *SignIn) ways(all []auth.Scheme) (first, others []auth.Scheme) {
	asked, _ := v.askedFor(all)
	for _, s := range all {
		if len(v.signed(s.Name)) > 0 || slices.ContainsFunc(asked, func(a auth.Scheme) bool { return a.Name == s.Name }) {
			first = append(first, s)
		} else {
			others = append(others, s)
		}
	}
	return first, others
}

// Challenge says what the latest answer asks for, "" where it was not turned away.
func (v *SignIn) Challenge() string {
	if v.Latest == nil || !unauthenticated(*v.Latest) {
		return ""
	}
	return Asks(v.Latest.Response, v.Agent.Card())
}

// Asks says what credentials an answer asks for, "" for none.
func Asks(h wire.Head, card *a2a.Card) string {
	text := auth.Explain(h.Status, h.Header, card)
	switch code := grpcCode(h); {
	case text == "" && code == "16":
		return "gRPC status 16, UNAUTHENTICATED: the agent requires authentication."
	case text == "" && code == "7":
		return "gRPC status 7, PERMISSION_DENIED: these credentials may not do this."
	}
	return text
}

// IsSignedIn reports whether there is a credential for the agent; it may be called on nil.
func (v *SignIn) IsSignedIn() bool { return v != nil && len(v.all()) > 0 }

// tried reports whether a credential went out with the latest call, or came from a server
// that issues it: one that was only typed may be wrong.
func (v *SignIn) tried(s SignedIn) bool {
	return s.Renews || !s.Expires.IsZero() || s.Flow != "" ||
		v.Latest != nil && v.Latest.Started.After(s.Since) && auth.Origin(v.Latest.URL) == auth.Origin(s.At)
}

// ownAsked parts the ways that the card need not name into those that the latest answer asks
// for where the card names none, and the others.
func (v *SignIn) ownAsked() (asked, others []auth.Scheme) {
	own := v.Own()
	if len(v.Schemes) > 0 || v.Challenge() == "" {
		return nil, own
	}
	if asked, others = v.askedFor(own); len(others) == 0 {
		return asked[:1], asked[1:] // it says no way: the usual one first
	}
	return asked, others
}

// leads reports whether a scheme's form is the one to fill in on the agent's page: the first
// that is open.
func (v *SignIn) leads(s auth.Scheme) bool {
	if v.Retry != "" || v.IsSignedIn() {
		return false
	}
	first, _ := v.ownAsked()
	if len(v.Schemes) > 0 {
		first, _ = v.askedFor(v.Schemes)
	}
	i := slices.IndexFunc(first, func(o auth.Scheme) bool { return o.Kind != auth.MTLS && o.Kind != auth.Other })
	return i >= 0 && first[i].Name == s.Name
}

// triable reports whether it is still open what the agent makes of a credential, and can be
// found out here: without a draft, which has a button of its own.
func (v *SignIn) triable(s SignedIn) bool {
	return v.Retry == "" && v.Agent.Doctor && !v.Refused(s) && !v.tried(s) && (!s.Expired(v.Now) || s.Renews)
}

// Own are the ways to sign in that the card need not name.
func (v *SignIn) Own() []auth.Scheme {
	var out []auth.Scheme
	for _, s := range ownSchemes() {
		if !slices.ContainsFunc(v.Schemes, func(o auth.Scheme) bool { return o.Name == s.Name || o.Kind == s.Kind && s.Kind != auth.APIKey }) {
			out = append(out, s)
		}
	}
	return out
}

// Scheme is one of the card's, or of those that the card need not name.
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
