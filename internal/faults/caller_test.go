package faults

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
)

type call struct {
	kind  string // see agent
	id    string
	n     int // events or messages
	size  int // bytes of each
	asks  int // bytes of text in the request
	parts int // the request body is sent in this many pieces
}

// answered is what a client received of a call. It belongs to one client while the call is under way.
type answered struct {
	call
	session string // of the program that the call went through
	status  int    // 0: no header arrived
	body    []byte
	whole   bool // the end arrived, including trailers
	err     error
}

func (c call) path() string {
	return fmt.Sprintf("/%s/%s?n=%d&size=%d", c.kind, c.id, c.n, c.size)
}

func (c call) request() []byte {
	if c.kind == "grpc" {
		return message(c.id, -1, c.asks)
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%q,"method":"SendMessage","params":{"message":{"messageId":"m-%s","role":"ROLE_USER","parts":[{"text":"%s"}]}}}`, c.id, c.id, words(c.id, -1, c.asks))
}

func (c call) response() (all []byte) {
	if c.kind == "call" {
		return answerTo(c.id, c.size)
	}
	for i := range c.n {
		if c.kind == "grpc" {
			all = append(all, message(c.id, i, c.size)...)
		} else {
			all = append(all, event(c.id, i, c.size)...)
		}
	}
	return all
}

type caller struct {
	t        testing.TB
	h1, h2   *http.Client
	progress *progress
}

func newCaller(t testing.TB) *caller {
	h1 := &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}
	h2 := &http.Transport{DisableCompression: true, Protocols: new(http.Protocols)}
	h2.Protocols.SetUnencryptedHTTP2(true)
	t.Cleanup(h1.CloseIdleConnections)
	t.Cleanup(h2.CloseIdleConnections)
	return &caller{t, &http.Client{Transport: h1}, &http.Client{Transport: h2}, newProgress()}
}

// make makes a call and reads as much of its response as arrives.
func (c *caller) make(ctx context.Context, p *program, x call) *answered {
	a := &answered{call: x, session: p.Session}
	resp, err := c.open(ctx, p.url(), x)
	if err != nil {
		a.err = err
		return a
	}
	a.status = resp.StatusCode
	c.read(a, resp)
	return a
}

func (c *caller) open(ctx context.Context, url string, x call) (*http.Response, error) {
	var body io.Reader = bytes.NewReader(x.request())
	if x.parts > 1 {
		body = &inParts{x.request(), (len(x.request()) + x.parts - 1) / x.parts}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+x.path(), body)
	if err != nil {
		return nil, err
	}
	client := c.h1
	req.Header.Set("Content-Type", "application/json")
	if x.kind == "grpc" {
		client = c.h2
		req.Header.Set("Content-Type", "application/grpc")
		req.Header.Set("Te", "trailers")
	}
	return client.Do(req)
}

func (c *caller) read(a *answered, resp *http.Response) {
	defer resp.Body.Close()
	p := make([]byte, 16<<10)
	for {
		n, err := resp.Body.Read(p)
		a.body = append(a.body, p[:n]...)
		c.progress.step()
		if err == io.EOF {
			a.whole = a.kind != "grpc" || resp.Trailer.Get("Grpc-Status") == "0"
			return
		}
		if err != nil {
			a.err = err
			return
		}
	}
}

// inParts is a body that comes a piece at a time.
type inParts struct {
	left []byte
	size int
}

func (r *inParts) Read(p []byte) (int, error) {
	if len(r.left) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.left[:min(r.size, len(r.left))])
	r.left = r.left[n:]
	return n, nil
}

// progress counts reads of responses.
type progress struct {
	mu      sync.Mutex
	n, goal int64
	hit     chan struct{} // closed when n reaches goal; nil while nobody waits
}

func newProgress() *progress { return &progress{} }

func (p *progress) step() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.n++; p.hit != nil && p.n >= p.goal {
		close(p.hit)
		p.hit = nil
	}
}

// after waits for n more reads.
func (p *progress) after(t testing.TB, n int64) {
	t.Helper()
	hit := make(chan struct{})
	p.mu.Lock()
	p.goal, p.hit = p.n+n, hit
	p.mu.Unlock()
	select {
	case <-hit:
	case <-patience(t):
		t.Fatal("no call comes through")
	}
}

// load is a set of workers that make calls until end.
type load struct {
	cancel context.CancelFunc
	stop   atomic.Bool
	wait   sync.WaitGroup
	mu     sync.Mutex
	all    []*answered
}

// begin starts workers. next returns the i-th call of worker w.
func (c *caller) begin(p *program, workers int, next func(w, i int) call) *load {
	ctx, cancel := context.WithCancel(context.Background())
	l := &load{cancel: cancel}
	for w := range workers {
		l.wait.Go(func() {
			for i := 0; !l.stop.Load() && ctx.Err() == nil; i++ {
				a := c.make(ctx, p, next(w, i))
				l.mu.Lock()
				l.all = append(l.all, a)
				l.mu.Unlock()
				if a.err != nil {
					select { // a program that is gone accepts no more calls
					case <-p.ended:
						return
					default:
					}
				}
			}
		})
	}
	return l
}

// many makes at least n calls by 8 workers.
func (c *caller) many(p *program, n int, next func(w, i int) call) (all []*answered) {
	const workers = 8
	var wait sync.WaitGroup
	var mu sync.Mutex
	for w := range workers {
		wait.Go(func() {
			for i := range (n + workers - 1) / workers {
				a := c.make(context.Background(), p, next(w, i))
				mu.Lock()
				all = append(all, a)
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return all
}

// mixed is a worker's load: calls, streams and gRPC in turns.
func mixed(name string) func(w, i int) call {
	return func(w, i int) call {
		return call{kind: []string{"call", "call", "stream", "grpc"}[(w+i)%4], id: fmt.Sprintf("%s-%d-%d", name, w, i), n: 4, size: 200, asks: 300}
	}
}

// end lets the open calls finish and returns all of them.
func (l *load) end() []*answered {
	l.stop.Store(true)
	l.wait.Wait()
	l.cancel()
	return l.all
}

// mustWork asserts that all responses were complete and correct.
func mustWork(t testing.TB, all []*answered) {
	t.Helper()
	bad := 0
	for _, a := range all {
		if a.err != nil || a.status != 200 || !a.whole || !bytes.Equal(a.body, a.response()) {
			if bad++; bad < 4 {
				t.Errorf("call %s: HTTP %d, %d bytes of %d, %v", a.id, a.status, len(a.body), len(a.response()), errors.Join(a.err))
			}
		}
	}
	if bad > 0 {
		t.Fatalf("%d of %d calls failed", bad, len(all))
	}
}
