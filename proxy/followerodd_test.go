package proxy_test

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// requests is an agent that answers each request and sends it to got.
func requests(t *testing.T, got chan<- *http.Request) string {
	return listener(t, func(c net.Conn) {
		for r := bufio.NewReader(c); ; {
			req, err := http.ReadRequest(r)
			if err != nil {
				return
			}
			body, err := io.ReadAll(req.Body)
			if err != nil {
				return
			}
			req.Body = io.NopCloser(strings.NewReader(string(body)))
			got <- req
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		}
	})
}

// calls sends requests on a connection, each after the response to the previous one, and returns the exchanges.
func calls(t *testing.T, m *memory, tap string, list ...string) []*tape {
	t.Helper()
	c, err := net.Dial("tcp", hostOf(tap))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r := bufio.NewReader(c)
	for i, s := range list {
		io.WriteString(c, s)
		resp, err := http.ReadResponse(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(resp.Body); err != nil || string(body) != "ok" {
			t.Fatalf("call %d: %d %q %v", i, resp.StatusCode, body, err)
		}
	}
	return m.wait(t, "all to end", func(all []*tape) bool { return len(all) == len(list) && all[len(list)-1].end != nil })
}

// If a request's head is too long to keep, neither it nor later heads of its connection are
// recorded as received. No body is mistaken for the head of another request, whatever it looks
// like.
func TestHeadsTooLongToKeep(t *testing.T) {
	t.Parallel()
	m := newMemory()
	got := make(chan *http.Request, 3)
	tap := listening(t, m, requests(t, got))
	body := "GET /body HTTP/1.1\r\nhost: x\r\ntoken: secret\r\n\r\n"
	long := "X-Long: " + strings.Repeat("x", 300<<10)
	list := calls(t, m, tap,
		"POST /first HTTP/1.1\r\nhost: localhost\r\n\r\n",
		"POST /long HTTP/1.1\r\nhost: localhost\r\n"+long+"\r\nContent-Length: "+itoa(len(body))+"\r\n\r\n"+body,
		"GET /next HTTP/1.1\r\nhost: localhost\r\n\r\n")
	for i, path := range []string{"/first", "/long", "/next"} {
		req := <-got
		sent, _ := io.ReadAll(req.Body)
		if req.URL.Path != path || path == "/long" && string(sent) != body {
			t.Errorf("request %d has %s %q", i, req.URL, sent)
		}
		raw := list[i].x.Request.ReceivedBytes(path)
		if i == 0 && string(raw) != "POST /first HTTP/1.1\r\nhost: localhost\r\n\r\n" || i > 0 && raw != nil {
			t.Errorf("%s is on record with the head %.200q", path, raw)
		}
	}
	if list[1].x.Request.Header.Get("X-Long") == "" || string(list[1].committed(wire.Request)) != body {
		t.Errorf("on record %q", list[1].committed(wire.Request))
	}
}

// A response whose head is too long to keep is not forwarded, though net/http may accept it: the length at
// the end of the kept part may be incomplete.
func TestAnswerWithAHeadTooLongToKeep(t *testing.T) {
	t.Parallel()
	const kept = 256 << 10
	start, last := "HTTP/1.1 200 OK\r\nX-Long: ", "\r\nContent-Length: 1"
	head := start + strings.Repeat("x", kept-len(start)-len(last)) + last
	m := newMemory()
	agent := newRawAgent(t)
	agent.answers("HTTP/1.1 103 Early Hints\r\n\r\n" + head + "0\r\n\r\n0123456789") // net/http's limit does not count what it read together with the hint
	resp, err := http.Get(listening(t, m, agent.url))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	x := m.ended(t)
	if err != nil || resp.StatusCode != 502 || !strings.Contains(string(body), "longer than 256 KiB") || x.end.Outcome != wire.Cut || len(x.end.Surplus) > 0 {
		t.Errorf("%d %q, %v, %+v", resp.StatusCode, body, err, x.end)
	}
	if x.answer.Status != 200 || len(x.answer.Header["X-Long"]) != 1 {
		t.Errorf("on record %d with %d headers", x.answer.Status, len(x.answer.Header))
	}
}

// A client may send line ends after the body of a POST, which are not a request: the heads on record remain
// those of their requests, and nothing is added to them.
func TestLineEndsBeforeARequest(t *testing.T) {
	t.Parallel()
	for _, ends := range []string{"\r\n", "\n", "\r\n\r\n"} {
		t.Run(fmt.Sprintf("%q", ends), func(t *testing.T) {
			m := newMemory()
			got := make(chan *http.Request, 4)
			tap := listening(t, m, requests(t, got))
			var list []string
			for i := range 3 {
				list = append(list, fmt.Sprintf("POST /%d HTTP/1.1\r\nhost: localhost\r\nx-odd-%d: y\r\nContent-Length: 2\r\n\r\nhi", i, i)+ends)
			}
			last := "GET /3 HTTP/1.1\r\nhost: localhost\r\npragma: no-cache\r\nCache-Control: no-cache, no-store\r\n\r\n"
			for i, x := range calls(t, m, tap, append(list, last)...) {
				want := last
				if i < len(list) {
					want = strings.TrimSuffix(list[i], "hi"+ends)
				}
				if head := string(x.x.Request.ReceivedBytes(wire.RequestTarget(x.x.URL))); head != want {
					t.Errorf("request %d is on record with the head %q", i, head)
				}
			}
			for range list {
				<-got
			}
			if h := (<-got).Header; h.Get("Cache-Control") != "no-cache, no-store" {
				t.Errorf("the agent got %v", h)
			}
		})
	}
}

// After any response whose end is uncertain, the responses to later requests are forwarded, and recorded with
// their own heads.
func TestHeadsAfterAnAnswerOfUnknownEnd(t *testing.T) {
	t.Parallel()
	for name, odd := range map[string]string{
		"two lengths":               "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
		"two spaces":                "HTTP/1.1  200 OK\r\nContent-Length: 5\r\n\r\nhello",
		"another version":           "HTTP/2.0 200 OK\r\nContent-Length: 5\r\n\r\nhello",
		"a coding on a second line": "HTTP/1.1 200 OK\r\nTransfer-Encoding:\r\n chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
		"no length that is one":     "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: none\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			m := newMemory()
			var asked atomic.Int32
			good := "HTTP/1.1 200 OK\r\nx-good: yes\r\npragma: no-cache\r\nCache-Control: no-store\r\nContent-Length: 4\r\n\r\n"
			tap := listening(t, m, listener(t, func(c net.Conn) {
				for r := bufio.NewReader(c); ; {
					if _, err := http.ReadRequest(r); err != nil {
						return
					}
					if asked.Add(1) == 1 {
						io.WriteString(c, odd)
					} else {
						io.WriteString(c, good+"good")
					}
				}
			}))
			for i := range 3 {
				resp, err := http.Get(tap)
				if err != nil {
					t.Fatal(err)
				}
				body, err := io.ReadAll(resp.Body)
				resp.Body.Close()
				x := m.ended(t)
				if i == 0 {
					continue
				}
				if err != nil || string(body) != "good" || resp.Header.Get("Cache-Control") != "no-store" {
					t.Errorf("call %d: %d %q %v, %v", i, resp.StatusCode, body, resp.Header, err)
				}
				if head := string(x.answer.ReceivedBytes("")); head != good {
					t.Errorf("call %d is on record with the head %q", i, head)
				}
			}
		})
	}
}

// What an agent sends after a response that came before the end of its request belongs to no response, as
// after any other.
func TestAnswerBeforeItsRequestEnded(t *testing.T) {
	t.Parallel()
	stderr := standardLog(t)
	logged := &buffer{got: make(chan struct{}, 1)}
	m := newMemory()
	beyond := make(chan struct{})
	agent := listener(t, func(c net.Conn) {
		for r := bufio.NewReader(c); ; {
			req, err := http.ReadRequest(r)
			if err != nil {
				return
			}
			if req.Method == "GET" {
				io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood")
				continue
			}
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
			io.Copy(io.Discard, req.Body)
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil")
			close(beyond)
		}
	})
	taps := proxy.NewTaps(proxy.TapsOptions{Tap: proxy.Options{Recorder: m, Logger: slog.New(slog.NewTextHandler(logged, nil))}})
	t.Cleanup(func() { taps.Shutdown(t.Context()) })
	client := &http.Client{Transport: taps.RoundTripper()}
	from, to := io.Pipe()
	wrote := make(chan struct{})
	ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { close(wrote) }})
	req, _ := http.NewRequestWithContext(ctx, "POST", agent, from)
	req.ContentLength = 8
	go io.WriteString(to, "half")
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(to, "rest") // while the complete response is not yet read
	to.Close()
	<-beyond
	<-wrote // or net/http may end the connection by itself
	body, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil || string(body) != "ok" {
		t.Errorf("%q, %v", body, err)
	}
	x := m.ended(t)
	select {
	case <-logged.got:
	case <-time.After(time.Minute):
		t.Error("nothing is logged")
	}
	if s := logged.String(); !strings.Contains(s, "do not belong to a response") || !strings.Contains(s, x.x.ID) {
		t.Errorf("logged %q", s)
	}
	if resp, err = client.Get(agent); err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err = io.ReadAll(resp.Body); err != nil || string(body) != "good" {
		t.Errorf("the next answer is %q, %v", body, err)
	}
	if s := stderr.String(); s != "" {
		t.Errorf("net/http wrote %q", s)
	}
}

// A client may disconnect while 1xx responses are recorded: with the race detector on, this tests that they
// can be read while the transport reports the response.
func TestInterimAnswersOfAClientThatLeaves(t *testing.T) {
	t.Parallel()
	hint := "HTTP/1.1 103 Early Hints\r\nx-a: b\r\n\r\n"
	for range 20 {
		m := newMemory()
		gate := make(chan struct{})
		tap := listening(t, m, listener(t, func(c net.Conn) {
			r := bufio.NewReader(c)
			if _, err := http.ReadRequest(r); err != nil {
				return
			}
			m.hold(gate)
			io.WriteString(c, strings.Repeat(hint, 20))
			io.Copy(io.Discard, r)
		}))
		c, err := net.Dial("tcp", hostOf(tap))
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(c, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
		m.wait(t, "the first hint", func(all []*tape) bool { return len(all) == 1 && len(all[0].interim) > 0 })
		c.Close()
		x := m.ended(t)
		m.hold(nil)
		close(gate)
		m.mu.Lock()
		if head := string((&wire.Head{Header: x.interim[0].Header, Received: x.interim[0].Received}).ReceivedBytes("")); head != hint || x.end.Outcome != wire.Cancelled {
			t.Errorf("on record %q, %+v", head, x.end)
		}
		m.mu.Unlock()
	}
}

// On a connection that is used again after calls that were not recorded, heads remain those of their
// responses, and the end of a response is known.
func TestHeadsAfterCallsWithoutARecord(t *testing.T) {
	t.Parallel()
	m := newMemory()
	var n atomic.Int32
	agent := listener(t, func(c net.Conn) {
		for r := bufio.NewReader(c); ; n.Add(1) {
			if _, err := http.ReadRequest(r); err != nil {
				return
			}
			fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nx-n: %d\r\nContent-Length: 9\r\n\r\n", n.Load())
			io.WriteString(c, "\r\n\r\nHTTP/")
		}
	})
	taps := proxy.NewTaps(proxy.TapsOptions{Tap: proxy.Options{Recorder: m}})
	t.Cleanup(func() { taps.Shutdown(t.Context()) })
	for i := range 6 {
		ctx := wire.WithCallOptions(t.Context(), wire.CallOptions{NoRecord: i%3 != 2})
		traced := 0
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { traced++ }})
		req, _ := http.NewRequestWithContext(ctx, "GET", agent, nil)
		resp, err := (&http.Client{Transport: taps.RoundTripper()}).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || len(body) != 9 || traced != 1 {
			t.Errorf("call %d: %q, %v, the caller's own trace was called %d times", i, body, err, traced)
		}
	}
	all := m.wait(t, "two to end", func(all []*tape) bool { return len(all) == 2 && all[1].end != nil })
	for i, x := range all {
		if got, want := string(x.answer.ReceivedBytes("")), fmt.Sprintf("HTTP/1.1 200 OK\r\nx-n: %d\r\nContent-Length: 9\r\n\r\n", 3*i+2); got != want {
			t.Errorf("answer %d is on record with the head %q", i, got)
		}
	}
}
