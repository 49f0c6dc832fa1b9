package examine

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// wrong are the probes that send what no client should.
var wrong = []probe{
	{
		name: "unknown-method", breaks: "REQ-25", level: check.Must, calls: 1,
		asks: "The agent refuses an unknown method.",
		try: func(t *trial) {
			a := t.call(t.of(a2a.GetTask, t.caller.invent()), unknownMethod(t.target))
			if t.target.Binding == a2a.JSONRPC && a.Err != nil && a.Err.Code == noMethod {
				t.meets("RPC-11")
			}
			t.refusal(a)
		},
	},
	{
		name: "wrong-params", breaks: "REQ-25", level: check.Must, calls: 1, echoed: true, fits: noJSON,
		asks: "The agent refuses a number in place of a message.",
		try: func(t *trial) {
			t.refusal(t.call(t.message(a2a.SendMessage, t.quick()), body(func(p map[string]json.RawMessage) { p["message"] = json.RawMessage("5") })))
		},
	},
	{
		name: "malformed-json", breaks: "REQ-25", level: check.Must, calls: 1, fits: noJSON,
		asks: "The agent refuses a truncated body.",
		try: func(t *trial) {
			t.refusal(t.call(t.message(a2a.SendMessage, t.quick()), func(p *inspector.Prepared) {
				p.Call, p.Body = nil, p.Body[:len(p.Body)/2]
			}))
		},
	},
	{
		name: "content-type", level: check.Info, calls: 1, fits: noJSON,
		asks: "The agent refuses a call sent as text/plain.",
		try: func(t *trial) {
			a := t.call(t.message(a2a.SendMessage, t.quick()), func(p *inspector.Prepared) { p.Header.Set("Content-Type", "text/plain") })
			t.either("the agent answered with " + a.describe())
		},
	},
	{
		name: "no-message-id", level: check.Info, calls: 1, echoed: true, fits: either(noJSON, noMessageIDs),
		asks: "The agent refuses a message without an id.",
		try: func(t *trial) {
			a := t.call(t.message(a2a.SendMessage, t.quick()), body(func(p map[string]json.RawMessage) {
				var m map[string]json.RawMessage
				_ = json.Unmarshal(p["message"], &m) // we wrote it
				delete(m, "messageId")
				p["message"], _ = json.Marshal(m)
			}))
			t.either("the agent answered with " + a.describe())
		},
	},
	{
		name: "no-parts", level: check.Info, calls: 1, echoed: true,
		asks: "The agent refuses a message without parts.",
		try: func(t *trial) {
			c := t.message(a2a.SendMessage, "")
			c.Message.Parts = nil
			a := t.call(c)
			t.either("the agent answered with " + a.describe())
		},
	},
	{
		name: "unknown-version", breaks: "ERR-14 REQ-25", level: check.Must, calls: 1,
		asks: "The agent refuses a call in an unknown version.",
		fits: func(s *subject) string {
			if !s.rules("ERR-14") {
				return "calls do not say their version"
			}
			return ""
		},
		try: func(t *trial) {
			a := t.call(t.of(a2a.GetTask, t.caller.invent()), func(p *inspector.Prepared) { p.Header.Set("A2A-Version", "99.0") })
			if a.Err != nil && a.Err.Name == a2a.TaskNotFound {
				t.fail("the agent ignored the version: it answered with " + a.describe())
				return
			}
			t.refusal(a)
		},
	},
}

// noMethod is JSON-RPC's code for a method that there is not.
const noMethod = -32601

// noJSON says why what is written wrong in JSON does not apply.
func noJSON(s *subject) string {
	if s.target.Binding == a2a.GRPC {
		return "messages are not JSON over gRPC"
	}
	return ""
}

func noMessageIDs(s *subject) string {
	if !s.version.Agent.MessageIDs {
		return "messages have no ids in this version"
	}
	return ""
}

// unknownMethod has a call be for what there is not.
func unknownMethod(at Target) func(*inspector.Prepared) {
	return func(p *inspector.Prepared) {
		switch at.Binding {
		case a2a.JSONRPC:
			edit(&p.Body, func(m map[string]json.RawMessage) { m["method"] = json.RawMessage(`"a2a-console/unknown"`) })
		case a2a.REST:
			p.Method, p.URL, p.Body = http.MethodGet, strings.TrimSuffix(at.Endpoint, "/")+"/a2a-console-unknown", nil
		default:
			p.URL = p.URL[:strings.LastIndexByte(p.URL, '/')+1] + "Unknown"
		}
	}
}

// body changes the params of a call in its body. What comes of a message that may be taken
// is learnt all the same.
func body(change func(params map[string]json.RawMessage)) func(*inspector.Prepared) {
	return func(p *inspector.Prepared) {
		edit(&p.Body, func(m map[string]json.RawMessage) {
			raw, enveloped := m["params"]
			if !enveloped {
				change(m)
				return
			}
			edit((*[]byte)(&raw), change)
			m["params"] = raw
		})
	}
}

// edit changes the members of an object that we wrote.
func edit(doc *[]byte, change func(map[string]json.RawMessage)) {
	var m map[string]json.RawMessage
	if json.Unmarshal(*doc, &m) != nil {
		return
	}
	change(m)
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if e.Encode(m) == nil {
		*doc = bytes.TrimRight(out.Bytes(), "\n")
	}
}
