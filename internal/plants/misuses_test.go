package plants

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/judge"
)

// misuses are violations by clients. The agent refuses those that it can detect.
var misuses = []odd{
	// JSON-RPC requests.
	{"version of JSON-RPC that is missing", "rpc", refusedAs("send", a2a.InvalidRequest, wholeReq("send", del("jsonrpc")))},
	{"version of JSON-RPC as a number", "rpc", refusedAs("send", a2a.InvalidRequest, wholeReq("send", set("jsonrpc", 2.0)))},
	{"method that is none", "rpc", refusedAs("send", a2a.MethodNotFound, wholeReq("send", set("method", "message/dance")))},
	{"params that are a list", "rpc", refusedAs("send", a2a.InvalidParams, wholeReq("send", set("params", []any{})))},
	{"id that has a fraction", "rpc", all(wholeReq("send", set("id", 1.5)), wholeRes("send", set("id", 1.5)))},
	{"notification of JSON-RPC", "rpc", all(wholeReq("send", del("id")), status("send", 202), answer("send", ""))},
	{"request as text", "rpc rest", asking("send", "Content-Type", "text/plain")},
	{"request by another method", "rpc rest", all(verb("send", "PUT"), status("send", 405), answer("send", ""))},
	{"request by another method, with a page", "rpc rest", all(verb("send", "PUT"), status("send", 405), head("send", "Content-Type", "text/plain"), answer("send", "Method Not Allowed"))},
	{"request as text that is declined", "rpc rest", all(asking("send", "Content-Type", "text/plain"), status("send", 415), answer("send", ""))},
	// Messages.
	{"message without a role", "all", refusedAs("send", a2a.InvalidParams, req("send", del("message.role")))},
	{"message without parts", "1.0 0.3p", refusedAs("send", a2a.InvalidParams, req("send", set("message.parts", []any{})))},
	{"message without an id", "0.2 0.3 1.0", refusedAs("send", a2a.InvalidParams, req("send", del("message.messageId")))},
	{"message from the agent", "0.2 0.3 1.0", refusedAs("send", a2a.InvalidParams, req("send", set("message.role", role("agent"))))},
	{"role that is none", "json", refusedAs("send", a2a.InvalidParams, req("send", set("message.role", "system")))},
	{"part without content", "all", refusedAs("send", a2a.InvalidParams, req("send", set("message.parts.0", object{})))},
	{"part of two kinds", "1.0json", refusedAs("send", a2a.InvalidParams, req("send", set("message.parts.0.url", "https://a.example/x")))},
	{"part whose text is a number", "json", refusedAs("send", a2a.InvalidParams, req("send", set("message.parts.0.text", 5)))},
	{"part of an older version", "1.0json", refusedAs("send", a2a.InvalidParams, req("send", set("message.parts.0", object{"kind": "text", "text": "a"})))},
	{"metadata that are a list", "json", refusedAs("send", a2a.InvalidParams, req("send", set("metadata", []any{})))},
	{"member with underscores", "1.0json", refusedAs("send", a2a.InvalidParams, req("send", rename("message.messageId", "message_id")))},
	{"two messages with one id", "0.2 0.3 1.0", func(t testing.TB, r *recording) {
		req("file", set("message.messageId", valueAt(t, r.payload(r.asked(t, r.at(t, "send"))), "message.messageId")))(t, r)
	}},
	{"history that is less than none", "0.1 0.2 0.3rpc 1.0rpc 1.0grpc 0.3grpc", refusedAs("get", a2a.InvalidParams, req("get", set("historyLength", -1)))},
	// Version and address.
	{"version that is missing", "1.0", asking("send", "A2A-Version", "")},
	{"version with a patch", "1.0", asking("send", "A2A-Version", "1.0.0")},
	{"version of another call", "1.0", asking("send", "A2A-Version", "0.3")},
	{"extensions that are no URIs", "1.0", asking("send", "A2A-Extensions", "timestamps please")},
	{"path of another version", "1.0rest", refusedAs("send", a2a.MethodNotFound, url("send", "/message:send", "/v1/message:send"))},
	{"path without its version", "0.3rest", refusedAs("send", a2a.MethodNotFound, url("send", "/v1/message:send", "/message:send"))},
	{"service of another version", "1.0grpc", refusedAs("send", a2a.MethodNotFound, url("send", "lf.a2a.v1.A2AService", "a2a.v1.A2AService"))},
	{"method that the service has not", "grpc", refusedAs("send", a2a.MethodNotFound, url("send", "/SendMessage", "/MessageSend"))},
	{"body where none belongs", "rest", body("get", `{}`)},
	{"query with underscores", "rest", url("get", "historyLength", "history_length")},
	{"page that is too big", "1.0rest", refusedAs("page-1", a2a.InvalidParams, url("page-1", "pageSize=5", "pageSize=500"))},
	{"page that is too big in the params", "1.0rpc 1.0grpc", refusedAs("page-1", a2a.InvalidParams, req("page-1", set("pageSize", 500)))},
	{"two messages of gRPC", "grpc", func(t testing.TB, r *recording) {
		e := r.at(t, "send")
		e.request = append(append([]byte(nil), e.request...), e.request...)
	}},
	{"call of gRPC as JSON", "grpc", asking("send", "Content-Type", "application/json")},
	// Registering and receiving notifications.
	{"webhook without an address", "1.0", refusedAs("push-set", a2a.InvalidParams, req("push-set", del("url")))},
	{"webhook that fails", "all", status("delivery-1", 500)},
}

// refusedAs edits a request that the agent refuses.
func refusedAs(label string, name a2a.ErrorName, request edit) edit {
	err := &a2a.Error{Name: name, Message: "It is refused."}
	if name == a2a.InvalidParams {
		err.Fields = []a2a.Violation{{Field: "message", Reason: "it is wrong"}}
	}
	return all(refused(label, err), request)
}

// TestMisuses: each misuse is blamed on the client, and nothing on the agent, which acted correctly.
func TestMisuses(t *testing.T) {
	everywhere(t, misuses, func(t *testing.T, o odd, r *recording, beneath []judge.Finding) {
		caught := false
		for _, f := range o.found(t, r, beneath) {
			switch {
			case f.Severity == a2a.SeverityInfo:
			case isClients(r, f):
				caught = true
			default:
				t.Errorf("the agent is blamed: %s %s of %s: %s", f.Check, f.Path, r.label(f.Exchange), f.Message)
			}
		}
		if !caught {
			t.Error("nothing is found on the client")
		}
	})
}
