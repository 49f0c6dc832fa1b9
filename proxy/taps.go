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

// portsTried bounds the search from FirstPort; then the system chooses.
const portsTried = 64

// TapsOptions configures Taps.
type TapsOptions struct {
	Tap  Options // for every tap; its Upstream is ignored
	Host string  // address to listen at; "" means 127.0.0.1
	// First is where taps without a remembered port look for one; 0 means
	// FirstPort, below 0 that the system chooses.
	First int

	// Port returns the port that an origin's tap had, 0 for none; nil knows none.
	Port func(ctx context.Context, origin string) int
	// Opened is told the port that an origin's tap got; nil is not told.
	Opened func(ctx context.Context, origin string, port int)
}

// Taps keeps the taps of a process: one per upstream origin, with a listener of
// its own once opened. Safe for concurrent use.
type Taps struct {
	opts TapsOptions
	log  *slog.Logger

	mu     sync.Mutex // every dial takes it: nothing slow happens under it
	taps   map[string]*entry
	order  []string // origins with a listener, as they were opened
	closed bool

	connections func(agent string) string // what taps do with those who connect; nil: all take them
}

// entry is a tap and, once opened, its listener and server.
type entry struct {
	origin   string
	tap      *Tap
	listener net.Listener // where it listens or, while it refuses connections, did; set under the mutex of Taps

	opening   sync.Mutex // held while a listener is opened for it, and guards what follows
	door      *door      // the listener of the moment; nil before it is opened
	does      string     // with those who connect
	server    *tapServer // nil where it takes no connections
	past      []*tapServer
	resetting chan struct{} // closed when it is over; nil unless connections are reset
	closed    bool
}

// Listening is a tap with a listener.
type Listening struct {
	Agent string // origin of its upstream
	URL   string // where clients point instead: http://127.0.0.1:7421
}

// Port is where clients connect.
func (l Listening) Port() int {
	at, _ := netip.ParseAddrPort(strings.TrimPrefix(l.URL, "http://"))
	return int(at.Port())
}

// NewTaps returns Taps without any tap.
func NewTaps(o TapsOptions) *Taps {
	if o.Host == "" {
		o.Host = "127.0.0.1"
	}
	t := &Taps{opts: o, log: o.Tap.Logger, taps: map[string]*entry{}}
	if t.log == nil {
		t.log = slog.New(slog.DiscardHandler)
	}
	t.opts.Tap.held = newBudget(o.Tap.HeldLimit, t.log)
	return t
}

// Taps lists the taps that listen, in the order in which they were opened.
func (t *Taps) Taps() []Listening {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := make([]Listening, 0, len(t.order))
	for _, o := range t.order {
		out = append(out, t.taps[o].listening())
	}
	return out
}

func (e *entry) listening() Listening {
	host, port, err := net.SplitHostPort(e.listener.Addr().String())
	if ip, bad := netip.ParseAddr(host); err == nil && bad == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return Listening{Agent: e.origin, URL: "http://" + net.JoinHostPort(host, port)}
}

// Open returns the tap that listens for an origin, opening it at its
// remembered port or a free one if there is none yet.
func (t *Taps) Open(ctx context.Context, origin string) (Listening, error) {
	return t.open(ctx, origin, func(o string) (net.Listener, error) { return t.listen(ctx, o) })
}

// OpenAt is Open at a given address, host:port. A taken port is an error.
func (t *Taps) OpenAt(ctx context.Context, origin, address string) (Listening, error) {
	return t.open(ctx, origin, func(string) (net.Listener, error) {
		l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
		if err != nil {
			return nil, fmt.Errorf("listen at %s: %w; give another address, or stop what uses this one", address, err)
		}
		return l, nil
	})
}

// OpenOn is Open at a listener, which is the tap's from here on.
func (t *Taps) OpenOn(ctx context.Context, origin string, l net.Listener) (Listening, error) {
	return t.open(ctx, origin, func(string) (net.Listener, error) { return l, nil })
}

func (t *Taps) open(ctx context.Context, origin string, listen func(string) (net.Listener, error)) (Listening, error) {
	e, err := t.locked(origin)
	if err != nil {
		return Listening{}, err
	}
	e.opening.Lock()
	defer e.opening.Unlock()
	if at, ok := t.at(e); ok {
		return at, nil
	}
	l, err := listen(e.origin)
	if err != nil {
		return Listening{}, fmt.Errorf("open the tap of %s: %w", e.origin, err)
	}
	t.mu.Lock()
	if t.closed || t.taps[e.origin] != e {
		t.mu.Unlock()
		return Listening{}, fmt.Errorf("open the tap of %s: %w", e.origin, errors.Join(errTapsClosed, l.Close()))
	}
	e.listener, e.door = l, newDoor(l)
	t.order = append(t.order, e.origin)
	at := e.listening()
	t.mu.Unlock()
	if err := t.apply(ctx, e); err != nil {
		return Listening{}, err
	}
	if e.server == nil && e.does == takes {
		e.enter(t.log)
	}
	if t.opts.Opened != nil {
		t.opts.Opened(ctx, e.origin, l.Addr().(*net.TCPAddr).Port)
	}
	return at, nil
}

// locked is entry for those who do not hold the lock.
func (t *Taps) locked(origin string) (*entry, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.entry(origin)
}

// at is where a tap listens, false when it does not.
func (t *Taps) at(e *entry) (Listening, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.listener == nil {
		return Listening{}, false
	}
	return e.listening(), true
}

var errTapsClosed = errors.New("the taps are closed")

// entry returns the tap of an origin, making it if need be. The lock is held.
func (t *Taps) entry(origin string) (*entry, error) {
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
	e := &entry{origin: origin}
	o := t.opts.Tap
	o.Upstream = u
	o.Forbidden = func(to netip.AddrPort) bool {
		return t.opts.Tap.Forbidden != nil && t.opts.Tap.Forbidden(to) || t.loops(e, to)
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
	first := cmp.Or(t.opts.First, FirstPort)
	for port := first; first > 0 && port < min(first+portsTried, 1<<16); port++ {
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
	if err := e.halt(ctx, "This tap was closed"); err != nil {
		return fmt.Errorf("close the tap of %s: %w", origin, err)
	}
	return nil
}

// stopped is why exchanges end when the program does.
const stopped = "The console stopped"

// Shutdown closes all taps. Exchanges under way end as wire.Interrupted, their
// ends are on record when it returns, unless ctx ends first. No tap can be opened
// afterwards.
func (t *Taps) Shutdown(ctx context.Context) error {
	t.mu.Lock()
	all := t.taps
	t.taps, t.order, t.closed = map[string]*entry{}, nil, true
	t.mu.Unlock()
	var wg sync.WaitGroup
	errs := make([]error, len(all))
	n := 0
	for _, e := range all {
		i, listens := n, e.listener != nil
		n++
		wg.Go(func() {
			if listens {
				errs[i] = e.halt(ctx, stopped)
				return
			}
			e.tap.Interrupt(ctx, stopped) // calls of the console's own
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
func (t *Taps) RoundTripper() http.RoundTripper { return tripper{t} }

type tripper struct{ taps *Taps }

// RoundTrip sends r through the tap of its origin.
func (t tripper) RoundTrip(r *http.Request) (*http.Response, error) {
	e, err := t.taps.locked(r.URL.Scheme + "://" + r.URL.Host)
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
