package outbound

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"syscall"
	"time"
)

// Options says how a transport differs from the usual one. The zero value keeps
// connections open, and goes by the environment's proxy.
type Options struct {
	Connect time.Duration // to connect; 0 means 30 s
	Direct  bool          // not by the environment's proxy
	NoReuse bool          // a connection for each request
	Idle    int           // connections kept per host; 0 means 2
	HTTP2   bool          // HTTP/2 only, without TLS too
	TLS     *tls.Config   // nil means the system's way; the transport owns it

	// TLSFor is how TLS is spoken with an origin, asked for each connection; nil,
	// or returning nil, means the system's way. TLS is not used then.
	TLSFor func(origin string) *tls.Config
	// May judges an address before Guard does; nil lets Guard alone judge.
	May func(to netip.AddrPort) error
}

// Transport connects to what Guard lets through. It does no transparent gzip:
// what comes is what was sent, and of the size that limits count.
func Transport(o Options) *http.Transport {
	d := Dialer(o.Connect)
	if o.May != nil {
		d.ControlContext = o.control
	}
	t := &http.Transport{
		DialContext: d.DialContext, DisableCompression: true, DisableKeepAlives: o.NoReuse,
		MaxIdleConns: 100, MaxIdleConnsPerHost: o.Idle, IdleConnTimeout: 90 * time.Second,
		TLSHandshakeTimeout: 10 * time.Second, ExpectContinueTimeout: time.Second,
		TLSClientConfig: o.TLS, ForceAttemptHTTP2: true,
	}
	if !o.Direct {
		t.Proxy = http.ProxyFromEnvironment
	}
	if o.TLSFor != nil {
		t.DialTLSContext = o.dialTLS(d)
	}
	if o.HTTP2 {
		t.Protocols = new(http.Protocols)
		t.Protocols.SetHTTP2(true)
		t.Protocols.SetUnencryptedHTTP2(true)
	}
	return t
}

func (o Options) control(ctx context.Context, network, address string, c syscall.RawConn) error {
	if to, err := netip.ParseAddrPort(address); err == nil {
		if err := o.May(to); err != nil {
			return err
		}
	}
	return Guard(ctx, network, address, c)
}

// dialTLS connects by TLS as TLSFor says for an origin.
func (o Options) dialTLS(d *net.Dialer) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c := o.TLSFor("https://" + strings.TrimSuffix(address, ":443"))
		if c == nil {
			c = &tls.Config{MinVersion: tls.VersionTLS12}
		}
		c.NextProtos = []string{"h2", "http/1.1"}
		return (&tls.Dialer{NetDialer: d, Config: c}).DialContext(ctx, network, address)
	}
}

// Client is a client that follows no redirects: the answer that has one is the
// answer. within bounds each request as a whole; 0 is no bound.
func Client(t http.RoundTripper, within time.Duration) *http.Client {
	return &http.Client{
		Transport: t, Timeout: within,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
