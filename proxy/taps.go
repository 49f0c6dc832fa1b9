package proxy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// FirstPort is the default for TapsOptions.FirstPort.
const FirstPort = 7421

// maxPortTries is how many ports from FirstPort on are tried; after that, the system chooses one.
const maxPortTries = 64

// TapsOptions configures Taps.
type TapsOptions struct {
	Tap  Options // for every tap; its Upstream is ignored
	Host string  // address to listen at; "" means 127.0.0.1
	// FirstPort is where taps without a remembered port begin to look for one; 0 means FirstPort, and below 0
	// the system chooses.
	FirstPort int

	// Port returns the remembered port of an origin's tap, 0 for none. nil remembers none.
	Port func(ctx context.Context, origin string) int
	// OnOpen, if not nil, is called with the port of each tap that was opened.
	OnOpen func(ctx context.Context, origin string, port int)
}

// Taps keeps the taps of a process: one per upstream origin, with its own listener once opened. Safe for
// concurrent use.
type Taps struct {
	opts TapsOptions
	log  *slog.Logger

	mu     sync.Mutex // every dial takes it: do nothing slow while holding it
	taps   map[string]*tapEntry
	order  []string // origins with a listener, in the order in which they were opened
	closed bool

	connections func(agent string) string // what taps do with new connections; nil: accept them
}

// tapEntry is a tap and, once opened, its listener and server.
type tapEntry struct {
	origin   string
	tap      *Tap
	listener net.Listener // the listener it was opened with, even while it refuses connections; set while Taps.mu is held

	opening       sync.Mutex          // held while the tap is opened or changes its mode; guards the fields below
	listenerInUse *reopenableListener // the current listener; nil before the tap is opened
	mode          string              // what it does with new connections
	server        *tapServer          // nil if it accepts no connections
	oldServers    []*tapServer
	resetting     chan struct{} // closed when resetConns returns; nil unless connections are reset
	closed        bool
}

// ListeningTap is a tap with a listener.
type ListeningTap struct {
	Agent string // origin of its upstream
	URL   string // where clients connect instead: http://127.0.0.1:7421
}

func (l ListeningTap) Port() int {
	at, _ := netip.ParseAddrPort(strings.TrimPrefix(l.URL, "http://"))
	return int(at.Port())
}

// NewTaps returns Taps without any tap.
func NewTaps(o TapsOptions) *Taps {
	if o.Host == "" {
		o.Host = "127.0.0.1"
	}
	t := &Taps{opts: o, log: o.Tap.Logger, taps: map[string]*tapEntry{}}
	if t.log == nil {
		t.log = slog.New(slog.DiscardHandler)
	}
	t.opts.Tap.holdBudget = newHoldBudget(o.Tap.MaxHeldBytes, t.log)
	return t
}

// Taps lists the listening taps, in the order in which they were opened.
func (t *Taps) Taps() []ListeningTap {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := make([]ListeningTap, 0, len(t.order))
	for _, o := range t.order {
		out = append(out, t.taps[o].listeningTap())
	}
	return out
}

func (e *tapEntry) listeningTap() ListeningTap {
	host, port, err := net.SplitHostPort(e.listener.Addr().String())
	if ip, bad := netip.ParseAddr(host); err == nil && bad == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return ListeningTap{Agent: e.origin, URL: "http://" + net.JoinHostPort(host, port)}
}

// Open returns the listening tap of an origin. If there is none, it opens one at its remembered port or a free one.
func (t *Taps) Open(ctx context.Context, origin string) (ListeningTap, error) {
	return t.open(ctx, origin, func(o string) (net.Listener, error) { return t.listen(ctx, o) })
}

// OpenAt is Open with a given address, host:port. It fails if the port is taken.
func (t *Taps) OpenAt(ctx context.Context, origin, address string) (ListeningTap, error) {
	return t.open(ctx, origin, func(string) (net.Listener, error) {
		l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
		if err != nil {
			return nil, fmt.Errorf("listen at %s: %w; give another address, or stop the program that uses this one", address, err)
		}
		return l, nil
	})
}

// OpenOn is Open with a given listener, which the tap then owns.
func (t *Taps) OpenOn(ctx context.Context, origin string, l net.Listener) (ListeningTap, error) {
	return t.open(ctx, origin, func(string) (net.Listener, error) { return l, nil })
}

func (t *Taps) open(ctx context.Context, origin string, listen func(string) (net.Listener, error)) (ListeningTap, error) {
	e, err := t.lockedEntry(origin)
	if err != nil {
		return ListeningTap{}, err
	}
	e.opening.Lock()
	defer e.opening.Unlock()
	if at, ok := t.listeningAt(e); ok {
		return at, nil
	}
	l, err := listen(e.origin)
	if err != nil {
		return ListeningTap{}, fmt.Errorf("open the tap of %s: %w", e.origin, err)
	}
	t.mu.Lock()
	if t.closed || t.taps[e.origin] != e {
		t.mu.Unlock()
		return ListeningTap{}, fmt.Errorf("open the tap of %s: %w", e.origin, errors.Join(errTapsClosed, l.Close()))
	}
	e.listener, e.listenerInUse = l, newReopenableListener(l)
	t.order = append(t.order, e.origin)
	at := e.listeningTap()
	t.mu.Unlock()
	if err := t.applyMode(ctx, e); err != nil {
		return ListeningTap{}, err
	}
	if e.server == nil && e.mode == modeAccept {
		e.startMode(t.log)
	}
	if t.opts.OnOpen != nil {
		t.opts.OnOpen(ctx, e.origin, l.Addr().(*net.TCPAddr).Port)
	}
	return at, nil
}

// lockedEntry is entry for callers that do not hold the lock.
func (t *Taps) lockedEntry(origin string) (*tapEntry, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.entry(origin)
}

// listeningAt returns where a tap listens; ok is false if it does not.
func (t *Taps) listeningAt(e *tapEntry) (ListeningTap, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.listener == nil {
		return ListeningTap{}, false
	}
	return e.listeningTap(), true
}

var errTapsClosed = errors.New("the taps are closed")

// entry returns the tap of an origin, creating it if necessary. The lock is held.
func (t *Taps) entry(origin string) (*tapEntry, error) {
	origin, err := Origin(origin)
	if err != nil {
		return nil, err
	}
	if t.closed {
		return nil, errTapsClosed
	}
	if e := t.taps[origin]; e != nil {
		return e, nil
	}
	u, err := url.Parse(origin)
	if err != nil {
		return nil, fmt.Errorf("open the tap of %s: %w", origin, err)
	}
	e := &tapEntry{origin: origin}
	o := t.opts.Tap
	o.Upstream = u
	o.Forbidden = func(to netip.AddrPort) bool {
		return t.opts.Tap.Forbidden != nil && t.opts.Tap.Forbidden(to) || t.leadsBack(e, to)
	}
	if e.tap, err = New(o); err != nil {
		return nil, err
	}
	t.taps[origin] = e
	return e, nil
}

// listen listens at the remembered port, or at the first free one.
func (t *Taps) listen(ctx context.Context, origin string) (net.Listener, error) {
	var lc net.ListenConfig
	at := func(port int) (net.Listener, error) {
		return lc.Listen(ctx, "tcp", net.JoinHostPort(t.opts.Host, strconv.Itoa(port)))
	}
	if t.opts.Port != nil {
		if port := t.opts.Port(ctx, origin); port > 0 {
			l, err := at(port)
			if err == nil {
				return l, nil
			}
			t.log.Info("remembered tap port is taken; moving to another", "origin", origin, "port", port)
		}
	}
	first := cmp.Or(t.opts.FirstPort, FirstPort)
	for port := first; first > 0 && port < min(first+maxPortTries, 1<<16); port++ {
		if l, err := at(port); err == nil {
			return l, nil
		}
	}
	return at(0)
}

// Close closes the listener of an origin's tap and ends its open exchanges. It does nothing if the tap does
// not listen.
func (t *Taps) Close(ctx context.Context, origin string) error {
	origin, err := Origin(origin)
	if err != nil {
		return err
	}
	t.mu.Lock()
	e := t.taps[origin]
	if e == nil || e.listener == nil {
		t.mu.Unlock()
		return nil
	}
	delete(t.taps, origin)
	t.order = slices.DeleteFunc(t.order, func(o string) bool { return o == origin })
	t.mu.Unlock()
	if err := e.shutdown(ctx, "This tap was closed"); err != nil {
		return fmt.Errorf("close the tap of %s: %w", origin, err)
	}
	return nil
}

// stopReason begins the problem of exchanges that end because the program does.
const stopReason = "The console stopped"

// Shutdown closes all taps. Open exchanges end as wire.Interrupted, and their ends are on record when it
// returns, unless ctx ends first. No tap can be opened afterwards.
func (t *Taps) Shutdown(ctx context.Context) error {
	t.mu.Lock()
	all := t.taps
	t.taps, t.order, t.closed = map[string]*tapEntry{}, nil, true
	t.mu.Unlock()
	var wg sync.WaitGroup
	errs := make([]error, len(all))
	n := 0
	for _, e := range all {
		i, listens := n, e.listener != nil
		n++
		wg.Go(func() {
			if listens {
				errs[i] = e.shutdown(ctx, stopReason)
				return
			}
			e.tap.Interrupt(ctx, stopReason) // calls of the console
			e.tap.Close()
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("close the taps: %w", err)
	}
	return nil
}

// RoundTripper sends requests to any origin through its tap, and thus records them, whether or not that tap listens.
func (t *Taps) RoundTripper() http.RoundTripper { return roundTripper{t} }

type roundTripper struct{ taps *Taps }

func (t roundTripper) RoundTrip(r *http.Request) (*http.Response, error) {
	e, err := t.taps.lockedEntry(r.URL.Scheme + "://" + r.URL.Host)
	if err != nil {
		closeBody(r.Body)
		return nil, fmt.Errorf("call %s: %w", r.URL.Redacted(), err)
	}
	return e.tap.RoundTrip(r)
}

// ReloadTLS calls Options.TLS again for the tap of an origin, if there is one.
func (t *Taps) ReloadTLS(origin string) {
	origin, err := Origin(origin)
	if err != nil {
		return
	}
	t.mu.Lock()
	e := t.taps[origin]
	t.mu.Unlock()
	if e != nil {
		e.tap.ReloadTLS()
	}
}
