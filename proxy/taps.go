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

// FirstPort is where taps without a remembered port look for one, by default.
const FirstPort = 7421

// maxPortTries bounds the search from FirstPort; then the system chooses.
const maxPortTries = 64

// TapsOptions configures Taps.
type TapsOptions struct {
	Tap  Options // for every tap; its Upstream is ignored
	Host string  // address to listen at; "" means 127.0.0.1
	// FirstPort is where taps without a remembered port look for one; 0 means
	// FirstPort, below 0 that the system chooses.
	FirstPort int

	// Port returns the port that an origin's tap had, 0 for none; nil knows none.
	Port func(ctx context.Context, origin string) int
	// OnOpen is told the port that an origin's tap got; nil is not told.
	OnOpen func(ctx context.Context, origin string, port int)
}

// Taps keeps the taps of a process: one per upstream origin, with a listener of
// its own once opened. Safe for concurrent use.
type Taps struct {
	opts TapsOptions
	log  *slog.Logger

	mu     sync.Mutex // every dial takes it: nothing slow happens under it
	taps   map[string]*tapEntry
	order  []string // origins with a listener, as they were opened
	closed bool

	connections func(agent string) string // what taps do with those who connect; nil: all take them
}

// tapEntry is a tap and, once opened, its listener and server.
type tapEntry struct {
	origin   string
	tap      *Tap
	listener net.Listener // where it listens or, while it refuses connections, did; set under the mutex of Taps

	opening       sync.Mutex          // held while a listener is opened for it, and guards what follows
	listenerInUse *reopenableListener // the listener of the moment; nil before it is opened
	mode          string              // with those who connect
	server        *tapServer          // nil where it takes no connections
	oldServers    []*tapServer
	resetting     chan struct{} // closed when it is over; nil unless connections are reset
	closed        bool
}

// ListeningTap is a tap with a listener.
type ListeningTap struct {
	Agent string // origin of its upstream
	URL   string // where clients point instead: http://127.0.0.1:7421
}

// Port is where clients connect.
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

// Taps lists the taps that listen, in the order in which they were opened.
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

// Open returns the tap that listens for an origin, opening it at its
// remembered port or a free one if there is none yet.
func (t *Taps) Open(ctx context.Context, origin string) (ListeningTap, error) {
	return t.open(ctx, origin, func(o string) (net.Listener, error) { return t.listen(ctx, o) })
}

// OpenAt is Open at a given address, host:port. A taken port is an error.
func (t *Taps) OpenAt(ctx context.Context, origin, address string) (ListeningTap, error) {
	return t.open(ctx, origin, func(string) (net.Listener, error) {
		l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
		if err != nil {
			return nil, fmt.Errorf("listen at %s: %w; give another address, or stop what uses this one", address, err)
		}
		return l, nil
	})
}

// OpenOn is Open at a listener, which is the tap's from here on.
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

// lockedEntry is entry for those who do not hold the lock.
func (t *Taps) lockedEntry(origin string) (*tapEntry, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.entry(origin)
}

// listeningAt is where a tap listens, false when it does not.
func (t *Taps) listeningAt(e *tapEntry) (ListeningTap, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.listener == nil {
		return ListeningTap{}, false
	}
	return e.listeningTap(), true
}

var errTapsClosed = errors.New("the taps are closed")

// entry returns the tap of an origin, making it if need be. The lock is held.
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

// listen takes the remembered port, or the first free one.
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

// Close closes the listener of an origin's tap, ending what passes through it.
// Closing one that does not listen does nothing.
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

// stopReason is why exchanges end when the program does.
const stopReason = "The console stopped"

// Shutdown closes all taps. Exchanges under way end as wire.Interrupted, their
// ends are on record when it returns, unless ctx ends first. No tap can be opened
// afterwards.
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
			e.tap.Interrupt(ctx, stopReason) // calls of the console's own
			e.tap.Close()
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("close the taps: %w", err)
	}
	return nil
}

// RoundTripper sends requests to any origin through its tap, and so on record,
// whether or not that tap listens.
func (t *Taps) RoundTripper() http.RoundTripper { return roundTripper{t} }

type roundTripper struct{ taps *Taps }

// RoundTrip sends r through the tap of its origin.
func (t roundTripper) RoundTrip(r *http.Request) (*http.Response, error) {
	e, err := t.taps.lockedEntry(r.URL.Scheme + "://" + r.URL.Host)
	if err != nil {
		closeBody(r.Body)
		return nil, fmt.Errorf("call %s: %w", r.URL.Redacted(), err)
	}
	return e.tap.RoundTrip(r)
}

// ReloadTLS has the tap of an origin, if there is one, ask anew how TLS is spoken
// with it.
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
