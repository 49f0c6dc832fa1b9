package proxy

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Options configures a Tap.
type Options struct {
	Upstream *url.URL      // origin of the agent: scheme://host[:port]; a path is ignored
	Recorder wire.Recorder // nil records nothing
	Splice   Splicer       // nil rewrites nothing

	// Origin is who calls through the tap, if that does not follow from the User-Agent; else "".
	Origin wire.Origin

	// Address is the host:port to dial for an agent of the console that clients know by the
	// upstream's origin. That agent receives the Host that they sent, and checks it itself. ""
	// dials the upstream's origin.
	Address string

	// Intervene decides what to do to exchanges. nil, like an exchange that it does not watch, means that
	// they go straight through.
	Intervene wire.Intervener

	AllowHosts   []string // names that the Host header may hold in addition to 127.0.0.1, localhost and ::1
	AllowOrigins []string // foreign origins whose pages may change state through the tap

	// Forbidden reports whether the tap must not connect to an address: the console's own pages and
	// webhook. It is called at connect time, after name resolution, with an unmapped address, and with
	// loopback in place of an unspecified one. nil forbids none. Link-local and metadata addresses are
	// always refused.
	Forbidden func(netip.AddrPort) bool

	// TLS returns the TLS configuration for an upstream's origin: custom authorities, a client certificate.
	// It is called before the first request and by ReloadTLS, and may wait for a person; the tap owns the
	// result. A nil function or result means the system's defaults.
	TLS func(origin string) *tls.Config

	MaxHeldBytes int64         // the most bytes that rules hold together, in all taps of a Taps; 0 means 256 MiB
	ReadAhead    int64         // the most bytes read from the agent that a slow client has not read yet; 0 means 4 MiB
	DialTimeout  time.Duration // 0 means 10 s
	Logger       *slog.Logger  // nil discards
	// Now is the wall clock, called once per exchange: its other timestamps follow the monotonic clock. nil
	// means time.Now.
	Now func() time.Time

	holdBudget *holdBudget // shared by Taps; nil makes one
}

// Splicer rewrites whole response bodies on their way to a client. It is called only for responses to other
// programs, never for the console's own calls.
type Splicer interface {
	// CanRewrite reports whether the response to a request may need a change. body is at most the first 64
	// KiB of the request's body. It must not touch resp.Body.
	CanRewrite(method, url string, body []byte, resp *http.Response) bool
	// Splice returns the body to send instead, and a note for the log, or "". Returning the body unchanged
	// leaves the response as it is. self is the origin under which the client reached the tap. It must not
	// touch resp.Body.
	Splice(self string, resp *http.Response, body []byte) (out []byte, note string)
}

// Tap forwards requests to one upstream and records them. Safe for concurrent use.
type Tap struct {
	opts    Options
	origin  string
	base    url.URL
	guard   *guard
	loading sync.Mutex // held while Options.TLS is called
	current atomic.Pointer[transports]
	reverse *httputil.ReverseProxy
	buffers *buffers
	open    openFlows
	log     *slog.Logger
}

// New returns a Tap. Close frees its idle connections.
func New(o Options) (*Tap, error) {
	if o.Upstream == nil {
		return nil, errors.New("open a tap: no upstream was given")
	}
	origin, err := Origin(o.Upstream.String())
	if err != nil {
		return nil, fmt.Errorf("open a tap: %w", err)
	}
	base, err := url.Parse(origin)
	if err != nil {
		return nil, fmt.Errorf("open a tap: %w", err)
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.ReadAhead <= 0 {
		o.ReadAhead = 4 << 20
	}
	if o.DialTimeout <= 0 {
		o.DialTimeout = 10 * time.Second
	}
	if o.holdBudget == nil {
		o.holdBudget = newHoldBudget(o.MaxHeldBytes, o.Logger)
	}
	g, err := newGuard(o.AllowHosts, o.AllowOrigins)
	if err != nil {
		return nil, fmt.Errorf("open a tap: %w", err)
	}
	t := &Tap{opts: o, origin: origin, base: *base, guard: g, buffers: &buffers{}, log: o.Logger}
	t.reverse = &httputil.ReverseProxy{
		Rewrite:        t.rewrite,
		Transport:      t,
		ModifyResponse: modifyResponse,
		FlushInterval:  -1,
		BufferPool:     t.buffers,
		ErrorHandler:   t.fail,
		ErrorLog:       slog.NewLogLogger(o.Logger.Handler(), slog.LevelDebug),
	}
	return t, nil
}

func (t *Tap) Origin() string { return t.origin }

// ReloadTLS calls Options.TLS again. Open exchanges continue unchanged.
func (t *Tap) ReloadTLS() {
	t.loading.Lock()
	defer t.loading.Unlock()
	t.loadTLS()
}

// upstreamTransports returns the transports to the upstream. It makes them for the first request, because
// Options.TLS may have to wait for a person.
func (t *Tap) upstreamTransports() *transports {
	if w := t.current.Load(); w != nil {
		return w
	}
	t.loading.Lock()
	defer t.loading.Unlock()
	if t.current.Load() == nil {
		t.loadTLS()
	}
	return t.current.Load()
}

// loadTLS makes the transports. t.loading is held.
func (t *Tap) loadTLS() {
	var own *tls.Config
	if t.opts.TLS != nil {
		own = t.opts.TLS(t.origin)
	}
	routes := newTransports(t.opts.DialTimeout, t.opts.Address, t.opts.Forbidden, own, t.log)
	if old := t.current.Swap(&routes); old != nil {
		old.close()
	}
}

// Close frees idle connections. Open exchanges continue.
func (t *Tap) Close() {
	if w := t.current.Load(); w != nil {
		w.close()
	}
}

// Interrupt ends the open exchanges and refuses later ones. why begins a sentence that says what happened,
// such as "The console stopped". It returns when their ends are on record, or when ctx ends.
func (t *Tap) Interrupt(ctx context.Context, why string) { t.open.interrupt(ctx, why) }

// segmentSize is the size of the buffers that bodies are read into.
const segmentSize = 64 << 10

// buffers pools segments; it is also the reverse proxy's BufferPool.
type buffers struct{ pool sync.Pool }

func (b *buffers) Get() []byte {
	if p, ok := b.pool.Get().(*[segmentSize]byte); ok {
		return p[:]
	}
	return new([segmentSize]byte)[:]
}

func (b *buffers) Put(p []byte) {
	if cap(p) >= segmentSize {
		b.pool.Put((*[segmentSize]byte)(p[:segmentSize]))
	}
}
