package agent

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/agent/conformance"
	"github.com/a2a-console/a2a-console/internal/agent/guard"
	"github.com/a2a-console/a2a-console/internal/agent/issuer"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Options configures an Agent. The zero value works, with URLs that start with http://127.0.0.1:7430.
type Options struct {
	URL     string        // base URL for the cards, without a final slash
	BaseURL func() string // replaces URL; called at each use, for a port known late

	AllowHosts []string // host names to accept in addition to 127.0.0.1, localhost and [::1]
	MaxBody    int64    // maximum size of a request in bytes; 0 means 16 MiB
	MaxTasks   int      // tasks kept; 0 means 1,000
	MaxMemory  int64    // approximate bytes of all tasks before idle ones are dropped; 0 means 64 MiB

	// Require makes the agent demand credentials, which its card describes. The entries are alternatives,
	// in the words of Requirements. Some need an authorization server; the agent runs one at /oauth.
	Require []string
	// AutoApprove makes that server allow every sign-in without asking. TokenLifetime is how long its
	// tokens last; 0 means 10 minutes.
	AutoApprove   bool
	TokenLifetime time.Duration

	DisabledCapabilities []string // to refuse and leave out; see OptionalCapabilities

	RequireExtension bool // refuse messages that do not activate the card's extension

	// Conformance adapts the agent to the conformance kits of a release of the specification: one of
	// Kits, or "" for none. Clients that name no version then get the card of that release's version.
	Conformance string

	Scenario      *conformance.Scenario        // answers all messages; nil for none
	RefuseVersion func(a2a.Version) *a2a.Error // refuses calls in a version; nil, or a nil error, refuses none
	Bindings      []a2a.Binding                // bindings that the cards offer; nil means all

	SignCard bool // sign the cards of versions that have signatures

	PushAnywhere bool                      // push to other machines too, not just to loopback
	PushRefuse   func(netip.AddrPort) bool // addresses never to push to, such as our own listeners; nil means none
	PushMode     string                    // how to deliver notifications when the message does not say: a word after "push"; "" is the correct way
	PushRecorder wire.Recorder             // records each attempt to push; nil records none
	PushBackoff  time.Duration             // first pause, then doubled; 0 means 250 ms

	KeepAlive time.Duration    // time between comments on a quiet stream; 0 means 15 s
	Now       func() time.Time // nil means time.Now
	NewID     func() string    // ids of tasks, contexts, messages, configs; nil means wire.NewID
	Logger    *slog.Logger     // nil discards

	Dialects    []*version.Version // nil means dialect.All()
	Drafts      []*version.Version // also spoken; last in cards; see FindDraft
	MaxPollWait time.Duration      // how long a call may wait for the next generation of a task; 0 means 30 s
}

func (o Options) withDefaults() Options {
	o.URL = cmp.Or(o.URL, "http://127.0.0.1:7430")
	o.MaxBody = cmp.Or(o.MaxBody, 16<<20)
	o.MaxTasks = cmp.Or(o.MaxTasks, 1000)
	o.MaxMemory = cmp.Or(o.MaxMemory, 64<<20)
	o.PushBackoff = cmp.Or(o.PushBackoff, 250*time.Millisecond)
	o.KeepAlive = cmp.Or(o.KeepAlive, 15*time.Second)
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	if o.BaseURL == nil {
		url := o.URL
		o.BaseURL = func() string { return url }
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.NewID == nil {
		o.NewID = wire.NewID
	}
	if o.Dialects == nil {
		o.Dialects = dialect.All()
	}
	o.Dialects = slices.Concat(o.Dialects, o.Drafts)
	o.MaxPollWait = cmp.Or(o.MaxPollWait, 30*time.Second)
	return o
}

// Agent is the reference agent, an http.Handler. Safe for concurrent use.
type Agent struct {
	opts    Options
	store   *store
	sender  *pushSender
	issuer  *issuer.Issuer // nil when Options.Require does not need it
	handler http.Handler

	cardsChangedAt time.Time // for Last-Modified

	ctx    context.Context // canceled by Close, which ends turns and deliveries
	cancel context.CancelFunc
	wait   sync.WaitGroup

	mu     sync.Mutex
	closed bool
}

// New returns an agent. The caller must Close it.
func New(o Options) *Agent {
	o = o.withDefaults()
	a := &Agent{
		opts:           o,
		store:          &store{maxTasks: o.MaxTasks, maxMemory: o.MaxMemory, tasks: map[string]*task{}},
		sender:         newPushSender(o),
		cardsChangedAt: o.Now(),
	}
	a.ctx, a.cancel = context.WithCancel(context.Background())
	if slices.ContainsFunc(o.Require, func(r string) bool { return strings.Contains(r, "oauth2") || strings.Contains(r, "openid") }) {
		a.issuer = issuer.New(issuer.Options{
			URL: func() string { return o.BaseURL() + issuerPath }, AutoApprove: o.AutoApprove, TokenLifetime: o.TokenLifetime, Now: o.Now,
		})
	}
	a.handler = guard.Handler(o.AllowHosts, a.require(a.routes()))
	return a
}

// ServeHTTP serves cards, calls in every version and binding, and a page for browsers.
func (a *Agent) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.handler.ServeHTTP(w, r) }

// Close ends streams, turns and deliveries, and waits for the agent's own goroutines. It does not wait
// for requests; that is up to the server.
func (a *Agent) Close() {
	a.mu.Lock()
	a.closed = true
	a.mu.Unlock()
	a.cancel()
	a.wait.Wait()
	a.sender.close()
}

// spawn runs f in a goroutine that Close waits for. After Close it returns false without running f.
func (a *Agent) spawn(f func()) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return false
	}
	a.wait.Go(f)
	return true
}
