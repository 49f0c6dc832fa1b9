// Package inspector is the client: it finds an agent's card, chooses an
// interface, and calls operations in any version and binding, event by event.
//
// Discover takes whatever a person types and tells the whole search, not only
// its end. Choose picks an interface from a card, Prepare writes the request
// exactly as it will be sent, and Send sends it and hands over each event as it
// arrives. What an agent does wrong is never an error here: it is a note on the
// trail, a reading with a problem, or the way a call ended.
//
// Everything goes through one RoundTripper. In the console that is the tap, so
// the console's own calls are recorded by the same path as everyone else's.
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
	Transport http.RoundTripper // the tap; nil means a plain transport and no record
	Origin    wire.Origin       // of calls, where the context does not say; "" is wire.Compose
	Logger    *slog.Logger      // nil discards
	Header    http.Header       // added to discovery's requests, never sent to another origin
	// CardVersion is the version whose card Discover asks for; "" asks for the
	// newest and looks for older ones beside it.
	CardVersion a2a.Version
	// OneCard has Discover end with the first card that it finds. Others looks for
	// those beside it.
	OneCard    bool
	Authorizer Authorizer // adds credentials to every request on its way out; nil adds none
	// TLS is how TLS is spoken with an origin when there is no tap; the Client
	// owns what it returns. nil, or returning nil, means the system's way.
	TLS func(origin string) *tls.Config

	// ProbeTimeout bounds each step of a discovery; 0 means 10 s.
	ProbeTimeout time.Duration
	// SearchTimeout bounds a discovery as a whole; 0 means three times ProbeTimeout.
	SearchTimeout time.Duration
	// QuietTimeout ends a call when no byte, not even a comment, came for this long; 0
	// means never.
	QuietTimeout time.Duration
	// LingerTimeout ends a stream whose agent said that it is over but keeps the
	// connection open, this long after the last event; 0 means never.
	LingerTimeout time.Duration
	// MaxCard and MaxBody bound what is read, in bytes: a card (0
	// means 4 MiB), a plain response (64 MiB).
	MaxCard, MaxBody int64
}

// Client calls agents. Safe for concurrent use.
type Client struct {
	opts     Options
	recorded bool
}

// New returns a Client.
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

// plainTransport is the way out when there is no tap: HTTP/1, or over TLS what is agreed,
// and HTTP/2 for requests that say so.
type plainTransport struct{ http1, http2 *http.Transport }

// PlainTransport is the transport without a tap; config is as Options.TLS.
func PlainTransport(config func(origin string) *tls.Config) http.RoundTripper {
	return plainTransport{
		http1: outbound.Transport(outbound.Options{TLSFor: config}),
		http2: outbound.Transport(outbound.Options{TLSFor: config, HTTP2: true}),
	}
}

// RoundTrip sends a request.
func (p plainTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.ProtoMajor == 2 {
		return p.http2.RoundTrip(r)
	}
	return p.http1.RoundTrip(r)
}

// Authorizer adds the credentials of the agent that a request is for (CalleeOf), and
// no others. Safe for concurrent use.
type Authorizer interface{ Authorize(r *http.Request) }

// authorizingTransport is a transport whose requests carry credentials. They depend on whom a
// request is for and where it goes, so none follows to another agent or origin.
type authorizingTransport struct {
	next       http.RoundTripper
	authorizer Authorizer
}

// NewAuthorizingTransport is a transport whose requests carry the credentials of their agent.
func NewAuthorizingTransport(next http.RoundTripper, s Authorizer) http.RoundTripper {
	return authorizingTransport{next, s}
}

// RoundTrip adds them to a copy: the request itself stays the caller's, and is what
// pages show.
func (s authorizingTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	out := r.Clone(r.Context())
	s.authorizer.Authorize(out)
	return s.next.RoundTrip(out)
}
