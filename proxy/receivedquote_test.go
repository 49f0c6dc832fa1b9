package proxy_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestQuoteOfAnAnswerThatIsNoHTTP: the quote contains nothing that may be a secret.
func TestQuoteOfAnAnswerThatIsNoHTTP(t *testing.T) {
	t.Parallel()
	for answer, says := range map[string]string{
		`{"token":"secret"}`:             "begins with text that is not HTTP.",
		"token=secret&a=b":               "begins with text that is not HTTP.",
		"secret: x":                      "begins with text that is not HTTP.",
		"Bearer secret":                  "begins with text that is not HTTP.",
		"[\"secret\"]":                   "begins with text that is not HTTP.",
		"SSH-2.0-secret":                 "begins with text that is not HTTP.",
		"\x15\x03\x01\x00\x02\x02secret": "begins as TLS does.",
		"\x00\x01secret":                 "begins with bytes that are not text.",
		"HTTPsecret 200":                 "begins as HTTP does, but without a valid version.",
		"HTTP/1.1 secret":                `begins with "HTTP/1.1".`,
		"HTTP/1.1 2000 secret":           `begins with "HTTP/1.1 2000".`,
		"{\"token\":\r\n\r\n\"secret\"}": "begins with text that is not HTTP.",
	} {
		m := newMemory()
		agent := newRawAgent(t)
		agent.answers(answer + "\r\n\r\n")
		tap := listening(t, m, agent.url)
		resp, err := http.Get(tap)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if x := m.ended(t); !strings.Contains(x.end.Problem, says) || strings.Contains(x.end.Problem+string(body), "secret") {
			t.Errorf("%q: %s\n%s", answer, x.end.Problem, body)
		}
	}
}
