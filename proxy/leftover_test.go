package proxy_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// connections counts the open, or busy, connections of a server.
type connections struct {
	mu   sync.Mutex
	open map[net.Conn]bool
	idle bool          // do not count idle ones
	none chan struct{} // closed when there are none left
}

func (c *connections) state(conn net.Conn, s http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s == http.StateNew || s == http.StateActive {
		c.open[conn] = true
	} else if s == http.StateClosed || s == http.StateIdle && c.idle {
		delete(c.open, conn)
		if c.none != nil && len(c.open) == 0 {
			close(c.none)
			c.none = nil
		}
	}
}

// gone waits until there are none.
func (c *connections) gone(t *testing.T, whose string) {
	t.Helper()
	c.mu.Lock()
	if len(c.open) == 0 {
		c.mu.Unlock()
		return
	}
	none := make(chan struct{})
	c.none = none
	c.mu.Unlock()
	select {
	case <-none:
	case <-time.After(time.Minute):
		t.Errorf("connections to the %s are left", whose)
	}
}

// Streams that rules cut, drop or answer, and those whose clients disconnect while an event is held, leave no
// goroutine and no connection.
func TestNothingIsLeft(t *testing.T) { nothingIsLeft(t, 600) }

func nothingIsLeft(t *testing.T, n int) {
	t.Helper()
	speech := speeches()
	base := runtime.NumGoroutine()
	agents, clients := &connections{open: map[net.Conn]bool{}}, &connections{open: map[net.Conn]bool{}, idle: true}
	up := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s := speech[0]
		if r.ProtoMajor == 2 {
			s = speech[2]
		}
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		if s.h2 {
			w.Header().Set("Content-Type", s.kind)
		}
		io.WriteString(w, s.all(0, 4))
		http.NewResponseController(w).Flush()
		<-r.Context().Done() // the tap has to end it
	}))
	up.Config.Protocols, up.Config.ConnState = both(), agents.state
	up.Start()
	var turn atomic.Int64
	leaves := make([]context.CancelFunc, n)
	o := proxy.Options{Intervene: intervener{plan: func(x *wire.Exchange, _ []byte, _ bool) *wire.InterventionPlan {
		switch turn.Add(1) % 5 {
		case 0:
			return &wire.InterventionPlan{Response: at(2, func(_ context.Context, f wire.Frame, out wire.FrameSender) error { return off })}
		case 1:
			return &wire.InterventionPlan{Request: at(0, func(context.Context, wire.Frame, wire.FrameSender) error { return off })}
		case 2:
			return &wire.InterventionPlan{Answer: func(context.Context) (*wire.RuleAnswer, error) { return &wire.RuleAnswer{Reset: true}, nil }}
		case 3:
			return &wire.InterventionPlan{Response: frameGate{head: func(context.Context, *wire.Head) error { return off }}}
		}
		leave := leaves[number(x.Request.Header.Get("X-Nr"))]
		return &wire.InterventionPlan{Response: at(1, func(ctx context.Context, _ wire.Frame, _ wire.FrameSender) error {
			leave()
			<-ctx.Done()
			return ctx.Err()
		})}
	}}}
	var err error
	if o.Upstream, err = url.Parse(up.URL); err != nil {
		t.Fatal(err)
	}
	tap, err := proxy.New(o)
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewUnstartedServer(tap)
	front.Config.Protocols, front.Config.ConnState = both(), clients.state
	front.Start()
	var wait sync.WaitGroup
	for w := range 16 {
		s := speech[w%3]
		c := s.client()
		wait.Go(func() {
			defer c.CloseIdleConnections()
			for i := w; i < n; i += 16 {
				ctx, cancel := context.WithCancel(t.Context())
				leaves[i] = cancel
				req := s.request(ctx, front.URL)
				req.Header.Set("X-Nr", itoa(i))
				if resp, err := c.Do(req); err == nil {
					if _, err := io.ReadAll(resp.Body); err == nil {
						t.Error("a stream ended well")
					}
					resp.Body.Close()
				}
				cancel()
			}
		})
	}
	wait.Wait()
	clients.gone(t, "tap")
	tap.Close() // closes idle connections
	agents.gone(t, "agent")
	front.Close()
	up.Close()
	limit := time.After(time.Minute)
	for runtime.NumGoroutine() > base {
		select {
		case <-limit:
			buf := make([]byte, 1<<20)
			t.Fatalf("%d goroutines are left, there were %d:\n%s", runtime.NumGoroutine(), base, buf[:runtime.Stack(buf, true)])
		default:
			runtime.Gosched()
		}
	}
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}
