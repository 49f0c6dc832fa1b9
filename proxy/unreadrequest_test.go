package proxy_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Requests that net/http rejects before any handler sees them are on record, with the headers that can be
// told from secrets; the same response from the agent itself is not mistaken for a rejection.
func TestUnreadRequestsAreOnRecord(t *testing.T) {
	t.Parallel()
	m := newMemory()
	agent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Date"] = nil
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Connection", "close")
		http.Error(w, "400 Bad Request", http.StatusBadRequest)
	}))
	t.Cleanup(agent.Close)
	tap := listening(t, m, agent.URL)
	host := "\r\nHost: " + strings.TrimPrefix(tap, "http://")
	for _, c := range []struct {
		name, head, status   string
		method, path, header string // header: one on record, with its value
	}{
		{"control bytes in a value", "POST /rpc?x=1 HTTP/1.1" + host + "\r\nUser-Agent: py\x01thon", "400 Bad Request", "POST", "/rpc?x=1", "User-Agent: py\x01thon"},
		{"a line without a name", "POST /rpc HTTP/1.1" + host + "\r\nX-A: b\r\nBearer hush", "400 Bad Request", "POST", "/rpc", "X-A: b"},
		{"a name with a space", "POST / HTTP/1.1" + host + "\r\nAuthor ization: hush\r\nX-A: b", "400 Bad Request", "POST", "/", "X-A: b"},
		{"no Host", "GET /card HTTP/1.1\r\nX-A: b", "400 Bad Request: missing required Host header", "GET", "/card", "X-A: b"},
		{"two in one write", "GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1" + host, "400 Bad Request: missing required Host header", "GET", "/a", ""},
		{"an opaque target", "GET mailto:x HTTP/1.1\r\nX-A: b", "400 Bad Request: missing required Host header", "GET", "/", "X-A: b"},
		{"a target with control bytes", "GET /a\x01b?token=hush HTTP/1.1" + host + "\r\nX-A: b", "400 Bad Request", "GET", "/a%01b", "X-A: b"},
		{"no version", "GET /rpc" + host + "\r\nX-A: b", "400 Bad Request", "GET", "/rpc", ""}, // answered before the rest was read
		{"an unknown transfer coding", "POST / HTTP/1.1" + host + "\r\nTransfer-Encoding: odd\r\nX-A: b", "501 Not Implemented", "POST", "/", "X-A: b"},
	} {
		got := rawOnce(t, tap, c.head+"\r\n\r\n")
		x := m.ended(t)
		name, value, _ := strings.Cut(c.header, ": ")
		if got != "" && !strings.HasPrefix(got, "HTTP/1.1 "+c.status) || x.end.Outcome != wire.Refused || !strings.Contains(x.end.Problem, "answered "+c.status) {
			t.Errorf("%s: %q, %+v", c.name, got, x.end)
		}
		if x.x.Method != c.method || x.x.URL != agent.URL+c.path || x.x.Request.Header.Get(name) != value || x.x.Tap != tap {
			t.Errorf("%s: %s %s %v by %s", c.name, x.x.Method, x.x.URL, x.x.Request.Header, x.x.Tap)
		}
		for _, values := range x.x.Request.Header {
			if strings.Contains(strings.Join(values, " "), "hush") {
				t.Errorf("%s: a secret is on record: %v", c.name, x.x.Request.Header)
			}
		}
	}
	rawOnce(t, tap, "GET / HTTP/1.1"+host+"\r\n\r\n")
	if x := m.ended(t); x.end.Outcome != wire.ByAgent {
		t.Errorf("the agent's answer: %+v", x.end)
	}
}
