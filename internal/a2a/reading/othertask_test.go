package reading

import (
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestOtherTaskInAStream: an event of another task or context than its stream's is one finding.
func TestOtherTaskInAStream(t *testing.T) {
	event := func(of, task, context string) string {
		switch of {
		case "task":
			return `{"task":{"id":"` + task + `","contextId":"` + context + `","status":{"state":"TASK_STATE_WORKING"}}}`
		case "artifact":
			return `{"artifactUpdate":{"taskId":"` + task + `","contextId":"` + context + `","artifact":{"artifactId":"a","parts":[{"text":"x"}]}}}`
		}
		return `{"statusUpdate":{"taskId":"` + task + `","contextId":"` + context + `","status":{"state":"TASK_STATE_COMPLETED"}}}`
	}
	send := `"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]}}`
	resume := `"SubscribeToTask","params":{"id":"t"}`
	for _, c := range []struct {
		call   string
		events []string
		want   string
	}{
		{send, []string{event("task", "t", "c"), event("artifact", "t", "c"), event("status", "t", "c")}, ""},
		{send, []string{event("task", "t", "c"), event("status", "u", "c")}, "SSE-17"},
		{send, []string{event("task", "t", "c"), event("status", "t", "d")}, "SSE-17"},
		{send, []string{event("task", "t", "c"), event("artifact", "u", "c"), event("status", "t", "c")}, "SSE-17"},
		{send, []string{event("task", "t", "c"), event("artifact", "t", "d"), event("status", "t", "c")}, "SSE-17"},
		{resume, []string{event("task", "t", "c"), event("status", "t", "c")}, ""},
		{resume, []string{event("task", "t", "c"), event("status", "u", "c")}, "RES-11"},
		{resume, []string{event("task", "t", "c"), event("status", "t", "d")}, "SSE-17"},
		{resume, []string{event("task", "u", "c"), event("status", "t", "c")}, "RES-11"},
		{resume, []string{event("task", "t", "c"), event("artifact", "u", "c"), event("status", "t", "c")}, "RES-11"},
	} {
		x := streamOf("text/event-stream")
		x.Request.Header.Set("Content-Type", "application/json")
		x.RequestDone, x.Ended, x.Outcome = time.Unix(1, 0), time.Unix(2, 0), wire.ByAgent
		var said []string
		r := New(&x, Options{Light: true, Each: func(p Piece) {
			for _, q := range p.Reading.Problems {
				said = append(said, q.Check)
			}
		}})
		r.Feed(wire.Request, x.Started, []byte(`{"jsonrpc":"2.0","id":1,"method":`+c.call+`}`))
		for _, e := range c.events {
			r.Feed(wire.Response, x.Started, []byte(`data: {"jsonrpc":"2.0","id":1,"result":`+e+"}\n\n"))
		}
		r.Update(&x)
		for _, q := range append(r.Ended(), r.Request().Problems...) {
			said = append(said, q.Check)
		}
		if got := strings.Join(said, " "); got != c.want {
			t.Errorf("%s\n%s: %s, want %s", c.call, strings.Join(c.events, "\n"), got, c.want)
		}
	}
}
