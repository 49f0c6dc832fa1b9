package proxy_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// refusedCall makes a call that the tap refuses. Meanwhile a byte that the tap should hold back,
// and does not, has time to arrive.
func refusedCall(t *testing.T, tap string) {
	req, _ := http.NewRequest("GET", tap, nil)
	req.Host = "refused.example"
	resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
	if err != nil {
		t.Error(err)
		return
	}
	resp.Body.Close()
}

// listener is a raw agent: it passes each connection to serve.
func listener(t *testing.T, serve func(c net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	wait.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			wait.Go(func() { defer c.Close(); serve(c) })
		}
	})
	t.Cleanup(func() { l.Close(); wait.Wait() })
	return "http://" + l.Addr().String()
}

// While the commit of what a client sent is delayed, the agent has received no byte of it, neither head nor
// body, over either version of HTTP.
func TestNothingReachesTheAgentBeforeItsCommit(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 200<<10)
	for name, tt := range map[string]struct {
		request string // over HTTP/1
		body    string
	}{
		"no body":          {"GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", ""},
		"body":             {"POST /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello", "hello"},
		"chunked":          {"POST /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "hello"},
		"trailer":          {"POST /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nTrailer: Sum\r\n\r\n5\r\nhello\r\n0\r\nSum: 1\r\n\r\n", "hello"},
		"large head":       {"POST /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Long: " + long + "\r\nContent-Length: 5\r\n\r\nhello", "hello"},
		"expects continue": {"POST /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello", "hello"},
		"long":             {"POST /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 204800\r\n\r\n" + long, long},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMemory()
			gate := make(chan struct{})
			m.hold(gate)
			var released atomic.Bool
			agent := listener(t, func(c net.Conn) {
				first := make([]byte, 1)
				if _, err := io.ReadFull(c, first); err != nil {
					return
				}
				if !released.Load() {
					t.Error("the agent has what is not on record")
				}
				br := bufio.NewReader(io.MultiReader(bytes.NewReader(first), c))
				r, err := http.ReadRequest(br)
				if err != nil {
					t.Error(err)
					return
				}
				var got []byte
				for p := make([]byte, 999); err == nil; {
					var n int
					n, err = r.Body.Read(p)
					got = append(got, p[:n]...)
					if m.mu.Lock(); !bytes.HasPrefix(m.all[0].safe[wire.Request], got) || !m.all[0].begun {
						t.Errorf("the agent has %d bytes, %d are on record", len(got), len(m.all[0].safe[wire.Request]))
					}
					m.mu.Unlock()
				}
				io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
			})
			tap := before(t, m, agent)
			answered := make(chan string, 1)
			go func() { answered <- raw(t, tap, tt.request) }()
			m.wait(t, "a commit of the request", func(all []*tape) bool { return len(all) > 0 && all[0].waits > 0 })
			var wait sync.WaitGroup
			wait.Go(func() { refusedCall(t, tap) })
			m.wait(t, "another exchange", func(all []*tape) bool { return len(all) > 1 && all[1].waits > 0 })
			released.Store(true)
			close(gate)
			wait.Wait()
			if got := <-answered; !strings.HasSuffix(got, "\r\n\r\nok") {
				t.Errorf("the client got %q", got)
			}
			if got := m.all[0].committed(wire.Request); string(got) != tt.body {
				t.Errorf("on record are %d bytes", len(got))
			}
		})
	}
}

// The head of a gRPC call is sent before its body, and committed before it.
func TestHTTP2HeadIsCommittedFirst(t *testing.T) {
	t.Parallel()
	m := newMemory()
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.mu.Lock()
		if !m.all[0].begun {
			t.Error("the agent has a head that is not on record")
		}
		m.mu.Unlock()
		io.Copy(io.Discard, r.Body)
	}))
	var p http.Protocols
	p.SetUnencryptedHTTP2(true)
	c := &http.Client{Transport: &http.Transport{Protocols: &p}}
	defer c.CloseIdleConnections()
	pr, pw := io.Pipe()
	go func() {
		m.wait(t, "the head's commit", func(all []*tape) bool { return len(all) == 1 && all[0].begun })
		io.WriteString(pw, "hello")
		pw.Close()
	}()
	resp, err := c.Post(tap, "application/grpc", pr)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if got := m.ended(t).committed(wire.Request); string(got) != "hello" {
		t.Errorf("on record is %q", got)
	}
}

func TestUploadGoesOnWhenRecordingFails(t *testing.T) {
	t.Parallel()
	m := newMemory()
	m.fail = errDisk
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.Copy(w, r.Body) }))
	want := bytes.Repeat([]byte("0123456789"), 50_000)
	resp, err := http.Post(tap, "text/plain", bytes.NewReader(want))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(resp.Body); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// hints is an agent that answers with interim answers before the final one.
func hints(t *testing.T, next <-chan struct{}) string {
	return listener(t, func(c net.Conn) {
		for br := bufio.NewReader(c); ; {
			r, err := http.ReadRequest(br)
			if err != nil {
				return
			}
			if r.Header.Get("Expect") != "" {
				io.WriteString(c, "HTTP/1.1 100 Continue\r\n\r\n")
			}
			io.Copy(io.Discard, r.Body)
			io.WriteString(c, "HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n")
			<-next
			io.WriteString(c, "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		}
	})
}

// Interim responses are on record before the client receives them, immediately, while the final response is
// still to come.
func TestInterimAnswersAreRecordedFirst(t *testing.T) {
	t.Parallel()
	m := newMemory()
	next := make(chan struct{})
	agent := hints(t, next)
	tap := before(t, m, agent)
	taps := proxy.NewTaps(proxy.TapsOptions{Tap: proxy.Options{Recorder: m}})
	defer taps.Shutdown(context.WithoutCancel(t.Context()))
	for name, way := range map[string]struct {
		by  http.RoundTripper
		url string
	}{"through the tap": {http.DefaultTransport, tap}, "a call of our own": {taps.RoundTripper(), agent}} {
		t.Run(name, func(t *testing.T) {
			var got []int
			ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{Got1xxResponse: func(status int, h textproto.MIMEHeader) error {
				got = append(got, status)
				m.mu.Lock()
				x := m.all[len(m.all)-1]
				if x.hints < len(got) {
					t.Errorf("the client has %v, %d are on record", got, x.hints)
				}
				m.mu.Unlock()
				if status == 103 {
					if h.Get("Link") != "</style.css>" {
						t.Errorf("hints %v", h)
					}
					next <- struct{}{}
				}
				return nil
			}})
			req, _ := http.NewRequestWithContext(ctx, "POST", way.url, strings.NewReader("hello"))
			req.Header.Set("Expect", "100-continue")
			resp, err := way.by.RoundTrip(req)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			x := m.ended(t)
			if fmt.Sprint(got) != "[100 103 102]" || string(body) != "ok" || resp.StatusCode != 200 {
				t.Errorf("interim %v, then %d %q", got, resp.StatusCode, body)
			}
			if len(x.interim) != 3 || x.interim[1].Status != 103 || x.interim[1].Header.Get("Link") != "</style.css>" || x.interim[1].At.Before(x.x.Started) {
				t.Errorf("on record %+v", x.interim)
			}
		})
	}
}

// An agent that never stops sending interim responses is cut off.
func TestEndlessInterimAnswers(t *testing.T) {
	t.Parallel()
	m := newMemory()
	tap := before(t, m, listener(t, func(c net.Conn) {
		if _, err := http.ReadRequest(bufio.NewReader(c)); err != nil {
			return
		}
		for {
			if _, err := io.WriteString(c, "HTTP/1.1 102 Processing\r\n\r\n"); err != nil {
				return
			}
		}
	}))
	resp, err := http.Get(tap)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if x := m.ended(t); resp.StatusCode != 502 || !strings.Contains(x.end.Problem, "more than 100 interim responses") || len(x.interim) != 100 {
		t.Errorf("%d, %+v, %d on record", resp.StatusCode, x.end, len(x.interim))
	}
}

// A status that HTTP does not have gets an explanation instead of an empty reply.
func TestImpossibleStatus(t *testing.T) {
	t.Parallel()
	m := newMemory()
	agent := script(t, "HTTP/1.1 042 Odd\r\nX-Odd: yes\r\nContent-Length: 5\r\n\r\nhello", hangUp)
	tap := before(t, m, agent)
	resp, err := http.Get(tap)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(resp.Body)
	x := m.ended(t)
	if resp.StatusCode != 502 || !strings.Contains(string(body), "status 042") || !strings.Contains(x.end.Problem, "status 042") {
		t.Errorf("%d %s, %+v", resp.StatusCode, body, x.end)
	}
	if x.answer.Status != 42 || x.answer.Header.Get("X-Odd") != "yes" || string(x.committed(wire.Response)) != "hello" {
		t.Errorf("on record is %+v %q", x.answer, x.committed(wire.Response))
	}
	if sent := x.heads[wire.ResponseSent]; sent.Status != 502 || string(x.committed(wire.ResponseSent)) != string(body) {
		t.Errorf("sent is %+v %q", sent, x.committed(wire.ResponseSent))
	}
	taps := proxy.NewTaps(proxy.TapsOptions{})
	defer taps.Shutdown(context.WithoutCancel(t.Context()))
	req, _ := http.NewRequest("GET", agent, nil)
	var f *proxy.Failure
	if _, err := taps.RoundTripper().RoundTrip(req); !errors.As(err, &f) || f.Status != 502 {
		t.Errorf("unrecorded: %v", err)
	}
}

// All timestamps of an exchange follow its start by the monotonic clock, whatever the wall clock says.
func TestStampsSurviveClockSteps(t *testing.T) {
	t.Parallel()
	m := newMemory()
	wall := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	var mu sync.Mutex
	now := func() time.Time { // an hour earlier with each call
		mu.Lock()
		defer mu.Unlock()
		wall = wall.Add(-time.Hour)
		return wall
	}
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.Copy(w, r.Body) }), func(o *proxy.Options) { o.Now = now })
	resp, err := http.Post(tap, "text/plain", strings.NewReader("hello"))
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, resp.Body)
	x := m.ended(t)
	last := x.x.Started
	stamps := []time.Time{x.sideChunks(wire.Request)[0].At, x.doneAt, x.answerAt, x.sideChunks(wire.Response)[0].At, x.end.At}
	for i, at := range stamps {
		if at.Before(last) || at.Sub(x.x.Started) > 30*time.Minute {
			t.Errorf("stamp %d is %s, begun %s", i, at, x.x.Started)
		}
		last = at
	}
	if x.x.Started.Year() != 2020 {
		t.Errorf("begun %s", x.x.Started)
	}
}

// A request's head does not wait for a late body: the agent may respond to the head alone. What arrives later
// is also committed before the agent receives it.
func TestHeadDoesNotWaitForALateBody(t *testing.T) {
	t.Parallel()
	m := newMemory()
	answered := make(chan struct{})
	tap := before(t, m, listener(t, func(c net.Conn) {
		r, err := http.ReadRequest(bufio.NewReader(c))
		if err != nil {
			return
		}
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: head\n\n")
		close(answered)
		body, _ := io.ReadAll(r.Body)
		if got := m.all[0].committed(wire.Request); !bytes.Equal(got, body) {
			t.Errorf("the agent has %q, on record is %q", body, got)
		}
		fmt.Fprintf(c, "data: %s\n\n", body)
	}))
	c, err := net.Dial("tcp", strings.TrimPrefix(tap, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 10\r\n\r\n")
	<-answered
	io.WriteString(c, "hello")
	m.wait(t, "half of the body", func(all []*tape) bool { return len(all[0].safe[wire.Request]) == 5 })
	io.WriteString(c, "world")
	got, _ := io.ReadAll(c)
	if !bytes.Contains(got, []byte("data: head\n\n")) || !bytes.Contains(got, []byte("data: helloworld\n\n")) {
		t.Errorf("%q", got)
	}
}
