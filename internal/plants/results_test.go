package plants

import (
	"slices"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// picture is a part with a PNG.
func picture(r *recording) any {
	switch {
	case r.v >= a2a.V10:
		return object{"raw": "aGk=", "mediaType": "image/png"}
	case r.proto():
		return object{"file": object{"fileWithBytes": "aGk=", "mimeType": "image/png"}}
	}
	return object{"kind": "file", "file": object{"bytes": "aGk=", "mimeType": "image/png"}}
}

// alone makes a document have this member only.
func alone(member string, v any) change {
	return func(t testing.TB, r *recording, m object) {
		clear(m)
		m[member] = said(r, v)
	}
}

// asText moves the task's output into a message.
func asText(label string) edit {
	return res(label, del("artifacts"), set("status.message", spoke("agent", "m-said", "Why did the chicken cross the road?")))
}

var resultPlants = slices.Concat(
	each("RES-01", "0.1", []string{"id", "status", "status.state"}, without("send")),
	each("RES-01", "0.1", []string{"id", "status"}, without("get")),
	each("RES-04", "0.2 0.3rpc", []string{"kind", "id", "contextId", "status"}, without("get")),
	each("RES-04", "0.2 0.3rpc", []string{"id", "contextId", "status"}, without("send")),
	each("RES-04", "0.3p", []string{"id", "contextId", "status"}, without("get")),
	each("RES-05", "0.2 0.3", []string{"role", "messageId", "parts"}, without("reply")),
	each("RES-07", "1.0", []string{"id", "status", "status.state"}, without("get")),
	each("RES-22", "all", []string{"status.message.role"}, without("ask")),
	each("RES-22", "0.2 0.3 1.0", []string{"status.message.messageId"}, without("ask")),
	[]plant{
		{"RES-01", "0.1", res("get", set("id", "another"))},
		{"RES-01", "0.1", res("cancel", set("id", "another"))},
		{"RES-02", "0.1", res("send", set("sessionId", "another"))},
		{"RES-03", "0.2 0.3rpc", res("send", set("kind", "thing"))},
		{"RES-05", "0.2 0.3", res("reply", set("role", role("user")))},
		{"RES-06", "1.0json", wrapped("send", set("message", spoke("agent", "m-beside", "hi")))},
		{"RES-06", "1.0", wrapped("send", alone("metadata", nil), del("metadata"))},
		{"RES-07", "1.0", res("get", set("status.state", "TASK_STATE_UNSPECIFIED"))},
		{"RES-08", "1.0", res("reply", set("role", "ROLE_USER"))},
		{"RES-09", "1.0", res("send", del("contextId"))},
		{"RES-10", "1.0", res("context-again", set("contextId", "replaced"))},
		{"RES-11", "all", res("get", set("id", "another"))},
		{"RES-12", "all", res("get", set("history", []any{}), add("history", spoke("user", "h1", "a"), spoke("agent", "h2", "b"), spoke("user", "h3", "c")))},
		{"RES-12", "1.0rpc 1.0grpc", all(req("get", set("historyLength", 0)), res("get", set("history", []any{}), add("history", spoke("user", "h1", "a"))))},
		{"RES-12", "1.0rest", all(url("get", "historyLength=2", "historyLength=0"), res("get", set("history", []any{}), add("history", spoke("user", "h1", "a"))))},
		{"RES-13", "1.0json", res("get", set("status.timestamp", "2026-01-02T04:00:05+01:00"))},
		{"RES-13", "1.0json", res("get", set("status.timestamp", "2026-01-02 03:00:05"))},
		{"RES-14", "0.1 0.2 0.3json", res("get", set("status.timestamp", "2026-01-02T03:00:05"))},
		{"RES-14", "0.1 0.2 0.3json", res("get", set("status.timestamp", "yesterday"))},
		{"RES-15", "all", res("cancel", set("status.state", state("completed")))},
		{"RES-16", "1.0", res("send", set("status.state", "TASK_STATE_WORKING"))},
		{"RES-17", "0.2 0.3", all(req("send", set("configuration", object{"blocking": true, "acceptedOutputModes": []any{"text/plain"}})),
			res("send", set("status.state", state("working"))))},
		{"RES-23", "1.0", all(req("send", set("configuration", object{"returnImmediately": true, "acceptedOutputModes": []any{"text/plain"}})), slow("send"))},
		{"RES-24", "0.2 0.3 1.0", res("get", set("history", []any{}), add("history", spoke("user", "h1", "a")), set("history.0.contextId", "another"))},
		{"RES-18", "0.2 0.3 1.0", res("modes", set("artifacts.0.parts.0", word(picture)))},
		{"RES-19", "0.1 0.2 0.3json 1.0json", res("get", set("status.state", "COMPLETED"))},
		{"RES-19", "0.1 0.2 0.3rpc", res("get", set("status.state", "TASK_STATE_COMPLETED"))},
		{"RES-19", "0.3rest 1.0json", res("get", set("status.state", "completed"))},
		{"RES-19", "0.1", res("get", set("status.state", "rejected"))},
		{"RES-19", "1.0json", res("cancel", set("status.state", "TASK_STATE_CANCELLED"))},
		{"RES-20", "1.0", asText("send")},
		{"RES-21", "0.1", res("send", rename("sessionId", "contextId"))},
		{"RES-21", "0.2 0.3rpc", res("send", set("artifacts.0.parts.0.type", "text"))},
		{"RES-21", "0.2 0.3rpc", res("reply", set("role", "ROLE_AGENT"))},
		{"RES-21", "1.0json", res("reply", set("kind", "message"))},
		{"RES-21", "1.0json", res("send", set("kind", "task"))},
	},
)

// heldOpen keeps a stream open for a minute after its last event.
func heldOpen(label string) edit {
	return func(t testing.TB, r *recording) {
		e := r.at(t, label)
		e.x.Ended = e.x.Ended.Add(time.Minute)
		late := false
		for _, o := range r.entries {
			if late {
				o.shift(time.Minute)
			}
			late = late || o == e
		}
	}
}

var working = set("status.state", state("working"))

var streamPlants = slices.Concat(
	each("SSE-07", "0.2 0.3rpc", []string{"taskId", "contextId", "status", "final"}, func(m string) edit { return event("stream", "status", del(m)) }),
	each("SSE-07", "0.3p", []string{"taskId", "contextId", "status"}, func(m string) edit { return event("stream", "status", del(m)) }),
	each("SSE-08", "0.2 0.3rpc", []string{"artifact.parts"}, func(m string) edit { return event("stream", "artifact", del(m)) }), // ProtoJSON omits empty lists
	each("SSE-08", "0.2 0.3", []string{"taskId", "contextId", "artifact.artifactId"}, func(m string) edit { return event("stream", "artifact", del(m)) }),
	each("SSE-18", "1.0", []string{"taskId", "contextId"}, func(m string) edit { return event("stream", "status", del(m)) }),
	each("SSE-18", "1.0", []string{"taskId", "contextId"}, func(m string) edit { return event("stream", "artifact", del(m)) }),
	[]plant{
		{"SSE-01", "json", head("stream", "Content-Type", "application/json")},
		{"SSE-01", "json", status("stream", 202)},
		{"SSE-02", "json", bytesOf("stream", "status", "}\n\n", "\n\n")},
		{"SSE-03", "rpc", wholeEvent("stream", "status", set("id", "other"))},
		{"SSE-04", "0.1", event("stream", "status", del("id"))},
		{"SSE-04", "0.1", event("stream", "status", set("id", "other"))},
		{"SSE-04", "0.1", event("stream", "status", set("artifact", object{"index": 0, "parts": []any{object{"type": "text", "text": "a"}}}))},
		{"SSE-05", "0.1", event("stream", "last status", set("final", false))},
		{"SSE-05", "0.1", event("stream", "status", set("final", true))},
		{"SSE-06", "0.2 0.3rpc", event("stream", "artifact", set("kind", "thing"))},
		{"SSE-06", "0.2 0.3rpc", event("stream", "artifact", del("kind"))},
		{"SSE-09", "0.2 0.3", event("stream", "last status", set("final", false))},
		{"SSE-09", "0.2 0.3", heldOpen("stream")},
		{"SSE-10", "0.2 0.3", event("stream", "last status", working)},
		{"SSE-11", "1.0json", wrappedEvent("stream", "status", set("message", spoke("agent", "m-beside", "hi")))},
		{"SSE-11", "1.0", wrappedEvent("stream", "status", alone("metadata", nil), del("metadata"))},
		{"SSE-12", "1.0", dropEvent("stream", 0)},
		{"SSE-13", "1.0", copyEvent("reply-stream", 0, "end", set("messageId", "m-another"))},
		{"SSE-14", "1.0", wrappedEvent("stream", "status", alone("message", spoke("agent", "m-between", "hi")))},
		{"SSE-15", "1.0", heldOpen("stream")},
		{"SSE-16", "1.0", copyEvent("stream", "artifact", "end")},
		{"SSE-16", "1.0", copyEvent("stream", "status", "end")},
		{"SSE-17", "0.2 0.3 1.0", event("stream", "artifact", set("taskId", "other"))},
		{"SSE-17", "0.2 0.3 1.0", event("stream", "artifact", set("contextId", "other"))},
		{"SSE-17", "0.2 0.3 1.0", event("stream", "last status", set("taskId", "other"))},
		{"SSE-19", "1.0json", event("stream", "last status", set("final", true))},
		{"SSE-19", "1.0json", event("stream", "status", set("kind", "status-update"))},
		{"SSE-20", "1.0", dropEvent("subscribe", 0)},
		{"SSE-21", "1.0", all(repeat("subscribe", "again"), event("again", 0, set("status.state", "TASK_STATE_COMPLETED")),
			dropEvent("again", "status"), dropEvent("again", "artifact"), dropEvent("again", "status"))},
		{"SSE-22", "all", dropEvent("stream", "last status")},
		{"SSE-23", "1.0", dropEvent("subscribe", "artifact")},
		{"SSE-23", "1.0", event("subscribe", "artifact", set("artifact.parts.0.text", "Something else."))},
		{"SSE-24", "all", event("stream", "last status", set("status.timestamp", "2025-12-31T00:00:00Z"))},
		{"SSE-25", "json", bytesOf("stream", "artifact", "data:", "\ufeffdata:")},
		{"SSE-25", "json", bytesOf("stream", "artifact", "one event", "one \xff event")},
		{"SSE-25", "json", heldUp("stream")},
		{"SSE-26", "1.0", event("stream", "last status", set("status.state", "TASK_STATE_AUTH_REQUIRED"), set("status.message", spoke("agent", "m-sign", "Sign in.")))},
		{"SSE-27", "1.1", event("stream", "last status", set("generation", "99"))},
		{"SSE-27", "1.1", dropEvent("stream", "artifact")},
		{"SSE-27", "1.1", event("subscribe", 0, set("generation", "1"))},
	},
)

var artifactPlants = []plant{
	{"ART-01", "0.1", event("stream", "artifact", set("artifact.index", -1))},
	{"ART-01", "0.1", event("stream", "artifact", set("artifact.index", "first"))},
	{"ART-02", "0.1", event("stream", "last artifact", set("artifact.index", 7))},
	{"ART-03", "0.1", copyEvent("stream", "last artifact", "last status")},
	{"ART-04", "0.2 0.3 1.0", res("get", del("artifacts.0.artifactId"))},
	{"ART-04", "0.2 0.3 1.0", res("get", again("artifacts"))},
	{"ART-05", "0.2 0.3 1.0", event("stream", "last artifact", set("artifact.artifactId", "unseen"))},
	{"ART-06", "0.2 0.3 1.0", copyEvent("stream", "last artifact", "last status")},
	{"ART-07", "all", res("get-stream", set("artifacts.0.parts.0.text", "Something else."))},
	{"ART-07", "all", res("get-stream", del("artifacts"))},
	{"ART-08", "1.0", res("send", set("artifacts.0.parts", []any{}))},
	{"ART-08", "1.0", event("stream", "artifact", set("artifact.parts", []any{}))},
	{"ART-09", "0.2 0.3json 1.0json", event("stream", "last artifact", set("artifact.lastChunk", true))},
	{"ART-09", "0.2 0.3json 1.0json", event("stream", "last artifact", set("artifact.append", true))},
}
