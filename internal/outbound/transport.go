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

// Options configures a transport. The zero value reuses connections and honors the environment's proxy.
type Options struct {
	Connect time.Duration // timeout for connecting; 0 means 30 s
	Direct  bool          // ignore the environment's proxy
	NoReuse bool          // a new connection for each request
	Idle    int           // idle connections kept per host; 0 means 2
	HTTP2   bool          // HTTP/2 only, even without TLS
	TLS     *tls.Config   // nil means the system's defaults; the transport owns it

	// TLSFor, if not nil, replaces TLS. It returns the configuration for an origin and is called for each
	// connection; a nil result means the system's defaults.
	TLSFor func(origin string) *tls.Config
	// May checks an address before Guard does. nil leaves the check to Guard alone.
	May func(to netip.AddrPort) error
}

// Transport returns a transport whose connections pass Guard. It does no transparent gzip, so that responses
// arrive as they were sent and have the size that limits count.
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

// Client returns a client that does not follow redirects: it returns the redirect itself. within bounds each
// request as a whole; 0 means no bound.
func Client(t http.RoundTripper, within time.Duration) *http.Client {
	return &http.Client{
		Transport: t, Timeout: within,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
