package doctor

import (
	"cmp"
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

// Result is the result of a step.
type Result string

const (
	Pass Result = "pass"
	Warn Result = "warn" // the step succeeded, but something is unusual
	Fail Result = "fail" // the connection stops here
	Skip Result = "skip" // not tried; Text says why
)

// Fact is a detail of a step.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Step is one step of a diagnosis.
type Step struct {
	Name   string // "address", "dns", "tcp", "tls", "http", "card", "interface", "auth", "call"
	Result Result
	Text   string
	Advice string // what to try, "" if nothing is wrong
	SignIn bool   // the agent refused the call for its credentials, or for lack of any
	Took   time.Duration
	Facts  []Fact
}

// Client makes the requests; *inspector.Client implements it.
type Client interface {
	Discover(ctx context.Context, input string) (*inspector.Discovery, error)
	Prepare(t inspector.Target, c *a2a.Call) (inspector.PreparedRequest, error)
	Send(ctx context.Context, p inspector.PreparedRequest, each func(inspector.Event)) (inspector.Ending, error)
}

// Options configures a diagnosis.
type Options struct {
	Input            string // host, origin, path or URL of a card
	Client           Client
	AllowOtherOrigin bool        // also call an interface on another origin
	Header           http.Header // sent with the first call, unless the endpoint must not get credentials
	SignIn           string      // sentence that says how to give credentials; "" means one that names the agent's page
	IsSignedIn       func() bool // whether the client adds credentials itself; nil means no
	Version          a2a.Version // "" leaves the choice to the card
	Binding          a2a.Binding
	Timeout          time.Duration // per step; 0 means 10 s

	// TLS configures connections to a URL: private certificate authorities, client certificates. A nil function
	// or a nil result means the system's defaults.
	TLS func(url string) *tls.Config
	// Lookup, Dial and Now default to the network and the clock.
	Lookup func(ctx context.Context, host string) ([]netip.Addr, error)
	Dial   func(ctx context.Context, network, address string) (net.Conn, error)
	Now    func() time.Time
}

// Run diagnoses a connection and calls each with every completed step. It reports whether everything works.
func Run(ctx context.Context, o Options, each func(Step)) bool {
	x := &diagnosis{Options: o.withDefaults()}
	for _, step := range []struct {
		name string
		take func(context.Context) Step
	}{
		{"address", x.checkAddress}, {"dns", x.checkDNS}, {"tcp", x.checkTCP}, {"tls", x.checkTLS}, {"http", x.checkHTTP},
		{"card", x.checkCard}, {"interface", x.checkInterfaces}, {"auth", x.checkAuth}, {"call", x.checkCall},
	} {
		for x.mustRepeat = true; x.mustRepeat; {
			x.mustRepeat = false
			began := x.Now()
			s := step.take(ctx)
			s.Name, s.Took = step.name, cmp.Or(s.Took, x.Now().Sub(began))
			each(s)
			if s.Result == Fail || ctx.Err() != nil {
				return false
			}
		}
	}
	return true
}

func (o Options) withDefaults() Options {
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

type diagnosis struct {
	Options

	bases         []*url.URL
	base          *url.URL // the one being diagnosed
	addrs         []netip.Addr
	mustRepeat    bool // repeat the step with another base
	discovery     *inspector.Discovery
	discoverErr   error
	searchTime    time.Duration
	target        inspector.Target
	isOtherOrigin bool // the target is on another origin and must not be called
}

func (x *diagnosis) checkAddress(context.Context) Step {
	bases, err := inspector.Bases(x.Input)
	if err != nil {
		return Step{Result: Fail, Text: err.Error(), Advice: "Give a host, an address such as http://127.0.0.1:9000, or the card's URL."}
	}
	x.bases, x.base = bases, bases[0]
	s := Step{Result: Pass, Text: "means " + x.base.Redacted()}
	if len(bases) > 1 {
		s.Text += ", or else " + bases[1].Redacted()
	}
	return s
}

func (x *diagnosis) port() string {
	if p := x.base.Port(); p != "" {
		return p
	}
	if x.base.Scheme == "https" {
		return "443"
	}
	return "80"
}
