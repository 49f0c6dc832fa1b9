package agents

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
)

// ActiveCredential is a stored credential with the address that it is for.
type ActiveCredential struct {
	auth.CredentialState
	Place string
}

func (v *SignIn) credentialsOf(scheme string) (out []ActiveCredential) {
	for i, a := range v.Accounts {
		if s, ok := a.StateOf(scheme); ok {
			out = append(out, ActiveCredential{s, v.Places[i]})
		}
	}
	return out
}

// PlaceIndex returns the index in Places of the address whose credentials are sent to an endpoint,
// -1 for none.
func (v *SignIn) PlaceIndex(endpoint string) int {
	if auth.Origin(endpoint) == auth.Origin(v.Agent.Origin) {
		return 0
	}
	return slices.IndexFunc(v.Places, func(at string) bool { return auth.AgentAddress(at) == auth.AgentAddress(endpoint) })
}

func (v *SignIn) credentials() (out []ActiveCredential) {
	for i, a := range v.Accounts {
		for _, s := range a.States {
			out = append(out, ActiveCredential{s, v.Places[i]})
		}
	}
	return out
}

// IsRefused reports whether the agent refused the latest call, and that call sent the credential.
func (v *SignIn) IsRefused(s ActiveCredential) bool {
	x := v.Latest
	return x != nil && unauthenticated(*x) && x.Started.After(s.Since) && auth.Origin(x.URL) == auth.Origin(s.Place)
}

// isRefused reports whether the agent refused all credentials. It is true if there are none.
func (v *SignIn) isRefused() bool { return v.refusesAll(v.credentials()) }

func (v *SignIn) refusesAll(in []ActiveCredential) bool {
	return !slices.ContainsFunc(in, func(s ActiveCredential) bool { return !v.IsRefused(s) })
}

// mustReplace reports whether the agent refused all credentials of a scheme, so that its form must
// be filled in again.
func (v *SignIn) mustReplace(s auth.Scheme) bool {
	in := v.credentialsOf(s.Name)
	return len(in) > 0 && v.refusesAll(in)
}

// unauthenticated reports whether a response demands authentication: 401, or gRPC status 16.
func unauthenticated(x wire.Exchange) bool {
	return x.Response.Status == http.StatusUnauthorized || grpcCode(x.Response) == "16"
}

func grpcCode(h wire.Head) string {
	return cmp.Or(h.Trailer.Get("Grpc-Status"), h.Header.Get("Grpc-Status"))
}

// pendingSignIn is a sign-in that has not succeeded yet or has failed, with the address that it is
// for.
type pendingSignIn struct {
	auth.PendingLogin
	Place string
}

func (v *SignIn) pending(scheme string) (out []pendingSignIn) {
	for i, a := range v.Accounts {
		if p, ok := a.PendingOf(scheme); ok {
			out = append(out, pendingSignIn{p, v.Places[i]})
		}
	}
	return out
}

// orphans returns the credentials for schemes that neither the card nor the console offers.
func (v *SignIn) orphans() (out []ActiveCredential) {
	for _, s := range v.credentials() {
		if _, known := v.Scheme(s.Scheme); !known {
			out = append(out, s)
		}
	}
	return out
}

// lastChange returns when a scheme's credentials last changed, as part of a form's id: after a
// sign-in a new form replaces the old one, and with it what was typed.
func (v *SignIn) lastChange(scheme string) string {
	var at time.Time
	for _, s := range v.credentialsOf(scheme) {
		if s.Since.After(at) {
			at = s.Since
		}
	}
	if at.IsZero() {
		return "0"
	}
	return at.UTC().Format("150405.000000000")
}

// signInID returns an element id. It hashes its parts, because the agent chooses the scheme's name.
func signInID(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return "si-" + hex.EncodeToString(sum[:16])
}

func tryURL(v *SignIn) string {
	return "/agents/doctor?" + url.Values{"address": {v.Agent.Origin}}.Encode()
}

func signInURL(v *SignIn, do string) string { return link.AgentURL(v.Agent.Origin) + "/sign-in/" + do }

func expiryWords(s auth.CredentialState, now time.Time) string {
	switch {
	case s.Expires.IsZero():
		return ""
	case s.IsExpired(now) && s.CanRenew:
		return "has expired; the next request renews it"
	case s.IsExpired(now):
		return "has expired: sign in again"
	}
	text := "valid until " + words.Moment(s.Expires, now)
	if s.CanRenew {
		text += ", then renewed"
	}
	return text
}

func flowWord(f auth.Flow) string {
	switch f {
	case auth.AuthorizationCode:
		return "In the browser (authorization code with PKCE)"
	case auth.DeviceCode:
		return "With a code on another device"
	case auth.ClientCredentials:
		return "As the client itself (client credentials)"
	}
	return string(f)
}

func flows(s auth.Scheme) []auth.Flow {
	var out []auth.Flow
	for _, o := range s.Flows {
		out = append(out, o.Flow)
	}
	if len(out) == 0 {
		// The scheme names only the server's metadata, which says which of these flows it supports.
		out = []auth.Flow{auth.AuthorizationCode, auth.DeviceCode, auth.ClientCredentials}
	}
	return out
}

// servers returns the origins of the authorization servers that a sign-in calls.
func servers(s auth.Scheme) (out []string) {
	all := []string{s.Metadata}
	for _, f := range s.Flows {
		all = append(all, f.Authorization, f.DeviceStart, f.Token)
	}
	for _, u := range all {
		if o := wire.OriginOf(u); o != "" && !slices.Contains(out, o) {
			out = append(out, o)
		}
	}
	return out
}

func schemeTitle(s auth.Scheme) string {
	switch s.Kind {
	case auth.Bearer:
		if s.Format != "" {
			return "bearer token (" + part.Short(s.Format, 30) + ")"
		}
		return "bearer token"
	case auth.Basic:
		return "user name and password"
	case auth.APIKey:
		if s.Param == "" {
			return "API key"
		}
		return "API key in " + s.In + " " + part.Short(s.Param, 60)
	case auth.OAuth2:
		return "OAuth 2"
	case auth.OpenID:
		return "OpenID Connect"
	case auth.MTLS:
		return "client certificate (mutual TLS)"
	}
	return part.Short(s.CardType, 40) + ", which the console does not support"
}

func (v *SignIn) namesScheme(s auth.Scheme) bool {
	return slices.ContainsFunc(v.Schemes, func(o auth.Scheme) bool { return o.Name == s.Name })
}

// combinations says which schemes or sets of schemes the agent accepts; "" if there is at most one
// scheme.
func (v *SignIn) combinations() string {
	var any []string
	together := false
	for _, names := range v.SchemeSets {
		short := make([]string, len(names))
		for i, n := range names {
			short[i] = part.Short(n, 60)
		}
		together = together || len(names) > 1
		if len(names) == 0 {
			short = []string{"no credentials"}
		}
		any = append(any, strings.Join(short, " and "))
	}
	if len(any) < 2 && !together {
		return ""
	}
	return strings.Join(any, ", or ")
}

// WantsCredentials reports whether the search for a card met a demand for credentials, or an https
// address that did not answer, perhaps because of TLS.
func WantsCredentials(d *inspector.Discovery) bool {
	return d != nil && slices.ContainsFunc(d.Trail, func(p inspector.DiscoveryStep) bool {
		return p.Status == http.StatusUnauthorized || p.Status == http.StatusForbidden ||
			p.Status == 0 && strings.HasPrefix(p.URL, "https://") && !strings.Contains(p.Note, "connection refused")
	})
}

// tlsMark returns a text that changes with the TLS settings, so that a new form replaces the old.
func tlsMark(v *SignIn) string {
	var all []string
	for _, a := range v.Accounts {
		if a.TLS != nil {
			all = append(all, a.Agent, a.TLS.CA, a.TLS.Client, a.TLS.Expires.String())
		}
	}
	return signInID(all...)
}
