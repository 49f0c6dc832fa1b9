package console

import (
	"cmp"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"github.com/a2a-console/a2a-console/internal/agent/guard"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestServeAgent: our own agent misbehaves by the rules that match its address, for every caller.
// Otherwise the tap in front of it is not noticeable, and the agent itself refuses web pages.
func TestServeAgent(t *testing.T) {
	for _, c := range []struct {
		rule   string // AT is the agent's address
		caller string
		host   string
		origin string // of a web page
		status int    // 0 for no response
		noted  string // note to the user
	}{
		{status: 200},
		{rule: "agent:AT op:ListTasks => drop", status: 200},
		{rule: "agent:AT => answer 503", status: 503},
		{rule: "agent:http://127.0.0.1:1 => answer 503", status: 200},
		{rule: "=> answer 503", caller: wire.ProbeUserAgent, status: 503},
		{rule: "origin:client => answer 503", caller: wire.CallUserAgent, status: 503},
		{rule: "=> delay 1ms", host: "agent.test", status: 200},
		{rule: "=> delay 1ms", host: "evil.test", status: 403},
		{rule: "=> delay 1ms", origin: "http://evil.test", status: 403},
		{rule: "=> delay 1ms", host: "agent.test", origin: "http://agent.test", status: 200},
		{rule: "=> drop", status: 0},
		{rule: "=> refuse", status: 0, noted: "nothing listens at AT"},
		{rule: "=> reset", status: 0, noted: "resets all connections to AT"},
	} {
		t.Run(c.rule+" "+c.host+" "+c.origin, func(t *testing.T) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			url := Origin(l)
			at := func(text string) string { return strings.ReplaceAll(text, "AT", url) }
			var rules []wire.Rule
			if c.rule != "" {
				rules = []wire.Rule{{Text: at(c.rule)}}
			}
			by, err := NewAgentRules(rules, testEnv{}.Logger())
			if err != nil {
				t.Fatal(err)
			}
			env := heardEnv{notes: make(chan string, 1)}
			stop, err := ServeAgent(t.Context(), env, l, guard.Handler([]string{"agent.test"}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				io.WriteString(w, r.Host)
			})), by)
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := stop(); err != nil {
					t.Error(err)
				}
			}()
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader("{}"))
			if err != nil {
				t.Fatal(err)
			}
			req.Host = c.host
			req.Header.Set("User-Agent", c.caller)
			if c.origin != "" {
				req.Header.Set("Origin", c.origin)
			}
			var said []byte
			resp, err := http.DefaultClient.Do(req)
			status := 0
			if err == nil {
				status = resp.StatusCode
				said, err = io.ReadAll(resp.Body)
				resp.Body.Close()
			}
			refused := errors.Is(err, syscall.ECONNREFUSED)
			if status != c.status || (err == nil) != (status > 0) || refused != (c.rule == "=> refuse") || status == 200 && string(said) != cmp.Or(c.host, l.Addr().String()) {
				t.Errorf("answered %d %q, %v", status, said, err)
			}
			close(env.notes)
			if note := <-env.notes; note != "" != (c.noted != "") || !strings.Contains(note, at(c.noted)) {
				t.Errorf("people are told %q", note)
			}
		})
	}
}

// TestNobodyToAsk: an agent refuses rules that hold.
func TestNobodyToAsk(t *testing.T) {
	_, err := NewAgentRules([]wire.Rule{{Text: "=> drop"}, {Text: "op:send => hold"}}, testEnv{}.Logger())
	if err == nil || !strings.Contains(err.Error(), `"op:send => hold": hold is for taps`) {
		t.Error(err)
	}
}
