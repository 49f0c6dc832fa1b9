package proxy_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// A response whose end the tap and net/http may see in different places is not forwarded, and its connection
// is closed: what follows would be taken for the response to another request.
func TestHeadsReadInTwoWays(t *testing.T) {
	t.Parallel()
	const poison = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nPOISON"
	for name, tt := range map[string]struct{ head, says string }{
		"a length on a second line":  {"HTTP/1.1 200 OK\r\nContent-Length:\r\n 2\r\n\r\n", "continues on a second line"},
		"a coding on a second line":  {"HTTP/1.1 200 OK\r\nTransfer-Encoding:\r\n chunked\r\n\r\n", "continues on a second line"},
		"a length behind a long one": {"HTTP/1.1 200 OK\r\nX-Long: " + strings.Repeat("x", 300<<10) + "\r\nContent-Length: 2\r\n\r\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMemory()
			agent := newRawAgent(t)
			agent.answers(tt.head + "ok" + poison)
			tap := listening(t, m, agent.url)
			resp, err := http.Get(tap)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			x := m.ended(t)
			if resp.StatusCode != 502 || !strings.Contains(x.end.Problem, tt.says) || strings.Contains(string(body), "POISON") {
				t.Errorf("%d %s\n%+v", resp.StatusCode, body, x.end)
			}
			agent.request()
			agent.answers("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nmine")
			resp, err = http.Get(tap)
			if err != nil {
				t.Fatal(err)
			}
			body, _ = io.ReadAll(resp.Body)
			resp.Body.Close()
			if resp.StatusCode != 200 || string(body) != "mine" {
				t.Errorf("the next request has %d %q", resp.StatusCode, body)
			}
		})
	}
}
