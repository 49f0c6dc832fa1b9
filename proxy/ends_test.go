package proxy_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// script is an agent that answers every connection with raw bytes and then calls after.
func script(t *testing.T, answer string, after func(*net.TCPConn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			if r, err := http.ReadRequest(bufio.NewReader(c)); err == nil {
				io.Copy(io.Discard, r.Body)
				io.WriteString(c, answer)
			}
			after(c.(*net.TCPConn))
			c.Close()
		}
	}()
	t.Cleanup(func() { l.Close(); <-done })
	return "http://" + l.Addr().String()
}

func hangUp(*net.TCPConn) {}

func reset(c *net.TCPConn) { c.SetLinger(0) }

func TestBrokenAgents(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer  string
		after   func(*net.TCPConn)
		status  int
		outcome wire.Outcome
		says    []string
		body    string
	}{
		"shorter than it said":    {"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort", hangUp, 200, wire.Cut, []string{"5 of the 100 bytes", "connection closed"}, "short"},
		"no body, though it said": {"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 100\r\n\r\n", hangUp, 500, wire.Cut, []string{"The head of the response arrived, but 0 of the 100 body bytes that Content-Length announced", "agent's log"}, ""},
		"no chunk":                {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", hangUp, 200, wire.Cut, []string{"The head of the response arrived, but nothing of its body (", "agent's log"}, ""},
		"stream cut":              {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/event-stream\r\n\r\n9\r\ndata: 1\n\n\r\n", hangUp, 200, wire.Cut, []string{"broke off after 9 bytes"}, "data: 1\n\n"},
		"no answer":               {"", hangUp, 502, wire.Cut, []string{"without an answer", "log"}, ""},
		"no HTTP":                 {"SSH-2.0-OpenSSH_9.2\r\n\r\n", hangUp, 502, wire.Unreachable, []string{"does not speak HTTP"}, ""},
		"reset before answer":     {"", reset, 502, wire.Cut, []string{"without an answer"}, ""},
		"bad chunk":               {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n", hangUp, 200, wire.Cut, []string{"broke off after 5 bytes"}, "hello"},
		"longer than it said":     {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello world", hangUp, 200, wire.ByAgent, nil, "hello"},
		"until the end of time":   {"HTTP/1.0 200 OK\r\n\r\nhello world", hangUp, 200, wire.ByAgent, nil, "hello world"},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMemory()
			tap := before(t, m, script(t, tt.answer, tt.after))
			resp, err := http.Post(tap, "application/json", strings.NewReader(`{"jsonrpc":"2.0"}`))
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			x := m.ended(t)
			if resp.StatusCode != tt.status || x.end.Outcome != tt.outcome || x.ends != 1 {
				t.Errorf("status %d, end %+v, %d ends", resp.StatusCode, x.end, x.ends)
			}
			for _, s := range tt.says {
				if !strings.Contains(x.end.Problem, s) {
					t.Errorf("problem %q does not say %q", x.end.Problem, s)
				}
			}
			if tt.status == 502 {
				if !strings.Contains(string(body), `"from":"a2a-console"`) || resp.Header.Get("Content-Type") != "application/problem+json" || !strings.Contains(string(body), x.x.ID) {
					t.Errorf("answer %q", body)
				}
				return
			}
			if string(body) != tt.body || string(x.committed(wire.Response)) != tt.body {
				t.Errorf("client has %q, record has %q", body, x.committed(wire.Response))
			}
			if (err == nil) != (tt.outcome == wire.ByAgent) {
				t.Errorf("the client's error is %v", err)
			}
		})
	}
}

func TestUnreachable(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	m := newMemory()
	tap := before(t, m, "http://"+addr)
	resp, err := http.Post(tap, "application/json", strings.NewReader(`{"id":1}`))
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(resp.Body)
	x := m.ended(t)
	if resp.StatusCode != 502 || x.end.Outcome != wire.Unreachable || !strings.Contains(string(body), "Nothing listens at http://"+addr) {
		t.Errorf("%d %s, %+v", resp.StatusCode, body, x.end)
	}
	if got := string(x.committed(wire.Request)); got != `{"id":1}` {
		t.Errorf("the request on record is %q", got)
	}
}

func TestClientLeavesStream(t *testing.T) {
	t.Parallel()
	m := newMemory()
	left := make(chan struct{})
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(left)
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, "data: 1\n\n")
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}))
	ctx, cancel := context.WithCancel(t.Context())
	req, _ := http.NewRequestWithContext(ctx, "POST", tap, strings.NewReader("{}"))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(resp.Body, make([]byte, 9)); err != nil {
		t.Fatal(err)
	}
	cancel()
	<-left // the agent learned of it
	x := m.ended(t)
	m.wait(t, "its end to be on record", func([]*tape) bool { return x.sealed })
	if x.end.Outcome != wire.Cancelled || x.ends != 1 || !strings.Contains(x.end.Problem, "after 9 bytes") {
		t.Errorf("%+v, %d ends", x.end, x.ends)
	}
}

func TestClientLeavesBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	m := newMemory()
	here, left := make(chan struct{}), make(chan struct{})
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(left)
		io.Copy(io.Discard, r.Body)
		close(here)
		<-r.Context().Done()
	}))
	ctx, cancel := context.WithCancel(t.Context())
	req, _ := http.NewRequestWithContext(ctx, "POST", tap, strings.NewReader("{}"))
	go func() { <-here; cancel() }()
	if _, err := http.DefaultClient.Do(req); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	<-left
	if x := m.ended(t); x.end.Outcome != wire.Cancelled {
		t.Errorf("%+v", x.end)
	}
}

// due is a context whose deadline passes when the test decides.
type due struct {
	context.Context
	passed chan struct{}
}

func (d due) Done() <-chan struct{} { return d.passed }

func (d due) Err() error {
	select {
	case <-d.passed:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

func TestOwnCallTimesOut(t *testing.T) {
	t.Parallel()
	m := newMemory()
	_, up := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, "data: 1\n\n")
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}))
	taps := proxy.NewTaps(proxy.TapsOptions{Tap: proxy.Options{Recorder: m}})
	defer taps.Shutdown(context.WithoutCancel(t.Context()))
	ctx := due{wire.WithCallOptions(t.Context(), wire.CallOptions{ID: "mine", Origin: wire.Compose, Caller: "compose", Agent: "http://localhost:1"}), make(chan struct{})}
	req, _ := http.NewRequestWithContext(ctx, "GET", up.URL, nil)
	resp, err := taps.RoundTripper().RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	close(ctx.passed)
	if _, err := io.ReadAll(resp.Body); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the caller's error is %v", err)
	}
	resp.Body.Close()
	if x := m.ended(t); x.end.Outcome != wire.TimedOut || x.x.ID != "mine" || x.x.Origin != wire.Compose || x.x.Caller != "compose" || x.x.Agent != "http://localhost:1" || x.x.Tap != "" {
		t.Errorf("%+v %+v", x.x, x.end)
	}
}

// A client that stops reading must not change the times of what arrives, until
// the read-ahead is full; from then on the wait is marked.
func TestStalledClientIsMarked(t *testing.T) {
	t.Parallel()
	m := newMemory()
	const size, ahead = 24 << 20, 1 << 20
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		event := []byte("data: " + strings.Repeat("x", 20000) + "\n\n")
		for n := 0; n < size; n += len(event) {
			w.Write(event)
		}
	}))
	defer up.Close()
	to, err := url.Parse(up.URL)
	if err != nil {
		t.Fatal(err)
	}
	tap, err := proxy.New(proxy.Options{Upstream: to, Recorder: m, ReadAhead: ahead})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tap.Close)
	resp, err := throughPipe(t, tap).Get("http://" + tapAt)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	// The client stops after each piece until the tap has filled its read-ahead.
	for got := 0; ; {
		m.wait(t, "the read-ahead to fill", func(all []*tape) bool {
			return len(all) == 1 && len(all[0].kept[wire.Response]) >= min(size, got+ahead)
		})
		n, err := io.CopyN(io.Discard, resp.Body, 128<<10)
		if got += int(n); err == io.EOF {
			if got < size {
				t.Fatalf("%d bytes", got)
			}
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	x := m.ended(t)
	waited, first := 0, 0
	var off int64
	for i, c := range x.sideChunks(wire.Response) {
		if c.WasDelayed {
			if waited == 0 {
				first = i
				off = c.Offset
			}
			waited++
		}
	}
	if waited == 0 || off < 1<<20 {
		t.Errorf("%d chunks waited, the first is number %d at %d", waited, first, off)
	}
}

// throughPipe returns a client of a handler over a connection without buffers: a write ends only when the
// other end has read it.
func throughPipe(t *testing.T, h http.Handler) *http.Client {
	port := newLAN().listen(tapAt).(*lanPort)
	s := &http.Server{Handler: h}
	go s.Serve(port)
	tr := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		port.calls <- server
		return client, nil
	}}
	t.Cleanup(func() { tr.CloseIdleConnections(); s.Close() })
	return &http.Client{Transport: tr}
}

func TestLaggingAgentIsNotHeldBack(t *testing.T) {
	t.Parallel()
	m := newMemory()
	next := make(chan struct{})
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "8")
		w.Header().Set("Content-Type", "application/json")
		for _, b := range []byte(`{"a":12}`) {
			w.Write([]byte{b})
			http.NewResponseController(w).Flush()
			<-next
		}
	}))
	resp, err := http.Get(tap)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var got []byte
	for range 7 { // each byte arrives before the agent sends the next
		var b [1]byte
		if _, err := io.ReadFull(resp.Body, b[:]); err != nil {
			t.Fatal(err)
		}
		got = append(got, b[0])
		next <- struct{}{}
	}
	go func() { next <- struct{}{} }()
	rest, err := io.ReadAll(resp.Body)
	if err != nil || string(got)+string(rest) != `{"a":12}` {
		t.Errorf("%q %q %v", got, rest, err)
	}
	if n := len(m.ended(t).sideChunks(wire.Response)); n != 8 {
		t.Errorf("%d chunks for 8 writes", n)
	}
}

func TestManyClientsAtOnce(t *testing.T) {
	t.Parallel()
	m := newMemory()
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		w.Write(b)
	}))
	errs := make(chan error, 16)
	for c := range 16 {
		go func() {
			for i := range 20 {
				want := fmt.Sprint(c, "-", i, strings.Repeat("x", i*500))
				resp, err := http.Post(tap, "text/plain", strings.NewReader(want))
				if err != nil {
					errs <- err
					return
				}
				got, err := io.ReadAll(resp.Body)
				resp.Body.Close()
				if err != nil || string(got) != want {
					errs <- fmt.Errorf("%d bytes of %d: %v", len(got), len(want), err)
					return
				}
			}
			errs <- nil
		}()
	}
	for range 16 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, x := range m.all {
		if x.end == nil || x.end.Outcome != wire.ByAgent || string(x.kept[wire.Request]) != string(x.kept[wire.Response]) {
			t.Errorf("%+v", x.end)
		}
	}
}
