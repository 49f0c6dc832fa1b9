package dialect

import (
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// TestFixesFitTheirCauses: where a check can be broken in several ways, the advice fits the finding.
func TestFixesFitTheirCauses(t *testing.T) {
	const (
		get   = `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t"}}`
		send  = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"user","parts":[{"text":"hi"}]}}}`
		bare  = `{"jsonrpc":"2.0","id":1,"result":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`
		event = `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}}`
	)
	old := func(method, params string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + params + `}`
	}
	json, html, sse := http.Header{"Content-Type": {"application/json"}}, http.Header{"Content-Type": {"text/html"}}, http.Header{"Content-Type": {"text/event-stream"}}
	signIn := http.Header{"Www-Authenticate": {"Bearer"}}
	stream := strings.Replace(send, "SendMessage", "SendStreamingMessage", 1)
	for _, c := range []struct {
		name, request string
		status        int
		header        http.Header
		answer        string
		want, fix     string
	}{
		{"the last event without its blank line", stream, 200, sse, "data: " + event + "\n", "SSE-25/framing", "an empty line after each event"},
		{"a batch", "[" + get + "]", 200, json, bare, "RPC-04/object", "no version of A2A has batches"},
		{"a role of 0.3", send, 200, json, event, "REQ-22/role", "ROLE_USER"},
		{"a 401 that is right", get, 401, signIn, "", "ERR-15/unauthenticated", "the answer is right"},
		{"a 403 that is right", get, 403, json, "", "ERR-15/forbidden", "the answer is right"},
		{"a 401 that is not", get, 401, json, "", "ERR-15", "say in WWW-Authenticate how"},
		{"no JSON-RPC", `{"a":1}`, 200, json, bare, "RPC-04/object", "method"},
		{"a request that is not JSON", get + "}", 200, json, bare, "FORM-03", "Let a JSON library write the document"},
		{"an answer that is none", get, 200, json, bare[1:], "RPC-09/json", "Let a JSON library"},
		{"a page", get, 500, html, "<html></html>", "RPC-09/page", "gateway"},
		{"an answer over HTTP+JSON", get, 200, json, `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`, "RPC-09/binding", "HTTP+JSON"},
		{"a stream for one answer", get, 200, sse, "data: " + bare + "\n\n", "RPC-03/stream", "one JSON document"},
		{"one answer for a stream", stream, 200, json, event, "SSE-01/document", "stream of events"},
		{"an event that is no response", stream, 200, sse, "data: {\"a\":1}\n\n", "SSE-02/response", "JSON-RPC response"},
		{"an event that is not JSON", stream, 200, sse, "data: {'a':1}\n\n", "SSE-02/json", "JSON library"},
		{"a wrapped task", get, 200, json, event, "RES-07/wrapped", "not an object with a member task"},
		{"no state", get, 200, json, strings.Replace(bare, "WORKING", "UNSPECIFIED", 1), "RES-07/state", "actual state"},
		{"an unknown state", get, 200, json, strings.Replace(bare, "WORKING", "NAPPING", 1), "RES-19/unknown", "submitted, working"},
		{"a state of 0.3", get, 200, json, strings.Replace(bare, "TASK_STATE_WORKING", "working", 1), "RES-19", "the finding suggests"},
		{"no task and no status", old("tasks/get", `{"id":"t"}`), 200, json, `{"jsonrpc":"2.0","id":1,"result":{"id":"t","sessionId":"s","artifacts":[]}}`, "RES-01", "id and status"},
		{"another task than got", old("tasks/get", `{"id":"t"}`), 200, json, `{"jsonrpc":"2.0","id":1,"result":{"id":"u","sessionId":"s","status":{"state":"working"}}}`, "RES-01/id", "asked for"},
		{"another task than sent", old("tasks/send", `{"id":"t","message":{"role":"user","parts":[{"type":"text","text":"hi"}]}}`), 200, json, `{"jsonrpc":"2.0","id":1,"result":{"id":"u","sessionId":"s","status":{"state":"working"}}}`, "STM-12", "id from the request"},
		{"a message of 0.1 without parts", old("tasks/send", `{"id":"t","message":{"role":"user"}}`), 200, json, `{"jsonrpc":"2.0","id":1,"result":{"id":"t","status":{"state":"working"}}}`, "REQ-03/parts", "parts"},
		{"an artifact of 0.3 without parts", old("message/send", `{"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"hi"}]}}`), 200, json, `{"jsonrpc":"2.0","id":1,"result":{"kind":"task","id":"t","contextId":"c","status":{"state":"working"},"artifacts":[{"artifactId":"a"}]}}`, "ART-04/parts", "parts"},
		{"an error within an error", get, 200, json, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"m","data":{"error":{"code":-32001,"message":"m"}}}}`, "ERR-01/nested", "not in the data"},
		{"a method that there is not", old("tasks/dance", `{}`), 200, json, bare, "REQ-23/unknown", "Call a method"},
		{"a page too large", old("ListTasks", `{"pageSize":500}`), 200, json, bare, "LIST-04/request", "between 1 and 100"},
	} {
		req := Message{Method: "POST", URL: "http://agent.test/", Header: json, Body: []byte(c.request)}
		found := problemsOf(req, Message{Status: c.status, Header: c.header, Body: []byte(c.answer)})
		fix, all := "", ""
		for _, p := range found {
			name := strings.TrimSuffix(p.Check+"/"+p.Cause, "/")
			if all += name + " "; name == c.want {
				of, _ := check.ByID(p.Check)
				fix = of.Fix(p.Cause)
			}
		}
		if !strings.Contains(fix, c.fix) || fix == "" {
			t.Errorf("%s: %s has the fix %q, of %s", c.name, c.want, fix, all)
		}
	}
}

// TestFixesOfEncodings: the advice for a body that contradicts its Content-Encoding fits the cause, in
// requests and answers.
func TestFixesOfEncodings(t *testing.T) {
	for name, c := range map[string]struct{ encoding, body, fix string }{
		"plain":    {"gzip", "{\"name\":\"an agent\"}", "Send no Content-Encoding"},
		"cut":      {"gzip", "\x1f\x8b\x08\x00\x00", "Close the compressor before the body ends"},
		"broken":   {"gzip", strings.Repeat("\xff\xfe", 20), "Encode the body as Content-Encoding says"},
		"in other": {"br", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff", "Encode the body as Content-Encoding says"},
	} {
		h := http.Header{"Content-Encoding": {c.encoding}}
		s := coding.NewStream(h, coding.NewBudget(coding.MaxDecodedBytes))
		s.Feed([]byte(c.body))
		s.Close()
		p := miscoded(h, s.Fault())
		of, _ := check.ByID(p.Check)
		if fix := of.Fix(p.Cause); !strings.HasPrefix(fix, c.fix) || strings.Contains(fix, "answer") {
			t.Errorf("%s: %q has the fix %q", name, p.Message, fix)
		}
	}
}

// problemsOf returns all problems of a JSON-RPC exchange.
func problemsOf(req, resp Message) []a2a.Problem {
	r := NewReader(req, Hint{})
	out := r.Request().Problems
	if resp.Framing = resp.Kind(); resp.Framing == wire.Body {
		return append(out, r.Response(resp).Problems...)
	}
	frames := framesOf(resp, document.MaxFrames)
	resp.Body = nil
	out = append(out, r.Response(resp).Problems...)
	for _, f := range frames {
		out = append(out, r.Event(f).Problems...)
	}
	return append(out, r.End(wire.ByAgent)...)
}
