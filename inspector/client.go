// Package inspector is the A2A client: it finds an agent's card, chooses an interface, and calls operations in
// any version and binding. It takes what a person typed and a2a.Call values, and hands out each event as it
// arrives. All requests go through one http.RoundTripper; in the console that is the tap, so the console's own
// calls are recorded like everyone else's. What an agent does wrong is never an error: it is a note on the
// trail, a problem of a reading, or the ending of a call. The package depends on neither the recorder nor the
// pages.
package inspector

import (
	"cmp"
	"crypto/tls"
	"log/slog"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/outbound"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Options configures a Client.
type Options struct {
	Transport http.RoundTripper // the tap; nil means a plain transport without a recording
	Origin    wire.Origin       // the origin of calls whose context sets none; "" means wire.Compose
	Logger    *slog.Logger      // nil discards
	Header    http.Header       // added to discovery requests, never sent to another origin
	// CardVersion is the version that Discover asks for; "" asks for the newest and also looks for older cards.
	CardVersion a2a.Version
	// OneCard makes Discover stop at the first card, without looking for other cards of the same agent.
	OneCard    bool
	Authorizer Authorizer // adds credentials to every outgoing request; nil adds none
	// TLS configures connections to an origin when there is no tap; the Client owns the result. A nil function or
	// a nil result means the defaults.
	TLS func(origin string) *tls.Config

	// ProbeTimeout limits each step of a discovery; 0 means 10 s.
	ProbeTimeout time.Duration
	// SearchTimeout limits a whole discovery; 0 means three times ProbeTimeout.
	SearchTimeout time.Duration
	// QuietTimeout ends a call after this long without a byte, not even a comment; 0 means never.
	QuietTimeout time.Duration
	// LingerTimeout closes a finished stream that the agent keeps open, this long after its last event; 0 means
	// never.
	LingerTimeout time.Duration
	// MaxCard and MaxBody limit, in bytes, a card (0 means 4 MiB) and a plain response (0 means 64 MiB).
	MaxCard, MaxBody int64
}

// Client calls agents. Safe for concurrent use.
type Client struct {
	opts     Options
	recorded bool
}

// New returns a Client with the defaults filled in.
func New(o Options) *Client {
	o.Origin = cmp.Or(o.Origin, wire.Compose)
	c := &Client{opts: o, recorded: o.Transport != nil}
	if o.Transport == nil {
		c.opts.Transport = PlainTransport(o.TLS)
	}
	c.opts.Transport = agentTransport{c.opts.Transport}
	if o.Authorizer != nil {
		c.opts.Transport = authorizingTransport{c.opts.Transport, o.Authorizer}
	}
	if o.Logger == nil {
		c.opts.Logger = slog.New(slog.DiscardHandler)
	}
	c.opts.ProbeTimeout = cmp.Or(o.ProbeTimeout, 10*time.Second)
	c.opts.SearchTimeout = cmp.Or(o.SearchTimeout, 3*c.opts.ProbeTimeout)
	c.opts.MaxCard = cmp.Or(o.MaxCard, 4<<20)
	c.opts.MaxBody = cmp.Or(o.MaxBody, 64<<20)
	return c
}

// plainTransport sends without a tap: HTTP/1 (over TLS, whatever is negotiated), and HTTP/2 for requests that
// ask for it.
type plainTransport struct{ http1, http2 *http.Transport }

// PlainTransport returns the transport used without a tap; config is as in Options.TLS.
func PlainTransport(config func(origin string) *tls.Config) http.RoundTripper {
	return plainTransport{
		http1: outbound.Transport(outbound.Options{TLSFor: config}),
		http2: outbound.Transport(outbound.Options{TLSFor: config, HTTP2: true}),
	}
}

func (p plainTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.ProtoMajor == 2 {
		return p.http2.RoundTrip(r)
	}
	return p.http1.RoundTrip(r)
}

// Authorizer adds the credentials of the agent that a request is for (CalleeOf), and no others. It is safe for
// concurrent use.
type Authorizer interface{ Authorize(r *http.Request) }

// authorizingTransport adds credentials to requests. They depend on the callee and the address, so they never
// leak to another agent or origin.
type authorizingTransport struct {
	next       http.RoundTripper
	authorizer Authorizer
}

// NewAuthorizingTransport returns a transport that adds the callee's credentials to each request.
func NewAuthorizingTransport(next http.RoundTripper, s Authorizer) http.RoundTripper {
	return authorizingTransport{next, s}
}

// RoundTrip adds credentials to a copy, because pages show the caller's request.
func (s authorizingTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	out := r.Clone(r.Context())
	s.authorizer.Authorize(out)
	return s.next.RoundTrip(out)
}
