package plants

import (
	"bytes"
	"compress/gzip"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// packed compresses a response with gzip, and omits the last missing bytes.
func packed(label string, missing int) edit {
	return func(t testing.TB, r *recording) {
		e := r.at(t, label)
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		for _, p := range e.pieces {
			_, _ = z.Write(p.data) // a buffer accepts everything
		}
		_ = z.Close()
		put(e.x.Response.Header, "Content-Encoding", "gzip")
		e.pieces = []piece{{e.pieces[len(e.pieces)-1].at, b.Bytes()[:b.Len()-missing]}}
	}
}

// begunWithError replaces a stream by the error of another call.
func begunWithError(t testing.TB, r *recording) {
	e := r.at(t, "stream")
	said := r.at(t, "unknown").pieces[0].data
	e.pieces = []piece{{e.x.Answered.Add(quarter), append(append([]byte("data: "), said...), "\n\n"...)}}
}

const anotherID = "11111111-1111-7111-8111-111111111111"

// faults are further violations by agents: what a result and a stream must contain apart from their form, and
// what only several exchanges show.
var faults = []odd{
	// Responses to calls.
	{"result that is a list", "rpc", wholeRes("send", set("result", []any{}))},
	{"result that is null", "rpc", wholeRes("get", set("result", nil))},
	{"result that is a text", "rpc", wholeRes("send", set("result", "done"))},
	{"result that is empty", "rpc", wholeRes("send", set("result", object{}))},
	{"message and task in one result", "1.0json", wrapped("send", set("message", spoke("agent", "m-beside", "hi")))},
	{"result that wraps nothing", "1.0", wrapped("send", alone("metadata", nil), del("metadata"))},
	{"kind that is none", "0.2 0.3rpc", res("send", set("kind", "thing"))},
	{"task without its kind", "0.2 0.3rpc", res("get", del("kind"))},
	{"kind in a version without", "1.0json", res("send", set("kind", "task"))},
	{"members with underscores", "1.0json", res("send", rename("contextId", "context_id"))},
	{"answer whose encoding has no end", "json", packed("send", 5)},
	{"stream whose encoding has no end", "json", packed("stream", 5)},
	// Tasks.
	{"message in another context", "0.2 0.3 1.0", res("follow", set("contextId", anotherID))},
	{"message in another session", "0.1", res("send", set("sessionId", anotherID))},
	{"more history than asked for", "all", res("get", set("history", []any{}), add("history", spoke("user", "h1", "a"), spoke("agent", "h2", "b"), spoke("user", "h3", "c")))},
	{"history of another context", "0.2 0.3 1.0", res("get", set("history", []any{}), add("history", spoke("user", "h1", "a")), set("history.0.contextId", anotherID))},
	{"canceled task that is completed", "all", res("cancel", set("status.state", state("completed")))},
	{"unknown task that is there", "all", as("unknown", "get")},
	{"unknown task that is canceled", "all", as("cancel-unknown", "cancel")},
	{"another error for an unknown task", "all", fails("unknown", a2a.InternalError)},
	{"another error for a task that is over", "1.0", fails("late", a2a.InvalidParams)},
	{"message to a task that is over", "0.2 0.3 1.0", as("late", "get")},
	{"task that goes on after its end", "0.2 0.3 1.0", res("get", set("status.state", state("working")))},
	{"state that is unspecified", "all", res("get", set("status.state", state("unknown")))},
	{"two artifacts with one id", "0.2 0.3 1.0", res("get", again("artifacts"))},
	{"artifacts that are not those of the stream", "all", res("get-stream", del("artifacts"))},
	{"part of two kinds", "1.0json", res("send", set("artifacts.0.parts.0.url", "https://a.example/x"))},
	{"part of a kind that is none", "0.2 0.3rpc", res("send", set("artifacts.0.parts.0.kind", "thing"))},
	{"question without words", "0.1 0.2 0.3", res("ask", del("status.message"))},
	{"credentials without words", "1.0", res("sign-in", del("status.message"))},
	{"status whose message has no role", "all", res("ask", del("status.message.role"))},
	{"status whose message has no id", "0.2 0.3 1.0", res("ask", del("status.message.messageId"))},
	{"output that the client does not take", "0.2 0.3 1.0", res("modes", set("artifacts.0.parts.0", word(picture)))},
	{"task that is at work when it was waited for", "1.0", res("send", set("status.state", state("working")))},
	{"task that was waited for when it was not to be", "1.0",
		all(req("send", set("configuration", object{"returnImmediately": true, "acceptedOutputModes": []any{"text/plain"}})), slow("send"))},
	{"time with an offset", "1.0json", res("get", set("status.timestamp", "2026-01-02T04:00:05+01:00"))},
	// Streams.
	{"stream that begins with an update", "1.0", dropEvent("stream", 0)},
	{"stream that begins with an error", "rest", begunWithError},
	{"stream without an event", "json", answer("stream", "")},
	{"message in the stream of a task", "1.0", wrappedEvent("stream", "status", alone("message", spoke("agent", "m-between", "hi")))},
	{"two messages in a stream", "1.0", copyEvent("reply-stream", 0, "end", set("messageId", "m-another"))},
	{"event of two kinds", "1.0json", wrappedEvent("stream", "status", set("message", spoke("agent", "m-beside", "hi")))},
	{"event of no kind", "1.0", wrappedEvent("stream", "status", alone("metadata", nil), del("metadata"))},
	{"event of a kind that is none", "0.2 0.3rpc", event("stream", "artifact", set("kind", "thing"))},
	{"event of two documents", "json", bytesOf("stream", "status", "}\n\n", "}{}\n\n")},
	{"end without final", "0.1 0.2 0.3", event("stream", "last status", set("final", false))},
	{"final before the end", "0.1 0.2 0.3", event("stream", "status", set("final", true))},
	{"final while the task is at work", "0.2 0.3", event("stream", "last status", working)},
	{"stream that is held open", "0.2 0.3 1.0", heldOpen("stream")},
	{"stream that comes at its end", "json", heldUp("stream")},
	{"time that goes back", "all", event("stream", "last status", set("status.timestamp", "2025-12-31T00:00:00Z"))},
	{"task that is submitted again", "all", copyEvent("stream", "status", "artifact", set("status.state", state("submitted")))},
	{"chunk after the last", "0.2 0.3 1.0", copyEvent("stream", "last artifact", "last status")},
	{"addition to what is not there", "0.2 0.3 1.0", event("stream", "last artifact", set("artifact.artifactId", "unseen"))},
	{"bytes that are not text", "json", bytesOf("stream", "artifact", "one event", "one \xff event")},
	{"subscription that begins with an update", "1.0", dropEvent("subscribe", 0)},
	{"streams of one task that differ", "1.0", dropEvent("subscribe", "artifact")},
	// Errors.
	{"code that no version has", "rpc", wholeRes("unknown", set("error.code", -32050))},
	{"data of an error without types", "1.0rpc", wholeRes("unknown", set("error.data", []any{object{"why": "w"}}))},
	{"reason of another error", "1.0rpc", wholeRes("unknown", set("error.data.0.reason", "TASK_NOT_CANCELABLE"))},
	// Notifications and lists.
	{"configuration without its URL", "1.0", res("push-get", del("url"))},
	{"configuration of another task", "0.1", res("push-set", set("id", anotherID))},
	{"configurations in an object", "0.2 0.3rpc", wholeRes("push-list", set("result", object{"configs": []any{}}))},
	{"second delete that fails", "1.0", fails("push-delete-again", a2a.InternalError)},
	{"notification without its token", "0.1 0.2 0.3", tokenless},
	{"notification without credentials", "1.0", asking("delivery-1", "Authorization", "")},
	{"notification about another task", "all", unknownTask},
	{"notification of two kinds", "1.0", wholeReq("delivery-1", set("message", spoke("agent", "m-beside", "hi")))},
	{"notification that is not JSON", "all", body("delivery-1", "state=done")},
	{"list that does not say where it goes on", "1.0json", wrapped("list", del("nextPageToken"))},
	{"list with the tasks of another page", "1.0", overlap},
	// Cards.
	{"card that is a page", "all", all(head("card", "Content-Type", "text/html"), answer("card", "<html></html>"))},
	{"card without a name", "all", card(del("name"))},
	{"card without skills", "all", card(del("skills"))},
	{"card without capabilities", "all", card(del("capabilities"))},
	{"skill without an id", "all", card(del("skills.0.id"))},
	{"two skills with one id", "all", card(again("skills"))},
	{"modes that are no media types", "all", card(set("defaultInputModes", []any{"spoken words"}))},
}
