package proxy_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// leaver is an agent that sends its head at once and its body in pieces, with a pause before each.
type leaver struct {
	status int
	kind   string
	length string
	pieces []string
	pause  time.Duration
	breaks bool // it breaks off after its pieces

	told time.Duration // time after the start at which the call was ended; 0: it was not
}

func (a *leaver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	defer context.AfterFunc(r.Context(), func() { a.told = time.Since(began) })()
	if a.kind != "" {
		w.Header().Set("Content-Type", a.kind)
	}
	if a.length != "" {
		w.Header().Set("Content-Length", a.length)
	}
	w.WriteHeader(a.status)
	http.NewResponseController(w).Flush()
	for _, p := range a.pieces {
		select {
		case <-time.After(a.pause):
		case <-r.Context().Done():
		}
		if _, err := io.WriteString(w, p); err != nil {
			return
		}
		http.NewResponseController(w).Flush()
	}
	if a.breaks {
		panic(http.ErrAbortHandler)
	}
}

// After the client has disconnected, the rest of the agent's response is recorded within limits,
// unless it is a stream, and so is the client's disconnecting. In all other cases the agent's call
// ends at once.
func TestClientLeavesBeforeTheBody(t *testing.T) {
	t.Parallel()
	const said, json = `{"error":"Traceback"}`, "application/json"
	certified := httptest.NewTLSServer(nil)
	certified.Close()
	pair := certified.TLS.Certificates[0]
	pair.Leaf = certified.Certificate()
	mib := strings.Repeat("x", 1<<20)
	for name, tt := range map[string]struct {
		agent   leaver
		rule    string
		outcome wire.Outcome
		body    string // on record
		says    string
		told    time.Duration // when the agent's call was ended
	}{
		"error":            {agent: leaver{status: 500, kind: json, length: "21", pieces: []string{said}, pause: time.Second}, outcome: wire.ByAgent, body: said},
		"credentials":      {agent: leaver{status: 401, kind: "text/html", pieces: []string{said}, pause: time.Second}, outcome: wire.ByAgent, body: said},
		"success":          {agent: leaver{status: 200, kind: json, pieces: []string{said[:9], said[9:]}, pause: 900 * time.Millisecond}, outcome: wire.ByAgent, body: said},
		"no type":          {agent: leaver{status: 404, pieces: []string{said}, pause: time.Second}, outcome: wire.ByAgent, body: said},
		"under a rule":     {agent: leaver{status: 500, kind: json, length: "21", pieces: []string{said}, pause: time.Second}, rule: "direction:response => delay 100ms", outcome: wire.Cancelled, body: said, says: "The client disconnected after 0 bytes"},
		"too slow":         {agent: leaver{status: 500, kind: json, pieces: []string{said[:9], said[9:]}, pause: 1500 * time.Millisecond}, outcome: wire.Cancelled, body: said[:9], says: "after 0 bytes of the response. The tap kept reading for the record, to byte 9,", told: 2 * time.Second},
		"silent":           {agent: leaver{status: 500, kind: json, pieces: []string{said}, pause: time.Hour}, outcome: wire.Cancelled, says: "The client disconnected after 0 bytes of the response.", told: 2 * time.Second},
		"too long":         {agent: leaver{status: 200, kind: json, pieces: []string{said, mib, mib}, pause: time.Second / 2}, outcome: wire.Cancelled, body: said + mib, says: "to byte 10", told: time.Second},
		"agent breaks off": {agent: leaver{status: 500, kind: json, length: "99", pieces: []string{said}, pause: time.Second, breaks: true}, outcome: wire.Cut, body: said, says: "after 21 of the 99 bytes"},
		"stream":           {agent: leaver{status: 200, kind: "text/event-stream", pieces: []string{"data: 1\n\n"}, pause: time.Second}, outcome: wire.Cancelled, says: "after 0 bytes", told: time.Nanosecond},
		"gRPC":             {agent: leaver{status: 200, kind: "application/grpc", pieces: []string{said}, pause: time.Second}, outcome: wire.Cancelled, says: "after 0 bytes", told: time.Nanosecond},
	} {
		for _, by := range []string{"HTTP/1", "h2c", "TLS, HTTP/1", "TLS, h2"} {
			h2, encrypted := strings.HasPrefix(by, "h2") || strings.HasSuffix(by, "h2"), strings.HasPrefix(by, "TLS")
			if encrypted && tt.rule != "" {
				continue
			}
			t.Run(name+" "+by, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					agent := tt.agent
					var rules []string
					if tt.rule != "" {
						rules = append(rules, tt.rule)
					}
					b := newBubble(t, h2, &agent, rules...)
					ctx, leave := context.WithCancel(t.Context())
					defer leave()
					at := tapAt
					if encrypted {
						at = b.overTLS(&agent, pair, h2)
					}
					r, _ := http.NewRequestWithContext(ctx, "POST", "http://"+at+"/", strings.NewReader("{}"))
					if tt.rule != "" {
						time.AfterFunc(500*time.Millisecond, leave) // the head waits for the body
					}
					resp, err := b.client.Do(r)
					if err == nil && resp.StatusCode != agent.status {
						said, _ := io.ReadAll(resp.Body)
						t.Fatalf("%d %s", resp.StatusCode, said)
					}
					leave()
					x := b.m.ended(t)
					synctest.Wait()
					body := x.committed(wire.Response)
					if x.end.Outcome != tt.outcome || x.answer.Status != agent.status || !strings.Contains(x.end.Problem, tt.says) || tt.says == "" && x.end.Problem != "" || x.ends != 1 || !x.sealed {
						t.Errorf("ended as %+v, sealed %t", x.end, x.sealed)
					}
					if name == "too long" {
						body = append(body, tt.body[min(len(body), len(tt.body)):]...)
					}
					if !bytes.Equal(body, []byte(tt.body)) {
						t.Errorf("on record are %d bytes, %.40q", len(body), body)
					}
					if x.end.ClientLeftAt.IsZero() || x.end.ClientLeftAt.After(x.end.At) {
						t.Errorf("it left at %v, which ended at %v", x.end.ClientLeftAt, x.end.At)
					}
					if told := agent.told; tt.told == 0 && told != 0 || tt.told > 0 && told.Round(100*time.Millisecond) != tt.told.Round(100*time.Millisecond) {
						t.Errorf("the agent was told after %s", told)
					}
				})
			})
		}
	}
}

// If a client disconnects while it sends its request, the tap does not read on. The record says
// that the client ended the call, although the agent had answered early.
func TestClientLeavesWhileItAsks(t *testing.T) {
	t.Parallel()
	m := newMemory()
	left := make(chan struct{})
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(left)
		_ = http.NewResponseController(w).EnableFullDuplex()
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		http.NewResponseController(w).Flush()
		io.Copy(io.Discard, r.Body)
	}))
	ctx, leave := context.WithCancel(t.Context())
	body, more := io.Pipe()
	go io.WriteString(more, "{")
	r, _ := http.NewRequestWithContext(ctx, "POST", tap, body)
	if _, err := http.DefaultClient.Do(r); err != nil {
		t.Fatal(err)
	}
	leave()
	<-left
	if x := m.ended(t); x.end.Outcome != wire.Cancelled || x.end.Problem != "The client disconnected after 0 bytes of the response." || x.end.ClientLeftAt.IsZero() {
		t.Errorf("%+v", x.end)
	}
}

// The same if the agent's connection fails before the tap's server notices that its client is gone.
func TestClientBreaksOffItsRequest(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ head, body string }{
		"of a length":    {"HTTP/1.1 413 Too Large\r\nContent-Type: application/json\r\nContent-Length: 21\r\n\r\n", `{"error":`},
		"in chunks":      {"HTTP/1.1 413 Too Large\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n", "9\r\n{\"error\":\r\n"},
		"until the end":  {"HTTP/1.1 503 Busy\r\nContent-Type: application/json\r\n\r\n", `{"error":`},
		"a stream":       {"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", "data: {\n"},
		"without a body": {"HTTP/1.1 413 Too Large\r\nContent-Type: application/json\r\nContent-Length: 21\r\n\r\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMemory()
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			go func() {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				defer conn.Close()
				conn.Read(make([]byte, 4096))
				io.WriteString(conn, c.head+c.body)
				io.Copy(io.Discard, conn) // until the call is ended
			}()
			conn, err := net.Dial("tcp", hostOf(listening(t, m, "http://"+l.Addr().String())))
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(conn, "POST / HTTP/1.1\r\nHost: "+conn.RemoteAddr().String()+"\r\nContent-Type: application/json\r\nContent-Length: 175\r\n\r\n{\"jsonrpc\":")
			m.wait(t, "the answer", func(all []*tape) bool {
				return len(all) == 1 && all[0].answer.Status != 0 && (c.body == "" || len(all[0].chunks) > 1)
			})
			conn.Close()
			if x := m.ended(t); x.end.Outcome != wire.Cancelled || !strings.HasPrefix(x.end.Problem, "The client disconnected after ") || x.end.ClientLeftAt.IsZero() {
				t.Errorf("%+v", x.end)
			}
		})
	}
}

// overTLS puts the agent behind TLS and another tap, and returns that tap's address.
func (b *bubble) overTLS(agent http.Handler, pair tls.Certificate, h2 bool) string {
	const at, tapped = "127.0.0.1:7003", "127.0.0.1:7004"
	own := &tls.Config{Certificates: []tls.Certificate{pair}, NextProtos: []string{"http/1.1"}}
	if h2 {
		own.NextProtos = []string{"h2"}
	}
	s := &http.Server{Handler: agent}
	go s.Serve(tls.NewListener(b.lan.listen(at), own))
	b.t.Cleanup(func() { s.Close() })
	pool := x509.NewCertPool()
	pool.AddCert(pair.Leaf)
	tap, err := proxy.New(proxy.Options{Upstream: &url.URL{Scheme: "https", Host: at}, Recorder: b.m,
		TLS: func(string) *tls.Config { return &tls.Config{RootCAs: pool} }})
	if err != nil {
		b.t.Fatal(err)
	}
	tap.DialBy(b.lan.dial)
	b.t.Cleanup(tap.Close)
	b.serve(tapped, tap)
	return tapped
}
