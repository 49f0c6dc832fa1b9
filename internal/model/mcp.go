package model

import (
	"bytes"
	"cmp"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// mcpMethods are the methods of MCP. A method with a value false is also one of other protocols, A2A among
// them: it counts only beside a header of MCP.
var mcpMethods = map[string]bool{
	"initialize": true, "server/discover": true, "subscriptions/listen": true,
	"tools/list": true, "tools/call": true,
	"resources/list": true, "resources/read": true, "resources/templates/list": true, "resources/subscribe": true, "resources/unsubscribe": true,
	"prompts/list": true, "prompts/get": true, "completion/complete": true, "logging/setLevel": true,
	"sampling/createMessage": true, "elicitation/create": true, "roots/list": true,
	"notifications/initialized": true, "notifications/cancelled": true, "notifications/progress": true, "notifications/roots/list_changed": true,
	"ping": false, "tasks/get": false, "tasks/list": false, "tasks/result": false, "tasks/cancel": false,
}

var mcpHeaders = []string{"Mcp-Session-Id", "Mcp-Protocol-Version", "Mcp-Method"}

func hasMCPHeader(x Exchange) bool {
	return slices.ContainsFunc(mcpHeaders, func(name string) bool {
		return x.RequestHeader.Get(name) != "" || x.ResponseHeader.Get(name) != ""
	})
}

// mayBeMCP reports whether an exchange is worth parsing as a call of MCP.
func mayBeMCP(x Exchange) bool {
	switch x.Method {
	case "POST":
		return looksLikeJSON(x.Request) && bytes.Contains(x.Request, []byte(`"jsonrpc"`))
	case "GET", "DELETE": // the stream of a server's own messages, and the end of a session
		return hasMCPHeader(x)
	}
	return false
}

// mcpCalls finds the tool calls of an exchange by the ids of their JSON-RPC requests, as written.
type mcpCalls struct {
	*reader
	byID map[string]*draft
}

// readMCP reads a POST with one or more JSON-RPC messages and its answer.
func (r *reader) readMCP(request value) (Call, bool) {
	m := mcpCalls{r, map[string]*draft{}}
	r.call.API = "mcp"
	isMCP := hasMCPHeader(r.x)
	for message := range request.each() {
		if isMCP = isMCP || m.isMethod(message); !isMCP {
			return Call{}, false
		}
		m.addCall(message)
	}
	if !isMCP {
		return Call{}, false
	}
	r.readBody(m.take)
	if len(m.byID) > 0 && len(r.x.Response) == 0 && r.x.Status == http.StatusAccepted {
		r.note("the answer comes by another stream")
	}
	r.finish()
	return r.call, true
}

func (m mcpCalls) isMethod(message value) bool {
	return message.get("jsonrpc").is("2.0") && mcpMethods[message.get("method").name()]
}

func (m mcpCalls) addCall(message value) {
	method, id := message.get("method"), message.get("id").raw()
	m.call.Method = cmp.Or(m.call.Method, method.name())
	if !method.is("tools/call") || len(id) > maxName {
		return
	}
	m.call.Kind = KindTool
	params := message.get("params")
	d := m.answer.open(anywhere, message.get("id").name(), params.get("name").name())
	d.addArguments(params.get("arguments"))
	if !m.answer.hasMore {
		m.byID[string(id)] = d
	}
}

// take reads a JSON-RPC message of an answer. Those that a server sends meanwhile have no result and no error.
func (m mcpCalls) take(v value) {
	d, e, result := m.byID[string(v.get("id").raw())], v.get("error"), v.get("result")
	if e.exists() {
		m.fail(e.get("message"), e.text(maxError), e.get("code").name())
	}
	m.setFinish(result.get("resultType"))
	switch {
	case d == nil:
	case e.exists():
		d.setResult(e.get("message"), e)
	case result.exists():
		text := result.get("content")
		if !text.has('[') || text.tree.First(text.node) < 0 {
			text = cmp.Or(result.get("structuredContent"), result)
		}
		if d.setResult(text, result.get("isError")); d.IsError {
			m.fail(value{}, clip.Bytes(d.Result, maxError), "isError")
		}
	}
}
