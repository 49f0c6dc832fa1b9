package dialect

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestBlame: a client's error is found in its request, and an answer that reacts correctly has no findings.
func TestBlame(t *testing.T) {
	const (
		params = `"params":{"id":"t"}`
		task   = `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}`
	)
	json := http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}
	for _, c := range []struct {
		name, request string
		status        int
		answer        string
		want          string // the findings in the request
	}{
		{"a notification, taken", `{"jsonrpc":"2.0","method":"GetTask",` + params + `}`, 202, "", "RPC-06"},
		{"a notification, without content", `{"jsonrpc":"2.0","method":"CancelTask",` + params + `}`, 204, "", "RPC-06"},
		{"a notification, answered without an id", `{"jsonrpc":"2.0","method":"GetTask",` + params + `}`, 200, `{"jsonrpc":"2.0","id":null,"result":` + task + `}`, "RPC-06"},
		{"a page's size in other letters", `{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{"pagesize":1}}`, 200, `{"jsonrpc":"2.0","id":1,"result":{"tasks":[],"nextPageToken":"","pageSize":50,"totalSize":0}}`, "REQ-21"},
		{"a webhook's URL in other letters", `{"jsonrpc":"2.0","id":1,"method":"CreateTaskPushNotificationConfig","params":{"taskId":"t","URL":"https://a.test/"}}`, 200, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"m"}}`, "REQ-21"},
		{"no method", `{"jsonrpc":"2.0","id":1,` + params + `}`, 200, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"m"}}`, "RPC-04"},
		{"a method that is a number", `{"jsonrpc":"2.0","id":1,"method":5,` + params + `}`, 200, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"m"}}`, "RPC-04"},
		{"a method that there is not", `{"jsonrpc":"2.0","id":1,"method":"tasks/nope",` + params + `}`, 200, `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"m"}}`, "REQ-23"},
		{"no JSON", `{"jsonrpc":"2.0","id":1,"method":"GetTask",` + params, 200, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}`, "FORM-04"},
		{"invalid UTF-8", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t","tenant":"` + "\xff" + `"}}`, 200, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}`, "FORM-03"},
		{"a Latin-1 name", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t","` + "\xe9" + `":1}}`, 200, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"m"}}`, "FORM-03"},
		{"too deep", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t","x":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}}`, 200, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}`, ""},
		{"deeper than the console reads", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t","x":` + strings.Repeat("[", 10500) + strings.Repeat("]", 10500) + `}}`, 200, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"m"}}`, "READ-02"},
		{"the same, taken", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t","x":` + strings.Repeat("[", 10500) + strings.Repeat("]", 10500) + `}}`, 200, `{"jsonrpc":"2.0","id":1,"result":` + task + `}`, "READ-02"},
		{"an id with a fraction", `{"jsonrpc":"2.0","id":1.0,"method":"GetTask",` + params + `}`, 200, `{"jsonrpc":"2.0","id":1,"result":` + task + `}`, "RPC-07"},
		{"an id with an exponent", `{"jsonrpc":"2.0","id":12e1,"method":"GetTask",` + params + `}`, 200, `{"jsonrpc":"2.0","id":120.0,"result":` + task + `}`, "RPC-07"},
		{"two ids, of which the first is taken", `{"jsonrpc":"2.0","id":7,"id":1,"method":"GetTask",` + params + `}`, 200, `{"jsonrpc":"2.0","id":7,"result":` + task + `}`, "FORM-02"},
		{"the last", `{"jsonrpc":"2.0","id":7,"id":1,"method":"GetTask",` + params + `}`, 200, `{"jsonrpc":"2.0","id":1,"result":` + task + `}`, "FORM-02"},
		{"two tasks", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t","id":"u"}}`, 200, `{"jsonrpc":"2.0","id":1,"result":` + task + `}`, "FORM-02"},
		{"two params", `{"jsonrpc":"2.0","id":1,"method":"GetTask",` + params + `,"params":{"id":"u"}}`, 200, `{"jsonrpc":"2.0","id":1,"result":` + task + `}`, "FORM-02"},
		{"two methods", `{"jsonrpc":"2.0","id":1,"method":"SendMessage","method":"GetTask",` + params + `}`, 200, `{"jsonrpc":"2.0","id":1,"result":{"task":` + task + `}}`, "FORM-02"},
		{"JSON with a fault", `{"jsonrpc":"2.0","id":1,"method":"GetTask",` + params + `}}`, 200, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}`, "FORM-03"},
	} {
		req := Message{Method: "POST", URL: "http://agent.test/", Header: json, Body: []byte(c.request)}
		resp := Message{Status: c.status, Header: json, Body: []byte(c.answer)}
		id := Identify(req, resp, Hint{})
		if got := checksOf(ReadRequest(id, req).Problems); !strings.Contains(got, c.want) {
			t.Errorf("%s: the request has %q, want %s", c.name, got, c.want)
		}
		if got := checksOf(ReadResponse(id, req, resp).Problems); got != "" {
			t.Errorf("%s: the answer has %q", c.name, got)
		}
	}
}

// TestDeepRequest: nobody is blamed for a request too deep for the console to read.
func TestDeepRequest(t *testing.T) {
	req := Message{Method: "POST", URL: "http://agent.test/message:send", Header: http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}, Body: []byte(`{"message":` + strings.Repeat("[", 10500) + strings.Repeat("]", 10500) + `}`)}
	resp := Message{Status: 200, Header: http.Header{"Content-Type": {"application/a2a+json"}}, Body: []byte(`{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`)}
	if got := checksOf(problemsOf(req, resp)); got != "READ-02" {
		t.Errorf("found %q", got)
	}
}

// TestEitherVersion: a client that names one version and writes another is at fault, and may get an answer in
// either.
func TestEitherVersion(t *testing.T) {
	const (
		new1  = `{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}`
		old   = `{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"hi"}]}`
		asked = `{"jsonrpc":"2.0","id":1,"method":`
		done  = `{"jsonrpc":"2.0","id":1,"result":`
		task  = `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}`
		task3 = `{"kind":"task","id":"t","contextId":"c","status":{"state":"completed"}}`
		end3  = `{"kind":"status-update","taskId":"t","contextId":"c","status":{"state":"completed"},"final":true}`
		sse   = "text/event-stream"
	)
	for _, c := range []struct{ name, said, path, request, kind, answer, want string }{
		{"a task of 0.3", "0.3", "", asked + `"SendMessage","params":{"message":` + new1 + `}}`, "application/json", done + task3 + `}`, ""},
		{"one of 1.0", "0.3", "", asked + `"SendMessage","params":{"message":` + new1 + `}}`, "application/json", done + `{"task":` + task + `}}`, ""},
		{"one of neither", "0.3", "", asked + `"SendMessage","params":{"message":` + new1 + `}}`, "application/json", done + `{"a":1}}`, "RES-06"},
		{"a stream of 0.3", "0.3", "", asked + `"SendStreamingMessage","params":{"message":` + new1 + `}}`, sse, "data: " + done + task3 + "}\n\ndata: " + done + end3 + "}\n\n", ""},
		{"an error of 0.3", "0.3", "", asked + `"CancelTask","params":{"id":"t"}}`, "application/json", `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"m"}}`, ""},
		{"the other way round", "1.0", "", asked + `"message/send","params":{"message":` + old + `}}`, "application/json", done + `{"task":` + task + `}}`, ""},
		{"over HTTP+JSON", "0.3", "message:send", `{"message":` + new1 + `}`, "application/json", `{"message":{"messageId":"n","role":"ROLE_AGENT","content":[{"text":"hi"}]}}`, ""},
	} {
		req := Message{Method: "POST", URL: "http://agent.test/" + c.path, Header: http.Header{"Content-Type": {"application/json"}, "A2a-Version": {c.said}}, Body: []byte(c.request)}
		got := checksOf(problemsOf(req, Message{Status: 200, Header: http.Header{"Content-Type": {c.kind}}, Body: []byte(c.answer)}))
		if on, agent, _ := strings.Cut(got+" ", " "); on != "HDR-04" || strings.TrimSpace(agent) != c.want {
			t.Errorf("%s: found %q", c.name, got)
		}
	}
}

// TestForeignMethods: methods of MCP, even with names that A2A also has, and of extensions do not belong to
// A2A, and their answers have no findings.
func TestForeignMethods(t *testing.T) {
	const task = `{"taskId":"t","status":"working","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttl":60000}`
	mcp, plain := http.Header{"Mcp-Protocol-Version": {"2025-11-25"}}, http.Header{}
	extended := http.Header{"A2a-Version": {"1.0"}, "A2a-Extensions": {"https://x.test/ext"}}
	for _, c := range []struct {
		method, params, answer string
		header                 http.Header
		foreign                bool
	}{
		{"tasks/get", `{"taskId":"t"}`, `"result":` + task, mcp, true},
		{"tasks/get", `{"taskId":"t"}`, `"result":` + task, plain, true}, // its answer shows it
		{"tasks/cancel", `{"taskId":"t","_meta":{}}`, `"error":{"code":-32602,"message":"m"}`, plain, true},
		{"tasks/list", `{}`, `"result":{"tasks":[` + task + `]}`, mcp, true},
		{"tasks/result", `{"taskId":"t"}`, `"result":{"content":[]}`, plain, true},
		{"tasks/get", `{"taskId":"t"}`, `"result":{"kind":"task","id":"t","contextId":"c","status":{"state":"working"}}`, plain, false},
		{"x/do", `{}`, `"result":{"a":1}`, extended, true},
		{"x/do", `{}`, `"error":{"code":-32602,"message":"m"}`, extended, true},
		{"x/do", `{}`, `"result":{"a":1}`, plain, false},
		{"x/do", `{}`, `"error":{"code":-32602,"message":"m"}`, plain, false},
	} {
		h := c.header.Clone()
		h.Set("Content-Type", "application/json")
		req := Message{Method: "POST", URL: "http://agent.test/", Header: h, Body: []byte(`{"jsonrpc":"2.0","id":1,"method":"` + c.method + `","params":` + c.params + `}`)}
		r := NewReader(req, Hint{})
		out := r.Response(Message{Status: 200, Header: h, Body: []byte(`{"jsonrpc":"2.0","id":1,` + c.answer + `}`)})
		foreign := !slices.ContainsFunc(append(r.Request().Problems, out.Problems...), func(p a2a.Problem) bool { return p.Severity != a2a.SeverityInfo })
		if foreign != c.foreign || foreign && r.Identity().Op != "" {
			t.Errorf("%s %s, %v, answered with %s: %+v has %q and %q", c.method, c.params, c.header, c.answer, r.Identity(), checksOf(r.Request().Problems), checksOf(out.Problems))
		}
	}
}

// TestNullBeside: a response has either result or error and omits the other.
func TestNullBeside(t *testing.T) {
	json := http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}
	req := Message{Method: "POST", URL: "http://agent.test/", Header: json, Body: []byte(`{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t"}}`)}
	task, failure := `"result":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}`, `"error":{"code":-32001,"message":"m","data":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org"}]}`
	for members, want := range map[string]string{task: "", failure: "", task + `,"error":null`: "RPC-09", failure + `,"result":null`: "RPC-09", `"result":null,"error":null`: "RPC-09"} {
		resp := Message{Status: 200, Header: json, Body: []byte(`{"jsonrpc":"2.0","id":1,` + members + `}`)}
		if got := checksOf(ReadResponse(Identify(req, resp, Hint{}), req, resp).Problems); (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%s: found %q, want %q", members, got, want)
		}
	}
}

func checksOf(ps []a2a.Problem) string {
	var all []string
	for _, p := range ps {
		all = append(all, p.Check)
	}
	return strings.Join(all, " ")
}

// TestRelativesOfGRPC: a protocol with gRPC's paths but other bodies is named, and not read as gRPC.
func TestRelativesOfGRPC(t *testing.T) {
	for kind, name := range map[string]string{
		"application/grpc-web-text":       "gRPC-Web",
		"application/grpc-web-text+proto": "gRPC-Web",
		"application/grpc-web":            "gRPC-Web",
		"application/grpc-web+proto; a=b": "gRPC-Web",
		"application/connect+proto":       "Connect",
		"application/proto":               "Connect",
	} {
		head := http.Header{"Content-Type": {kind}}
		req := Message{Method: "POST", URL: "http://agent.test/lf.a2a.v1.A2AService/GetTask", Header: head, Body: []byte("AAAAAAMKAXQ=")}
		resp := Message{Status: 200, Header: head, Body: []byte("AAAAAAsKAXQaBggCEgAaAA==gAAAAA9ncnBjLXN0YXR1czowDQo=")}
		id := Identify(req, resp, Hint{})
		for side, r := range map[string]a2a.Reading{"request": ReadRequest(id, req), "answer": ReadResponse(id, req, resp)} {
			if r.Kind != a2a.KindNone || len(r.Problems) != 1 || r.Problems[0].Severity != a2a.SeverityInfo || !strings.Contains(r.Problems[0].Message, name) {
				t.Errorf("%s: the %s is read as %s, with %+v", kind, side, r.Kind, r.Problems)
			}
		}
	}
}
