package doctor

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/outbound"
)

// Result is how a step went.
type Result string

const (
	Pass Result = "pass"
	Warn Result = "warn" // it works, but something is odd
	Fail Result = "fail" // the connection stops here
	Skip Result = "skip" // not tried; Says why
)

// Fact is a detail of a step.
type Fact struct{ Name, Value string }

// Step is one step of an examination.
type Step struct {
	Name   string // "address", "dns", "tcp", "tls", "http", "card", "interface", "auth", "call"
	Result Result
	Says   string
	Try    string // what to try, "" when nothing needs it
	Took   time.Duration
	Facts  []Fact
}

// Client makes the requests; *inspector.Client is one.
type Client interface {
	Discover(ctx context.Context, input string) (*inspector.Discovery, error)
	Prepare(t inspector.Target, c *a2a.Call) (inspector.Prepared, error)
	Send(ctx context.Context, p inspector.Prepared, each func(inspector.Event)) (inspector.Ending, error)
}

// Options says what is examined.
type Options struct {
	Input     string // host, origin, path or card URL
	Client    Client
	Elsewhere bool          // call an interface on another origin too
	Header    http.Header   // goes along with the first call, where credentials may go
	SignIn    string        // how one gives credentials, a sentence; "" means on the agent's page
	SignedIn  func() bool   // whether the client adds credentials by itself; nil means no
	Version   a2a.Version   // "" leaves the choice to the card
	Binding   a2a.Binding   //
	Timeout   time.Duration // of each step; 0 means 10 s

	// TLS is how connections to a URL are secured: own authorities, client
	// certificates. nil, or a nil answer, means the system's.
	TLS func(url string) *tls.Config
	// Lookup, Dial and Now are the network's and the clock's unless set.
	Lookup func(ctx context.Context, host string) ([]netip.Addr, error)
	Dial   func(ctx context.Context, network, address string) (net.Conn, error)
	Now    func() time.Time
}

// Run examines a connection and hands over each step as it is done. It reports
// whether all of it works.
func Run(ctx context.Context, o Options, each func(Step)) bool {
	x := &examination{Options: o.filled(), each: each, ok: true}
	for _, step := range []func(context.Context) bool{x.address, x.dns, x.tcp, x.tls, x.card, x.interfaces, x.auth, x.call} {
		if !step(ctx) || ctx.Err() != nil {
			return false
		}
	}
	return x.ok
}

func (o Options) filled() Options {
	if o.SignIn == "" {
		o.SignIn = "Sign in on the agent's page, or give a header."
	}
	if o.Timeout <= 0 {
		o.Timeout = 10 * time.Second
	}
	if o.Lookup == nil {
		o.Lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		}
	}
	if o.Dial == nil {
		o.Dial = outbound.Dialer(o.Timeout).DialContext
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// examination is one under way.
type examination struct {
	Options
	each func(Step)
	ok   bool

	bases  []*url.URL
	base   *url.URL // under examination
	addrs  []netip.Addr
	found  *inspector.Discovery
	target inspector.Target
	away   bool // the target is on another origin, which is not to be called
	asks   bool // the card asks for credentials
}

// tell hands over a step and reports whether to go on.
func (x *examination) tell(s Step, began time.Time) bool {
	s.Took = x.Now().Sub(began)
	if s.Result == Fail {
		x.ok = false
	}
	x.each(s)
	return s.Result != Fail
}

// address reads what was given.
func (x *examination) address(context.Context) bool {
	began := x.Now()
	s := Step{Name: "address"}
	bases, err := inspector.Bases(x.Input)
	if err != nil {
		s.Result, s.Says, s.Try = Fail, err.Error(), "Give a host, an address such as http://127.0.0.1:9000, or the card's URL."
		return x.tell(s, began)
	}
	x.bases, x.base = bases, bases[0]
	s.Result, s.Says = Pass, "means "+x.base.Redacted()
	if len(bases) > 1 {
		s.Says += ", else " + bases[1].Redacted()
	}
	return x.tell(s, began)
}

// port is the port of the base, by its scheme when it names none.
func (x *examination) port() string {
	if p := x.base.Port(); p != "" {
		return p
	}
	if x.base.Scheme == "https" {
		return "443"
	}
	return "80"
}
