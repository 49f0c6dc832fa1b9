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

// malformedProbes send requests that no client should send.
var malformedProbes = []probe{
	{
		name: "unknown-method", breaks: "REQ-25", level: check.Must, calls: 1,
		expectation: "The agent refuses an unknown method.",
		try: func(t *trial) {
			a := t.call(t.taskCall(a2a.GetTask, t.caller.inventID()), setUnknownMethod(t.target))
			if t.target.Binding == a2a.JSONRPC && a.Err != nil && a.Err.Code == codeMethodNotFound {
				t.markMet("RPC-11")
			}
			t.judgeRefusal(a)
		},
	},
	{
		name: "wrong-params", breaks: "REQ-25", level: check.Must, calls: 1, echoed: true, inapplicableReason: noJSON,
		expectation: "The agent refuses a number in place of a message.",
		try: func(t *trial) {
			t.judgeRefusal(t.call(t.messageCall(a2a.SendMessage, t.quickText()), changeParams(func(p map[string]json.RawMessage) { p["message"] = json.RawMessage("5") })))
		},
	},
	{
		name: "malformed-json", breaks: "REQ-25", level: check.Must, calls: 1, inapplicableReason: noJSON,
		expectation: "The agent refuses a truncated body.",
		try: func(t *trial) {
			t.judgeRefusal(t.call(t.messageCall(a2a.SendMessage, t.quickText()), func(p *inspector.PreparedRequest) {
				p.Call, p.Body = nil, p.Body[:len(p.Body)/2]
			}))
		},
	},
	{
		name: "content-type", level: check.Info, calls: 1, inapplicableReason: noJSON,
		expectation: "The agent refuses a call sent as text/plain.",
		try: func(t *trial) {
			a := t.call(t.messageCall(a2a.SendMessage, t.quickText()), func(p *inspector.PreparedRequest) { p.Header.Set("Content-Type", "text/plain") })
			t.passOpen("the agent answered with " + a.describe())
		},
	},
	{
		name: "no-message-id", level: check.Info, calls: 1, echoed: true, inapplicableReason: firstReason(noJSON, noMessageIDs),
		expectation: "The agent refuses a message without an id.",
		try: func(t *trial) {
			a := t.call(t.messageCall(a2a.SendMessage, t.quickText()), changeParams(func(p map[string]json.RawMessage) {
				var m map[string]json.RawMessage
				_ = json.Unmarshal(p["message"], &m) // we wrote it
				delete(m, "messageId")
				p["message"], _ = json.Marshal(m)
			}))
			t.passOpen("the agent answered with " + a.describe())
		},
	},
	{
		name: "no-parts", level: check.Info, calls: 1, echoed: true,
		expectation: "The agent refuses a message without parts.",
		try: func(t *trial) {
			c := t.messageCall(a2a.SendMessage, "")
			c.Message.Parts = nil
			a := t.call(c)
			t.passOpen("the agent answered with " + a.describe())
		},
	},
	{
		name: "unknown-version", breaks: "ERR-14 REQ-25", level: check.Must, calls: 1,
		expectation: "The agent refuses a call in an unknown version.",
		inapplicableReason: func(s *subject) string {
			if !s.hasCheck("ERR-14") {
				return "calls do not name their version"
			}
			return ""
		},
		try: func(t *trial) {
			a := t.call(t.taskCall(a2a.GetTask, t.caller.inventID()), func(p *inspector.PreparedRequest) { p.Header.Set("A2A-Version", "99.0") })
			if a.Err != nil && a.Err.Name == a2a.TaskNotFound {
				t.fail("the agent ignored the version: it answered with " + a.describe())
				return
			}
			t.judgeRefusal(a)
		},
	},
}

const codeMethodNotFound = -32601

// noJSON says why a probe that changes JSON does not apply.
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

func setUnknownMethod(at Target) func(*inspector.PreparedRequest) {
	return func(p *inspector.PreparedRequest) {
		switch at.Binding {
		case a2a.JSONRPC:
			editMembers(&p.Body, func(m map[string]json.RawMessage) { m["method"] = json.RawMessage(`"a2a-console/unknown"`) })
		case a2a.REST:
			p.Method, p.URL, p.Body = http.MethodGet, strings.TrimSuffix(at.Endpoint, "/")+"/a2a-console-unknown", nil
		default:
			p.URL = p.URL[:strings.LastIndexByte(p.URL, '/')+1] + "Unknown"
		}
	}
}

// changeParams changes the params in a call's body. The request keeps its Call, so that a task that it creates
// is still recorded as the examination's own.
func changeParams(change func(params map[string]json.RawMessage)) func(*inspector.PreparedRequest) {
	return func(p *inspector.PreparedRequest) {
		editMembers(&p.Body, func(m map[string]json.RawMessage) {
			raw, enveloped := m["params"]
			if !enveloped {
				change(m)
				return
			}
			editMembers((*[]byte)(&raw), change)
			m["params"] = raw
		})
	}
}

// editMembers changes the members of a JSON object that we wrote.
func editMembers(doc *[]byte, change func(map[string]json.RawMessage)) {
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
