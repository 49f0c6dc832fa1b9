package dialect

import (
	"net/http"
	"path"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestOutvoted: two pieces of evidence that agree outweigh the method's name; a single one does not.
func TestOutvoted(t *testing.T) {
	const (
		new10 = `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}`
		old03 = `{"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"hi"}]}}`
		res10 = `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`
	)
	for _, c := range []struct {
		name, method, params, said, result string
		want                               a2a.Version
	}{
		{"the header and the body", "message/send", new10, "1.0", `{}`, a2a.V10},
		{"the body and the answer", "message/send", new10, "", res10, a2a.V10},
		{"the header and the answer", "message/send", `{"message":{"messageId":"m"}}`, "1.0", res10, a2a.V10},
		{"an older one", "SendMessage", old03, "0.3", `{}`, a2a.V03},
		{"the header alone", "message/send", `{"message":{"messageId":"m"}}`, "1.0", `{}`, a2a.V03},
		{"the body alone", "message/send", new10, "", `{}`, a2a.V03},
		{"the header against method and body", "message/send", old03, "1.0", `{}`, a2a.V03},
	} {
		h := http.Header{"Content-Type": {"application/json"}}
		if c.said != "" {
			h.Set("A2A-Version", c.said)
		}
		req := Message{Method: "POST", URL: "http://agent.test/", Header: h, Body: []byte(`{"jsonrpc":"2.0","id":1,"method":"` + c.method + `","params":` + c.params + `}`)}
		resp := Message{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(`{"jsonrpc":"2.0","id":1,"result":` + c.result + `}`)}
		id := Identify(req, resp, Hint{})
		if n := len(id.Versions); n == 0 || id.Versions[n-1] != c.want || id.Op != a2a.SendMessage {
			t.Errorf("%s: %v %s, want %s", c.name, id.Versions, id.Op, c.want)
			continue
		}
		found := checksOf(ReadRequest(id, req).Problems)
		if old := c.want == a2a.V10 || c.method == "SendMessage"; (found == "REQ-23" || c.said == "" && found == "HDR-01 REQ-23") != old && c.name != "the header and the answer" {
			t.Errorf("%s: found %q", c.name, found)
		}
	}
}

// TestOutvotedPath is TestOutvoted for paths, which HTTP+JSON and gRPC have instead of a method's name.
func TestOutvotedPath(t *testing.T) {
	const (
		new10 = `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}`
		old03 = `{"message":{"messageId":"m","role":"ROLE_USER","content":[{"text":"hi"}]}}`
	)
	for _, c := range []struct {
		name, path, body, said string
		want                   a2a.Version
		found                  string
	}{
		{"1.0 on the path of 0.3", "/v1/message:send", new10, "1.0", a2a.V10, "REST-02"},
		{"1.0 on the path of 0.3, unsaid", "/v1/message:send", new10, "", a2a.V10, "REST-02 HDR-01"},
		{"a task of 1.0 on the path of 0.3", "/v1/tasks/t", "", "1.0", a2a.V10, "REST-02"},
		{"0.3 on the path of 1.0", "/message:send", old03, "0.3", a2a.V03, "REST-01"},
		{"0.3 on the path of 1.0, unsaid", "/message:send", old03, "", a2a.V03, "REST-01"},
		{"a body of 0.3 in a call of 1.0", "/message:send", old03, "1.0", a2a.V10, "REQ-10"},
		{"a body of 1.0 in a call of 0.3", "/v1/message:send", new10, "0.3", a2a.V03, "REST-12"},
		{"a header of 1.0 on a call of 0.3", "/v1/message:send", old03, "1.0", a2a.V03, "HDR-04"},
		{"a header of 0.3 on a call of 1.0", "/message:send", new10, "0.3", a2a.V10, "HDR-04"},

		{"1.0 in the service of 0.3", "/a2a.v1.A2AService/SendMessage", new10, "1.0", a2a.V10, "GRPC-02"},
		{"a method of 1.0 in the service of 0.3", "/a2a.v1.A2AService/ListTasks", `{"pageSize":5}`, "1.0", a2a.V10, "GRPC-02"},
		{"a task of 1.0 in the service of 0.3", "/a2a.v1.A2AService/GetTask", `{"id":"t"}`, "1.0", a2a.V10, "GRPC-02"},
		{"0.3 in the service of 1.0", "/lf.a2a.v1.A2AService/SendMessage", old03, "0.3", a2a.V03, "GRPC-01"},
		{"a method of 0.3 in the service of 1.0", "/lf.a2a.v1.A2AService/TaskSubscription", `{"name":"tasks/t"}`, "0.3", a2a.V03, "GRPC-01"},
		{"1.0 in the service of 0.3, unsaid", "/a2a.v1.A2AService/SendMessage", new10, "", a2a.V03, "PROTO-01 REQ-06 REQ-09"},
		{"a header of 1.0 on a call of gRPC in 0.3", "/a2a.v1.A2AService/SendMessage", old03, "1.0", a2a.V03, "HDR-04"},
		{"a header of 0.3 on a call of gRPC in 1.0", "/lf.a2a.v1.A2AService/SendMessage", new10, "0.3", a2a.V10, "HDR-04"},
	} {
		req := Message{Method: "POST", URL: "http://agent.test" + c.path, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(c.body)}
		if c.said != "" {
			req.Header.Set("A2A-Version", c.said)
		}
		switch {
		case strings.Contains(c.path, "A2AService"):
			req.Header.Set("Content-Type", "application/grpc")
			v, op := a2a.V10, a2a.Operation(path.Base(c.path))
			if c.body == old03 || op == "TaskSubscription" {
				v = a2a.V03
			}
			if op == "TaskSubscription" {
				op = a2a.SubscribeToTask
			}
			b, _, err := grpc.Encode(v, op, wire.Request, []byte(c.body))
			if err != nil {
				t.Fatal(err)
			}
			req.Body = wire.AppendGRPC(nil, b)
		case c.body == "":
			req.Method = "GET"
			req.Header.Del("Content-Type")
		}
		id := Identify(req, Message{}, Hint{})
		if n := len(id.Versions); n == 0 || id.Versions[n-1] != c.want {
			t.Errorf("%s: %v, want %s", c.name, id.Versions, c.want)
		}
		if found := checksOf(ReadRequest(id, req).Problems); found != c.found {
			t.Errorf("%s: found %q, want %q", c.name, found, c.found)
		}
	}
}

// TestOutvotedAnswer: if the rest of a call outvotes its service, the answer is read as the service's, unless
// it is valid in the call's version.
func TestOutvotedAnswer(t *testing.T) {
	const (
		new10  = `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}`
		old03  = `{"message":{"messageId":"m","role":"ROLE_USER","content":[{"text":"hi"}]}}`
		task   = `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`
		ended3 = `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"final":true}}`
		ended  = `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`
	)
	failed := http.Header{"Grpc-Status": {"5"}, "Grpc-Message": {"no such task"}}
	for _, c := range []struct {
		name, path string
		call       a2a.Version
		body       string
		in         a2a.Version // the version of the answer
		answer     []string
		trailer    http.Header
		as         a2a.Version // in which the last event is read
		found      string
	}{
		{"0.3 ends its stream", "/a2a.v1.A2AService/SendStreamingMessage", a2a.V10, new10, a2a.V03, []string{task, ended3}, nil, a2a.V03, ""},
		{"a release candidate ends its own", "/a2a.v1.A2AService/SendStreamingMessage", a2a.V10, new10, a2a.V10, []string{task, ended}, nil, a2a.V10, ""},
		{"0.3 has an error", "/a2a.v1.A2AService/SendMessage", a2a.V10, new10, a2a.V03, nil, failed, "", ""},
		{"1.0 has an error without its info", "/lf.a2a.v1.A2AService/SendMessage", a2a.V03, old03, a2a.V10, nil, failed, "", "GRPC-04"},
		{"1.0 answers", "/lf.a2a.v1.A2AService/SendMessage", a2a.V03, old03, a2a.V10, []string{task}, nil, a2a.V03, ""},
	} {
		op := a2a.Operation(path.Base(c.path))
		b, _, err := grpc.Encode(c.call, op, wire.Request, []byte(c.body))
		if err != nil {
			t.Fatal(err)
		}
		h := http.Header{"Content-Type": {"application/grpc"}, "A2a-Version": {string(c.call)}}
		r := NewReader(Message{Method: "POST", URL: "http://agent.test" + c.path, Header: h, Body: wire.AppendGRPC(nil, b)}, Hint{})
		if id := r.Identity(); id.Versions[len(id.Versions)-1] != c.call {
			t.Fatalf("%s: %v", c.name, id)
		}
		var ps []a2a.Problem
		var as a2a.Version
		ps = append(ps, r.Response(Message{Status: 200, Header: http.Header{"Content-Type": {"application/grpc"}}, Framing: wire.GRPC}).Problems...)
		for _, doc := range c.answer {
			b, _, err := grpc.Encode(c.in, op, wire.Response, []byte(doc))
			if err != nil {
				t.Fatal(err)
			}
			raw := wire.AppendGRPC(nil, b)
			out := r.Event(wire.Frame{Kind: wire.GRPC, Raw: raw, Data: raw[5:], Length: int64(len(raw))})
			ps, as = append(ps, out.Problems...), out.Dialect[len(out.Dialect)-1]
		}
		trailer := c.trailer
		if trailer == nil {
			trailer = http.Header{"Grpc-Status": {"0"}}
		}
		ps = append(append(ps, r.Trailer(trailer).Problems...), r.End(wire.ByAgent)...)
		if found := checksOf(ps); found != c.found || as != c.as {
			t.Errorf("%s: found %q as %s, want %q as %s\n%+v", c.name, found, as, c.found, c.as, ps)
		}
	}
}
