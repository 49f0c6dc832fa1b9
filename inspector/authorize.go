package inspector

import (
	"crypto/tls"
	"net/http"
)

// Authorizer adds the credentials of the agent that a request is for (CalleeOf), and
// no others. Safe for concurrent use.
type Authorizer interface{ Authorize(r *http.Request) }

// authorizing is a transport whose requests carry credentials. They depend on whom a
// request is for and where it goes, so none follows to another agent or origin.
type authorizing struct {
	next       http.RoundTripper
	authorizer Authorizer
}

// Authorized is a transport whose requests carry the credentials of their agent.
func Authorized(next http.RoundTripper, s Authorizer) http.RoundTripper { return authorizing{next, s} }

// Plain is the way out when there is no tap; config is as Options.TLS.
func Plain(config func(origin string) *tls.Config) http.RoundTripper { return plainTransport(config) }

// RoundTrip adds them to a copy: the request itself stays the caller's, and is what
// pages show.
func (s authorizing) RoundTrip(r *http.Request) (*http.Response, error) {
	out := r.Clone(r.Context())
	s.authorizer.Authorize(out)
	return s.next.RoundTrip(out)
}
