package proxy_test

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// Heads are kept as they came over TLS too, and HTTP/2 is used if it is negotiated.
func TestHeadsOverTLS(t *testing.T) {
	t.Parallel()
	h2 := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Proto) }))
	h2.EnableHTTP2 = true
	h2.StartTLS()
	defer h2.Close()
	trusted := func(o *proxy.Options) {
		pool := x509.NewCertPool()
		pool.AddCert(h2.Certificate())
		o.TLS = func(string) *tls.Config { return &tls.Config{RootCAs: pool} }
	}
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: h2.TLS.Certificates})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func(c net.Conn) {
				defer c.Close()
				if _, err := http.ReadRequest(bufio.NewReader(c)); err == nil {
					io.WriteString(c, "HTTP/1.1 200 Fine\r\ncontent-length: 8\r\n\r\nHTTP/1.1beyond")
				}
			}(c)
		}
	}()
	for want, agent := range map[string]string{"HTTP/2.0": h2.URL, "HTTP/1.1": "https://" + l.Addr().String()} {
		m := newMemory()
		tap := listening(t, m, agent, trusted)
		resp, err := http.Get(tap)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		x := m.ended(t)
		if string(body) != want || x.answer.Proto != want {
			t.Errorf("%s: %q, on record %+v %+v", want, body, x.answer, x.end)
		}
		if want == "HTTP/1.1" && (string(x.answer.ReceivedBytes("")) != "HTTP/1.1 200 Fine\r\ncontent-length: 8\r\n\r\n" || string(x.end.Surplus) != "beyond") {
			t.Errorf("on record %q, %q", x.answer.ReceivedBytes(""), x.end.Surplus)
		}
	}
}

// The tap itself answers an unknown expectation, without calling the agent.
func TestOtherExpectations(t *testing.T) {
	t.Parallel()
	m := newMemory()
	tap := listening(t, m, "http://127.0.0.1:1")
	got := raw(t, tap, "POST / HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\nContent-Length: 2\r\n\r\nab")
	if !strings.HasPrefix(got, "HTTP/1.1 417 ") || len(m.all) != 1 {
		t.Fatalf("%q, %d on record", got, len(m.all))
	}
	if x := m.ended(t); x.end.Outcome != wire.Refused || !strings.Contains(x.end.Problem, "answered 417 Expectation Failed") || x.x.Request.Header.Get("Expect") != "tea" {
		t.Errorf("on record %+v %+v", x.x.Request, x.end)
	}
	// A 417 from the agent is a response like any other.
	m = newMemory()
	raw(t, listening(t, m, script(t, "HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n", hangUp)), "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
	if x := m.ended(t); len(m.all) != 1 || x.end.Outcome != wire.ByAgent || x.answer.Status != 417 {
		t.Errorf("%d on record, %+v", len(m.all), x.end)
	}
}
