package proxy_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestQuoteOfAnAnswerThatIsNoHTTP ends before what may be a secret.
func TestQuoteOfAnAnswerThatIsNoHTTP(t *testing.T) {
	for answer, says := range map[string]string{
		`{"token":"secret"}`:      `begins with "{".`,
		"token=secret&a=b":        `begins with "token=".`,
		"Authorization: secret":   `begins with "Authorization:".`,
		"say \"secret\"":          `begins with "say \"".`,
		"[\"secret\"]":            `begins with "[".`,
		"SSH-2.0-OpenSSH_9.2 abc": `begins with "SSH-2.0-OpenSSH_9.2 abc".`,
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
