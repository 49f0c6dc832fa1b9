package inspector

import (
	"crypto/tls"
	"net/http"
)

// Signer adds the credentials of the agent that a request is for (CalleeOf), and
// no others.
// Safe for concurrent use.
type Signer interface{ Sign(r *http.Request) }

// signed is a transport whose requests carry credentials. Each request is
// signed by whom it is for and where it goes, so none follows to another agent
// or origin.
type signed struct {
	next   http.RoundTripper
	signer Signer
}

// Signed is a transport whose requests carry the credentials of their agent.
func Signed(next http.RoundTripper, s Signer) http.RoundTripper { return signed{next, s} }

// Plain is the way out when there is no tap; config is as Options.TLS.
func Plain(config func(origin string) *tls.Config) http.RoundTripper { return plainTransport(config) }

// RoundTrip signs a copy: the request itself stays the caller's, and is what
// pages show.
func (s signed) RoundTrip(r *http.Request) (*http.Response, error) {
	out := r.Clone(r.Context())
	s.signer.Sign(out)
	return s.next.RoundTrip(out)
}
