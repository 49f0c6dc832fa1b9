package reading

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestOtherProtocols: A2A's rules do not apply to other protocols that pass a tap.
func TestOtherProtocols(t *testing.T) {
	const mcp = "Mcp-Protocol-Version"
	for _, c := range []struct{ name, header, asked, kind, answer, found string }{
		{name: "a tool's stream", asked: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}`, kind: "text/event-stream",
			answer: "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{}}\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}\n\n", found: "READ-01"},
		{name: "a task of MCP", header: mcp, asked: `{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"taskId":"t"}}`, kind: "application/json",
			answer: `{"jsonrpc":"2.0","id":1,"result":{"taskId":"t","status":"working"}}`, found: "READ-01"},
		{name: "its error", header: mcp, asked: `{"jsonrpc":"2.0","id":1,"method":"tasks/cancel","params":{"taskId":"t"}}`, kind: "application/json",
			answer: `{"jsonrpc":"2.0","id":1,"error":{"code":-32099,"message":"no"}}`, found: "READ-01"},
		{name: "a stream of it", header: "Mcp-Session-Id", asked: `{"jsonrpc":"2.0","id":1,"method":"tasks/result","params":{"taskId":"t"}}`, kind: "text/event-stream",
			answer: "data: {\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"method\":\"sampling/createMessage\",\"params\":{}}\n\n", found: "READ-01"},
		{name: "a model's stream", asked: `{"model":"m","stream":true,"messages":[{"role":"user","content":"hi"}]}`, kind: "text/event-stream",
			answer: "data: {\"id\":\"c\",\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\ndata: [DONE]\n\n", found: "RPC-04"},
		{name: "a model's stream without its last line", asked: `{"model":"m","stream":true}`, kind: "text/event-stream",
			answer: "event: ping\ndata: {\"type\":\"ping\"}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n", found: "RPC-04"},
	} {
		x := streamOf(c.kind)
		x.Request.Header.Del("A2a-Version")
		x.Request.Header.Set("Content-Type", "application/json")
		if c.header != "" {
			x.Request.Header.Set(c.header, "2025-11-25")
		}
		x.RequestDone, x.Ended, x.Outcome = time.Unix(1, 0), time.Unix(2, 0), wire.ByAgent
		r := New(&x, Options{Light: true})
		r.Feed(wire.Request, x.Started, []byte(c.asked))
		r.Feed(wire.Response, x.Started, []byte(c.answer))
		r.Update(&x)
		if l := r.Labels(); found(r, func(wire.Finding) bool { return true }) != c.found || l.Worst != "info" || l.ResponseSeverity != "" || l.Failed {
			t.Errorf("%s: found %s, %+v", c.name, found(r, func(wire.Finding) bool { return true }), l)
		}
	}
}
