package proxy_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// buffer is a bytes.Buffer that several goroutines may write to.
type buffer struct {
	mu  sync.Mutex
	b   bytes.Buffer
	got chan struct{} // gets a value for each write
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case b.got <- struct{}{}:
	default:
	}
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// standardLog captures what is written to the standard logger during a test.
func standardLog(t *testing.T) *buffer {
	b := &buffer{}
	log.SetOutput(b)
	t.Cleanup(func() { log.SetOutput(log.Default().Writer()) })
	return b
}

// What an agent sends after the end of a response is on record, reported as a problem, and never taken for
// the response to another request.
func TestBytesAfterTheEnd(t *testing.T) {
	t.Parallel()
	stderr := standardLog(t)
	evil := "HTTP/1.1 200 OK\r\nSet-Cookie: sid=secret\r\nContent-Length: 4\r\n\r\nevil"
	for name, tt := range map[string]struct{ method, answer, body, beyond string }{
		"another answer":      {"GET", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello" + evil, "hello", evil},
		"after no body":       {"GET", "HTTP/1.1 204 No Content\r\n\r\n" + evil, "", evil},
		"a length too small":  {"GET", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhello", "hel", "lo"},
		"body of a HEAD":      {"HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "", "hello"},
		"after the chunks":    {"GET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n\r\n", "hello", "\r\n"},
		"more than is kept":   {"GET", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" + strings.Repeat("x", 10_000), "", strings.Repeat("x", wire.MaxSurplusBytes)},
		"an interim, too":     {"GET", "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" + evil, "", evil},
		"a body that is read": {"GET", "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 9\r\n\r\ndata: 1\n\nmore", "data: 1\n\n", "more"},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMemory()
			n := 0
			tap := listening(t, m, listener(t, func(c net.Conn) {
				for r := bufio.NewReader(c); ; {
					if _, err := http.ReadRequest(r); err != nil {
						return
					}
					if n++; n > 1 {
						io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood")
					} else {
						io.WriteString(c, tt.answer)
					}
				}
			}))
			for i := range 3 {
				req, _ := http.NewRequest(tt.method, tap, nil)
				resp, err := http.DefaultClient.Do(req)
				if err != nil {
					t.Fatal(err)
				}
				body, _ := io.ReadAll(resp.Body)
				resp.Body.Close()
				want := "good"
				if i == 0 {
					want = tt.body
				} else if tt.method == "HEAD" {
					want = ""
				}
				if string(body) != want || resp.Header.Get("Set-Cookie") != "" {
					t.Errorf("call %d: %q %v", i, body, resp.Header)
				}
			}
			m.ended(t)
			x := m.all[0]
			if string(x.end.Surplus) != tt.beyond || x.end.Outcome != wire.ByAgent || string(x.committed(wire.Response)) != tt.body {
				t.Errorf("on record %q, %+v", x.committed(wire.Response), x.end)
			}
			if !strings.Contains(x.end.Problem, fmt.Sprintf("%d byte", len(tt.beyond))) || !strings.Contains(x.end.Problem, "after the end of its response") {
				t.Errorf("problem %q", x.end.Problem)
			}
		})
	}
	if s := stderr.String(); s != "" {
		t.Errorf("net/http wrote %q", s)
	}
}

// What arrives on an idle connection is on record with the previous exchange, and in the log, and closes the
// connection.
func TestBytesOnAnIdleConnection(t *testing.T) {
	t.Parallel()
	stderr := standardLog(t)
	logged := &buffer{got: make(chan struct{}, 1)}
	m := newMemory()
	idle := make(chan struct{})
	tap := listening(t, m, listener(t, func(c net.Conn) {
		r := bufio.NewReader(c)
		if _, err := http.ReadRequest(r); err != nil {
			return
		}
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		<-idle
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil")
		io.Copy(io.Discard, r)
	}), func(o *proxy.Options) { o.Logger = slog.New(slog.NewTextHandler(logged, nil)) })
	get := func() string {
		resp, err := http.Get(tap)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		return string(b)
	}
	if got := get(); got != "ok" {
		t.Fatalf("%q", got)
	}
	x := m.ended(t)
	close(idle)
	select {
	case <-logged.got:
	case <-time.After(time.Minute):
		t.Fatal("nothing is logged")
	}
	if got := get(); got != "ok" {
		t.Errorf("the next answer is %q", got)
	}
	if string(x.late) != "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil" || !strings.Contains(x.lateProblem, "after the end of its response") || x.end.Surplus != nil {
		t.Errorf("on record %q, %q, %+v", x.late, x.lateProblem, x.end)
	}
	if s := logged.String(); !strings.Contains(s, "do not belong to a response") || !strings.Contains(s, x.x.ID) || strings.Contains(s, "evil") {
		t.Errorf("logged %q", s)
	}
	if s := stderr.String(); s != "" {
		t.Errorf("net/http wrote %q", s)
	}
}

// What a server that speaks first sends is recorded as its response, and net/http does not log it.
func TestAgentThatSpeaksFirst(t *testing.T) {
	t.Parallel()
	stderr := standardLog(t)
	m := newMemory()
	tap := listening(t, m, listener(t, func(c net.Conn) {
		io.WriteString(c, "220 mail.example ESMTP\r\n")
		io.Copy(io.Discard, c)
	}))
	for range 20 {
		resp, err := http.Get(tap)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		x := m.ended(t)
		if resp.StatusCode != 502 || !strings.Contains(x.end.Problem, `begins with text that is not HTTP.`) || string(x.answer.ReceivedBytes("")) != "220 mail.example ESMTP\r\n" {
			t.Fatalf("%d %+v %+v", resp.StatusCode, x.end, x.answer)
		}
	}
	if s := stderr.String(); s != "" {
		t.Errorf("net/http wrote %q", s)
	}
}

// A head that net/http rejects results in a clear response to the client, and is on record as it came, with
// what followed.
func TestUnreadableHeads(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer, says, head, body string
		status                   int
	}{
		"no colon":           {"HTTP/1.1 200 OK\r\nSet-Cookie sid=secret\r\nContent-Length: 2\r\n\r\nok", "no colon", "", "ok", 200},
		"a name with a tab":  {"HTTP/1.1 200 OK\r\nX\tY: secret\r\n\r\nok", "character that header names cannot contain", "", "ok", 200},
		"a value with a NUL": {"HTTP/1.1 200 OK\r\nX-Odd: a\x00secret\r\n\r\nok", "header X-Odd has a character", "", "ok", 200},
		"gzip, chunked":      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", `Transfer-Encoding ("gzip, chunked")`, "", "0\r\n\r\n", 200},
		"two lengths":        {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc", "differ (2 and 3)", "", "abc", 200},
		"odd length":         {"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nabc", `Content-Length ("x")`, "", "abc", 200},
		"four digits":        {"HTTP/1.1 2000 OK\r\n\r\nabc", `begins with "HTTP/1.1 2000"`, "", "abc", 0},
		"no version":         {"HTTP 200 OK\r\n\r\nabc", `begins with "HTTP 200"`, "", "abc", 0},
		"cut in a header":    {"HTTP/1.1 200 OK\r\nSet-Cookie: sid=sec", "closed the connection within the head", "", "", 200},
		"cut in a name":      {"HTTP/1.1 200 OK\r\nX-", "closed the connection within the head", "", "", 200},
		"cut in the status":  {"HTTP/1.1 20", "closed the connection within the head", "", "", 0},
		"no HTTP at all":     {"{\"a\":\r\n\r\n\"b\"}\r\n\r\nc", "begins with text that is not HTTP", "", "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMemory()
			agent := newRawAgent(t)
			agent.answers(tt.answer)
			tap := listening(t, m, agent.url)
			resp, err := http.Get(tap)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			x := m.ended(t)
			if resp.StatusCode != 502 || !strings.Contains(x.end.Problem, tt.says) || strings.Contains(x.end.Problem+string(body), "secret") {
				t.Errorf("%d %s\n%+v", resp.StatusCode, body, x.end)
			}
			head := strings.TrimSuffix(tt.answer, tt.body)
			if got := string(x.answer.ReceivedBytes("")); got != head && !strings.Contains(tt.answer, "\x00") || x.answer.Status != tt.status || string(x.committed(wire.Response)) != tt.body {
				t.Errorf("on record %d %q %q", x.answer.Status, got, x.committed(wire.Response))
			}
			if sent := x.heads[wire.ResponseSent]; sent.Status != 502 || string(x.committed(wire.ResponseSent)) != string(body) {
				t.Errorf("sent is %+v %q", sent, x.committed(wire.ResponseSent))
			}
		})
	}
}

// A head that is not HTTP is reported as such while the agent is still writing it, and not as a closed connection.
func TestHeadThatGoesOn(t *testing.T) {
	t.Parallel()
	m := newMemory()
	done := make(chan struct{})
	tap := listening(t, m, listener(t, func(c net.Conn) {
		io.WriteString(c, "HTTP/1.1 abc\r\n")
		<-done
	}))
	got := raw(t, tap, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
	close(done)
	if x := m.ended(t); !strings.HasPrefix(got, "HTTP/1.1 502 ") || strings.Contains(x.end.Problem, "closed the connection") {
		t.Errorf("%q, ended %+v", got, x.end)
	}
}

// A 101 without an upgrade request is not forwarded.
func TestUnasked101(t *testing.T) {
	t.Parallel()
	m := newMemory()
	agent := newRawAgent(t)
	agent.answers("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nabc")
	tap := listening(t, m, agent.url)
	got := raw(t, tap, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
	x := m.ended(t)
	if !strings.HasPrefix(got, "HTTP/1.1 502 ") || x.answer.Status != 101 {
		t.Errorf("%q, on record %+v", got, x.answer)
	}
	if x.end.Outcome != wire.Cut || !strings.Contains(x.end.Problem, "did not ask to switch protocols") {
		t.Errorf("ended %+v", x.end)
	}
}

// Pipelined requests each have their own head on record.
func TestPipelinedRequestsHaveTheirHeads(t *testing.T) {
	t.Parallel()
	m := newMemory()
	tap := listening(t, m, listener(t, func(c net.Conn) {
		for r := bufio.NewReader(c); ; {
			req, err := http.ReadRequest(r)
			if err != nil {
				return
			}
			io.Copy(io.Discard, req.Body)
			fmt.Fprintf(c, "HTTP/1.1 200 %s\r\ncontent-length: 0\r\n\r\n", req.URL.Path[1:])
		}
	}))
	var all strings.Builder
	for i := range 20 {
		fmt.Fprintf(&all, "POST /%d HTTP/1.1\r\nhost: localhost\r\nx-%d: y\r\n", i, i)
		if i%2 == 0 {
			all.WriteString("Content-Length: 6\r\n\r\nGET / ")
		} else {
			all.WriteString("Transfer-Encoding: chunked\r\n\r\n3\r\na\r\n\r\n0\r\n\r\n")
		}
	}
	c, err := net.Dial("tcp", hostOf(tap))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	go func() { // in small pieces
		for s := all.String(); s != ""; {
			n := min(7, len(s))
			io.WriteString(c, s[:n])
			s = s[n:]
		}
	}()
	r := bufio.NewReader(c)
	for range 20 {
		if _, err := http.ReadResponse(r, nil); err != nil {
			t.Fatal(err)
		}
	}
	list := m.wait(t, "all to end", func(all []*tape) bool {
		return len(all) == 20 && all[19].end != nil
	})
	for i, x := range list {
		head := string(x.x.Request.ReceivedBytes(wire.RequestTarget(x.x.URL)))
		if !strings.HasPrefix(head, fmt.Sprintf("POST /%d HTTP/1.1\r\nhost: localhost\r\nx-%d: y\r\n", i, i)) {
			t.Errorf("request %d: %q", i, head)
		}
		if head := string(x.answer.ReceivedBytes("")); head != fmt.Sprintf("HTTP/1.1 200 %d\r\ncontent-length: 0\r\n\r\n", i) {
			t.Errorf("answer %d: %q", i, head)
		}
	}
}
