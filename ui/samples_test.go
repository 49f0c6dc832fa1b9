package ui

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// hostile is text that tries everything: markup, an expression, event stream fields behind a bare
// carriage return, and right-to-left text.
const hostile = "<script>alert(1)</script>\"' onload=x {{1}} @get('/x') ${1} \r\revent: datastar-patch-signals\rdata: signals window.__pwned=1\r\r \u202egnp.exe <img src=x onerror=alert(1)>"

func emptyRecord() *fakeRecord {
	return &fakeRecord{
		sessions: []wire.Session{{ID: "session-1", Name: "4 March, 10:20", Started: fakeNow()}},
		taps:     []host.Tap{{Agent: "http://127.0.0.1:7430", URL: "http://127.0.0.1:7421", Reference: true}},
		agents:   []wire.Agent{{Origin: "http://127.0.0.1:7430", Name: "Reference agent", TapPort: 7421, Added: fakeNow()}},
	}
}

// sample is an exchange of the normal record: the n-th streamed message.
func sample(n int, name string) wire.Exchange {
	at := fakeNow().Add(time.Duration(n-100) * 1700 * time.Millisecond)
	x := wire.Exchange{
		ID: fmt.Sprintf("0195-%s-%d", name, n), Session: "session-1", Origin: wire.Client,
		Agent: "http://127.0.0.1:7430", Tap: "http://127.0.0.1:7421", Caller: "python-httpx/0.27",
		Method: "POST", URL: "http://127.0.0.1:7430/v1.0",
		Request:  wire.Head{Proto: "HTTP/1.1", Header: http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}, "Authorization": {"Bearer ********************************"}}},
		Response: wire.Head{Proto: "HTTP/1.1", Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}},
		Started:  at, RequestDone: at.Add(time.Millisecond), Answered: at.Add(12 * time.Millisecond), FirstByte: at.Add(14 * time.Millisecond),
		LastByte: at.Add(420 * time.Millisecond), Ended: at.Add(421 * time.Millisecond), Outcome: wire.ByAgent,
		Frames:     3,
		Redactions: []wire.Redaction{{Place: "request.header", Name: "Authorization", Offset: 7, Length: 32, Kind: "bearer", Fingerprint: "3f9a1c"}},
		Labels:     wire.Labels{Op: "SendStreamingMessage", Dialect: "1.0", Binding: "jsonrpc", Task: fmt.Sprintf("task-%d", n), State: "TASK_STATE_COMPLETED", Text: "tell me a joke"},
	}
	return x
}

// withBodies gives an exchange a request and an event stream of three events.
func withBodies(x wire.Exchange, text string) (wire.Exchange, []wire.Chunk) {
	q := func(s string) string { return fmt.Sprintf("%q", s) }
	if strings.ContainsAny(text, "\r\u202e") {
		q = func(s string) string {
			return `"` + strings.NewReplacer(`"`, `\"`, "\r", `\r`).Replace(s) + `"`
		}
	}
	req := `{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m1","role":"ROLE_USER","parts":[{"text":` + q(text) + `}]}}}`
	events := []string{
		`data: {"jsonrpc":"2.0","id":1,"result":{"task":{"id":"` + "t" + `","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}}` + "\n\n",
		`data: {"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","name":` + q(text) + `,"parts":[{"text":` + q(text) + `}]}}}}` + "\n\n",
		`data: {"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}}` + "\n\n",
	}
	chunks := []wire.Chunk{{Side: wire.Request, At: x.Started, Data: []byte(req)}}
	var off int64
	for i, e := range events {
		chunks = append(chunks, wire.Chunk{Side: wire.Response, Offset: off, At: x.FirstByte.Add(time.Duration(i) * 200 * time.Millisecond), Data: []byte(e), Frame: i})
		off += int64(len(e))
	}
	x.RequestBytes, x.RequestKept = int64(len(req)), int64(len(req))
	x.ResponseBytes, x.ResponseKept = off, off
	return x, chunks
}

func normalRecord() *fakeRecord {
	f := emptyRecord()
	put := func(x wire.Exchange) {
		x, chunks := withBodies(x, "tell me a joke")
		f.put(x, chunks...)
	}
	card := sample(1, "card")
	card.Method, card.URL, card.Origin = "GET", "http://127.0.0.1:7430/.well-known/agent-card.json", wire.Console
	card.Labels = wire.Labels{Op: "GetAgentCard", Dialect: "1.0"}
	put(card)
	put(sample(2, "joke"))
	failed := sample(3, "failed")
	failed.Labels.State, failed.Labels.Findings, failed.Labels.Worst = "TASK_STATE_FAILED", 2, "error"
	put(failed)
	cut := sample(4, "cut")
	cut.Outcome, cut.Problem = wire.Cut, "The agent closed the connection in the middle of an event. It may have crashed; see its log."
	cut.Labels.State = "TASK_STATE_WORKING"
	put(cut)
	input := sample(5, "input")
	input.Labels.State, input.Origin = "TASK_STATE_INPUT_REQUIRED", wire.Compose
	put(input)
	refused := sample(6, "refused")
	refused.Outcome, refused.Response, refused.Labels = wire.Refused, wire.Head{}, wire.Labels{}
	refused.Problem = "The tap does not answer to the host name \"my-box\". Start the console with --allow-host my-box."
	put(refused)
	open := sample(7, "open")
	open.Outcome, open.Ended, open.Labels.State = wire.Open, time.Time{}, "TASK_STATE_WORKING"
	put(open)
	return f
}

func hostileRecord() *fakeRecord {
	f := emptyRecord()
	f.sessions[0].Name = hostile
	f.agents[0].Name = hostile
	x := sample(1, "hostile")
	x.Caller, x.Problem, x.Outcome = hostile, hostile, wire.Cut
	x.URL = "http://127.0.0.1:7430/" + strings.Repeat("%3Cscript%3E", 40)
	x.Labels = wire.Labels{Op: hostile, Dialect: hostile, Binding: hostile, Task: hostile, Context: hostile, State: hostile, Error: hostile, Findings: 99999, Worst: hostile, Text: hostile}
	x.Request.Header.Set("X-Odd", hostile)
	x.Response.Header.Set("X-Odd", hostile)
	x, chunks := withBodies(x, hostile)
	f.put(x, chunks...)
	return f
}

func busyRecord() *fakeRecord {
	f := emptyRecord()
	states := []string{"TASK_STATE_COMPLETED", "TASK_STATE_WORKING", "TASK_STATE_FAILED", "TASK_STATE_CANCELED", "TASK_STATE_INPUT_REQUIRED", "TASK_STATE_COMPLETED"}
	for n := range 1500 {
		x := sample(n, "busy")
		x.Labels.State = states[n%len(states)]
		x.Ended = x.Started.Add(time.Duration(20+n*37%900) * time.Millisecond)
		x.LastByte = x.Ended
		x, chunks := withBodies(x, "tell me a joke")
		f.put(x, chunks...)
	}
	return f
}
