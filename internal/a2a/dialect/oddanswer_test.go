package dialect

import (
	"net/http"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// TestNullResult: null instead of content is found for every operation.
func TestNullResult(t *testing.T) {
	for _, v := range registry.Versions() {
		for _, op := range []a2a.Operation{a2a.SendMessage, a2a.GetTask, a2a.CancelTask, a2a.ListTasks, a2a.CreatePushConfig, a2a.GetPushConfig, a2a.ListPushConfigs, a2a.GetExtendedCard} {
			method, ok := v.Method(op)
			if !ok {
				continue
			}
			h := http.Header{"Content-Type": {"application/json"}, "A2a-Version": {string(v.Version())}}
			req := Message{Method: "POST", URL: "http://agent.test/", Header: h, Body: []byte(`{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{"id":"t","taskId":"t"}}`)}
			for _, said := range []string{"null", "false"} {
				resp := Message{Status: 200, Header: h, Body: []byte(`{"jsonrpc":"2.0","id":1,"result":` + said + `}`)}
				r := NewReader(req, Hint{Version: v.Version()})
				out := r.Response(resp)
				if l := r.Labels(); l.AgentSeverity != "error" || !l.Failed {
					t.Errorf("%s %s, %s: %s, %+v", v.Version(), op, said, checksOf(out.Problems), l)
				}
			}
		}
	}
}

// TestNullOverHTTPJSON: the same without an envelope; a flawed list or configuration is still one.
func TestNullOverHTTPJSON(t *testing.T) {
	for _, c := range []struct {
		method, path, answer string
		failed               bool
	}{
		{"GET", "tasks", "null", true}, {"GET", "tasks", "false", true}, {"GET", "tasks", `{"tasks":[{"id":1}]}`, false}, {"GET", "tasks", `{"tasks":[],"pageSize":"x"}`, false},
		{"GET", "tasks/t/pushNotificationConfigs", "null", true}, {"POST", "tasks/t/pushNotificationConfigs", "false", true}, {"POST", "tasks/t/pushNotificationConfigs", `{"url":1,"taskId":"t"}`, false},
		{"GET", "tasks/t:subscribe", "null", true}, {"GET", "extendedAgentCard", "{}", true}, {"GET", "extendedAgentCard", `{"name":"a"}`, false},
	} {
		h := http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}
		r := NewReader(Message{Method: c.method, URL: "http://agent.test/" + c.path, Header: h, Body: []byte(map[string]string{"POST": `{"url":"https://a.test/"}`}[c.method])}, Hint{})
		out := r.Response(Message{Status: 200, Header: h, Body: []byte(c.answer)})
		if l := r.Labels(); l.AgentSeverity != "error" || l.Failed != c.failed {
			t.Errorf("%s %s, %s: %s, %+v", c.method, c.path, c.answer, checksOf(out.Problems), l)
		}
	}
}

// TestOddAnswers: an answer is read as what it appears to be, and its first finding explains it.
func TestOddAnswers(t *testing.T) {
	const task, stream = `{"kind":"task","id":"t","contextId":"c","status":{"state":"working"}}`, "text/event-stream"
	for _, c := range []struct {
		name, method, kind, answer string
		reads                      a2a.Kind
		first                      string
	}{
		{"error false beside a result", "tasks/get", "application/json", `{"jsonrpc":"2.0","id":1,"error":false,"result":` + task + `}`, a2a.KindTask, "RPC-09"},
		{"error null beside a result", "tasks/get", "application/json", `{"jsonrpc":"2.0","id":1,"error":null,"result":` + task + `}`, a2a.KindTask, "RPC-09"},
		{"error false alone", "tasks/get", "application/json", `{"jsonrpc":"2.0","id":1,"error":false}`, a2a.KindError, "RPC-10"},
		{"what a tool answers", "message/send", "application/json", `{"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"type":"text","text":"no"}]}}`, a2a.KindNone, "RES-03"},
		{"a page as a stream", "message/stream", stream, `<!doctype html><html><body><p>Sign in</p></body></html>`, a2a.KindNone, "RPC-09"},
		{"one document as a stream", "message/stream", stream, `{"jsonrpc":"2.0","id":1,"result":` + task + `}`, a2a.KindTask, "SSE-01"},
		{"a page as what it is", "message/send", "text/html", `<html><p>Sign in</p></html>`, a2a.KindNone, "RPC-09"},
	} {
		h := http.Header{"Content-Type": {"application/json"}}
		req := Message{Method: "POST", URL: "http://agent.test/", Header: h, Body: []byte(`{"jsonrpc":"2.0","id":1,"method":"` + c.method + `","params":{"id":"t","message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"hi"}]}}}`)}
		r := NewReader(req, Hint{Version: a2a.V03})
		out := r.Response(Message{Status: 200, Header: http.Header{"Content-Type": {c.kind}}, Body: []byte(c.answer)})
		if out.Kind != c.reads || len(out.Problems) == 0 || out.Problems[0].Check != c.first {
			t.Errorf("%s: %s, %+v", c.name, out.Kind, out.Problems)
		}
	}
}
