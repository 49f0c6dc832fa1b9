package plants

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/judge"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// cut removes bytes from the end of the last piece of a response.
func cut(label string, n int) edit {
	return func(t testing.TB, r *recording) {
		e := r.at(t, label)
		last := &e.pieces[len(e.pieces)-1]
		last.data = last.data[:len(last.data)-n]
	}
}

// more appends bytes to a response.
func more(label, text string) edit {
	return func(t testing.TB, r *recording) {
		e := r.at(t, label)
		last := &e.pieces[len(e.pieces)-1]
		last.data = append(bytes.Clone(last.data), text...)
	}
}

// prefixed changes the prefix of the first gRPC message of a response.
func prefixed(label string, compressed byte, longer uint32) edit {
	return func(t testing.TB, r *recording) {
		e := r.at(t, label)
		b := bytes.Clone(e.pieces[0].data)
		b[0] = compressed
		binary.BigEndian.PutUint32(b[1:], binary.BigEndian.Uint32(b[1:])+longer)
		e.pieces[0].data = b
	}
}

// swapped replaces a text in all pieces of a response.
func swapped(label, old, with string) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		e, found := r.at(t, label), false
		for i, p := range e.pieces {
			found = found || bytes.Contains(p.data, []byte(old))
			e.pieces[i].data = bytes.ReplaceAll(p.data, []byte(old), []byte(with))
		}
		if !found {
			t.Fatalf("there is no %q in %s", old, label)
		}
	}
}

// violations are violations by agents, derived from the text of the specification, in addition to
// the plants.
var violations = []odd{
	// JSON-RPC responses.
	{"version of JSON-RPC as a number", "rpc", wholeRes("send", set("jsonrpc", 2.0))},
	{"version of JSON-RPC that is another", "rpc", wholeRes("get", set("jsonrpc", "1.0"))},
	{"id that is null for a result", "rpc", wholeRes("send", set("id", nil))},
	{"id of another call", "rpc", wholeRes("get", set("id", "other"))},
	{"result and error", "rpc", wholeRes("send", set("error", object{"code": -32603, "message": "m"}))},
	{"neither result nor error", "rpc", wholeRes("send", del("result"))},
	{"code of an error as a text", "rpc", wholeRes("unknown", set("error.code", "-32001"))},
	{"code of an error with a fraction", "rpc", wholeRes("unknown", set("error.code", -32001.5))},
	{"error without a message", "rpc", wholeRes("unknown", del("error.message"))},
	{"error that is a text", "rpc", wholeRes("unknown", set("error", "no"))},
	{"answer in a batch", "rpc", eachPiece("send", func(b []byte) []byte { return append(append([]byte("["), b...), ']') })},
	{"two answers", "rpc", more("send", `{"jsonrpc":"2.0","id":1,"result":{}}`)},
	{"bytes after the answer", "rpc", more("send", "garbage")},
	{"comma at the end", "json", swapped("send", "}}", "},}")},
	{"answer that is cut off", "json", cut("send", 9)},
	{"answer that is a web page", "json", all(head("send", "Content-Type", "text/html"), answer("send", "<html><body>It works</body></html>"))},
	{"answer that is a redirect", "json", all(status("send", 302), head("send", "Location", "https://a.example/x"), answer("send", ""))},
	{"answer without a body", "json", answer("send", "")},
	// Tasks.
	{"task without an id", "all", res("get", del("id"))},
	{"task whose id is a number", "json", res("get", set("id", 7))},
	{"task whose id is empty", "grpc", res("get", set("id", ""))},
	{"task without a status", "all", res("send", del("status"))},
	{"status without a state", "all", res("send", del("status.state"))},
	{"state in another case", "json", res("send", set("status.state", "Completed"))},
	{"state that is a number", "rpc", res("send", set("status.state", true))},
	{"state of no version", "json", res("send", set("status.state", "done"))},
	{"time without a zone", "json", res("send", set("status.timestamp", "2026-01-02T03:04:05"))},
	{"time as a number", "rpc", res("send", set("status.timestamp", 1767323045))},
	{"time that is none", "json", res("send", set("status.timestamp", "yesterday"))},
	{"day that is none", "json", res("send", set("status.timestamp", "2026-02-30T03:04:05Z"))},
	{"artifacts that are an object", "json", res("send", set("artifacts", object{}))},
	{"artifact that is a text", "json", res("send", set("artifacts", []any{"a"}))},
	{"artifact without an id", "0.2 0.3 1.0", res("send", del("artifacts.0.artifactId"))},
	{"artifact without parts", "1.0", res("send", set("artifacts.0.parts", []any{}))},
	{"part that is empty", "json", res("send", set("artifacts.0.parts.0", object{}))},
	{"part whose text is a number", "rpc", res("send", set("artifacts.0.parts.0.text", 5))},
	{"history that is an object", "json", res("get-asked", set("history", object{}))},
	{"metadata that are a list", "json", res("send", set("metadata", []any{}))},
	{"another task than that asked for", "all", res("get", set("id", "11111111-1111-7111-8111-111111111111"))},
	{"a member twice", "json", swapped("send", `"id":`, `"id":"x","id":`)},
	{"message of an answer from the user", "0.2 0.3 1.0", res("reply", set("role", word(role("user"))))},
	{"message of an answer without an id", "0.2 0.3 1.0", res("reply", del("messageId"))},
	{"message of an answer without parts", "1.0", res("reply", set("parts", []any{}))},
	// Streams.
	{"stream as JSON", "json", head("stream", "Content-Type", "application/json")},
	{"stream with another status", "json", status("stream", 201)},
	{"event that is not JSON", "json", swapped("stream", "data: {", "data: {,")},
	{"event that is a list", "json", wholeEvent("stream", 1, func(t testing.TB, r *recording, m object) { clear(m) })},
	{"stream of two tasks", "all", event("stream", "last status", set("taskId", "11111111-1111-7111-8111-111111111111"))},
	{"stream that ends at work", "all", dropEvent("stream", "last status")},
	{"stream that goes on after its end", "all", copyEvent("stream", "artifact", "end")},
	{"event without its task", "0.2 0.3 1.0", event("stream", "status", del("taskId"))},
	{"event without its context", "0.2 0.3 1.0", event("stream", "status", del("contextId"))},
	{"update without a status", "0.2 0.3 1.0", event("stream", "status", del("status"))},
	{"update without an artifact", "0.2 0.3 1.0", event("stream", "artifact", del("artifact"))},
	{"artifact of an event without an id", "0.2 0.3 1.0", event("stream", "artifact", del("artifact.artifactId"))},
	{"stream whose events have another id", "rpc", wholeEvent("stream", 1, set("id", "other"))},
	// HTTP+JSON.
	{"error with 200", "rest", status("unknown", 200)},
	{"error with another status", "rest", status("unknown", 500)},
	{"error without a body", "rest", answer("unknown", "")},
	{"error as a text", "1.0rest", all(head("unknown", "Content-Type", "text/plain"), answer("unknown", "not found"))},
	{"error of 1.0 without its status", "1.0rest", wholeRes("unknown", del("error.status"))},
	{"error of 1.0 without details", "1.0rest", wholeRes("unknown", set("error.details", []any{}))},
	{"answer of HTTP+JSON as text", "rest", head("send", "Content-Type", "text/plain")},
	{"answer of HTTP+JSON in an envelope of JSON-RPC", "rest", eachPiece("send", func(b []byte) []byte {
		return append(append([]byte(`{"jsonrpc":"2.0","id":1,"result":`), b...), '}')
	})},
	// gRPC.
	{"call without a status", "grpc", trailer("send", "Grpc-Status", "")},
	{"status that is no number", "grpc", trailer("send", "Grpc-Status", "OK")},
	{"status above 16", "grpc", trailer("send", "Grpc-Status", "99")},
	{"details that are not base64", "grpc", trailer("unknown", "Grpc-Status-Details-Bin", "%%%")},
	{"another status than the error's", "1.0grpc", trailer("unknown", "Grpc-Status", "13")},
	{"error without details", "1.0grpc", trailer("unknown", "Grpc-Status-Details-Bin", "")},
	{"message compressed as nothing", "grpc", prefixed("send", 1, 0)},
	{"flag that is neither 0 nor 1", "grpc", prefixed("send", 7, 0)},
	{"message shorter than its head says", "grpc", prefixed("send", 0, 9)},
	{"message that is cut off", "grpc", cut("send", 3)},
	{"bytes after the message", "grpc", more("send", "xyz")},
	{"answer that is no gRPC", "grpc", all(head("send", "Content-Type", "text/html"), answer("send", "<html></html>"))},
	{"message that is no protocol buffer", "grpc", answer("send", "\x00\x00\x00\x00\x03\xff\xff\xff")},
	{"HTTP status of gRPC", "grpc", all(status("send", 500), head("send", "Content-Type", "text/html"), answer("send", "<html></html>"))},
}

// TestViolations: each violation is found as an error or a warning of its check, on the side of the agent.
func TestViolations(t *testing.T) {
	everywhere(t, append(violations, faults...), func(t *testing.T, o odd, r *recording, beneath []judge.Finding) {
		notes := ""
		for _, f := range o.found(t, r, beneath) {
			if !isClients(r, f) && f.Severity != a2a.SeverityInfo {
				return
			}
			notes += fmt.Sprint("\n", f.Side, " ", f.Check, " ", f.Message)
		}
		t.Errorf("nothing is found on the agent, but %s", notes)
	})
}

// everywhere plants each of list in all versions and bindings that it is for.
func everywhere(t *testing.T, list []odd, judged func(*testing.T, odd, *recording, []judge.Finding)) {
	kinds := map[string]bool{}
	for _, at := range spoken() {
		t.Run(at.name(), func(t *testing.T) {
			r := recorded(t, "main", at.v, at.b)
			beneath := r.judged(t)
			for _, o := range list {
				if (plant{where: o.where}).in(at.v, at.b) {
					kinds[o.name] = true
					t.Run(o.name, func(t *testing.T) { judged(t, o, r, beneath) })
				}
			}
		})
	}
	if len(kinds) != len(list) {
		t.Errorf("%d kinds of %d are planted", len(kinds), len(list))
	}
	t.Logf("%d kinds", len(kinds))
}

// found returns the findings that have a check and do not exist without the violation.
func (o odd) found(t *testing.T, r *recording, beneath []judge.Finding) (all []judge.Finding) {
	t.Helper()
	bad := r.copied()
	o.edit(t, bad)
	was := map[string]bool{}
	for _, f := range beneath {
		was[fmt.Sprint(f.Check, f.Exchange, f.Side, f.Path)] = true
	}
	for _, f := range bad.judged(t) {
		if f.Check != "" && !was[fmt.Sprint(f.Check, f.Exchange, f.Side, f.Path)] {
			all = append(all, f)
		}
	}
	return all
}

// isClients reports whether a finding is about the bytes of the client: its requests, and the responses of
// its webhooks.
func isClients(r *recording, f judge.Finding) bool {
	pushed := slices.ContainsFunc(r.entries, func(e *entry) bool { return e.x.ID == f.Exchange && e.x.Origin == wire.Push })
	return (f.Side == wire.Request) != pushed
}
