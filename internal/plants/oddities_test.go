package plants

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/judge"
)

// odd is an edit of good traffic: lawful but unusual behaviour, or a violation. where is as in
// plant.
type odd struct {
	name, where string
	edit        edit
}

// eachPiece changes the bytes of an answer.
func eachPiece(label string, change func([]byte) []byte) edit {
	return func(t testing.TB, r *recording) {
		e := r.at(t, label)
		for i := range e.pieces {
			e.pieces[i].data = change(e.pieces[i].data)
		}
	}
}

// inPieces makes a response arrive a few bytes at a time.
func inPieces(label string, size int) edit {
	return func(t testing.TB, r *recording) {
		e := r.at(t, label)
		var out []piece
		for _, p := range e.pieces {
			for len(p.data) > size {
				out, p.data = append(out, piece{p.at, p.data[:size]}), p.data[size:]
			}
			out = append(out, p)
		}
		e.pieces = out
	}
}

// raw sets a header with its name as spelled.
func raw(label, name string, values ...string) edit {
	return func(t testing.TB, r *recording) {
		h := r.at(t, label).x.Response.Header
		h.Del(name)
		h[name] = values
	}
}

// called gives a request and its response another JSON-RPC id.
func called(label string, id any) edit {
	return all(wholeReq(label, set("id", id)), wholeRes(label, set("id", id)))
}

// fraction changes the fractional digits of a timestamp.
func fraction(label, digits string) edit {
	return func(t testing.TB, r *recording) {
		res(label, func(t testing.TB, r *recording, m object) {
			at := valueAt(t, m, "status.timestamp").(string)
			set("status.timestamp", at[:len("2006-01-02T15:04:05")]+digits+"Z")(t, r, m)
		})(t, r)
	}
}

// indented spreads a JSON document over several lines.
func indented(b []byte) []byte {
	var out bytes.Buffer
	if json.Indent(&out, b, "\r\n", "\t") != nil {
		return b
	}
	return append([]byte(" \r\n"), append(out.Bytes(), " \n"...)...)
}

// escaped writes letters of strings as \u escapes.
func escaped(b []byte) []byte { return bytes.ReplaceAll(b, []byte("joke"), []byte(`j\u006fke`)) }

func lines(old, with string) func([]byte) []byte {
	return func(b []byte) []byte { return bytes.ReplaceAll(b, []byte(old), []byte(with)) }
}

func led(text string) func([]byte) []byte {
	return func(b []byte) []byte { return append([]byte(text), b...) }
}

var vendor = object{"vendor": "v", "list": []any{1, nil, object{}}, "yes": true}

var oddities = []odd{
	{"unknown member of a task", "json", res("send", set("xVendor", vendor))},
	{"unknown member of a status", "json", res("send", set("status.xVendor", vendor))},
	{"unknown member of an artifact", "json", res("send", set("artifacts.0.xVendor", vendor))},
	{"unknown member of a part", "json", res("send", set("artifacts.0.parts.0.xVendor", vendor))},
	{"unknown member of an event", "json", event("stream", "status", set("xVendor", vendor))},
	{"unknown member of the envelope", "rpc", wholeRes("send", set("xVendor", vendor))},
	{"unknown member of an error", "rpc", wholeRes("unknown", set("error.xVendor", vendor))},
	{"unknown member of a card", "all", card(set("xVendor", vendor))},
	{"unknown member of a skill", "all", card(set("skills.0.xVendor", vendor))},
	{"unknown capability", "all", card(set("capabilities.xVendor", true))},
	{"metadata of a task", "1.0 0.3rpc 0.2", res("send", set("metadata", vendor))},
	{"empty metadata", "1.0", res("send", set("metadata", object{}))},
	{"empty history", "0.2 0.3rpc 1.0", res("get-asked", set("history", []any{}))},
	{"empty artifacts", "0.2 0.3rpc 1.0", res("ask", set("artifacts", []any{}))},
	{"artifact of many parts", "1.0", res("send", again("artifacts.0.parts"))},
	{"artifact without a name", "1.0", res("send", set("artifacts.0.name", ""))},
	{"description of an artifact", "1.0", res("send", set("artifacts.0.description", "…"))},
	{"no digits of a second", "1.0 0.3", fraction("get-asked", "")},
	{"one digit of a second", "1.0 0.3", fraction("get-asked", ".9")},
	{"six digits of a second", "1.0 0.3", fraction("get-asked", ".999999")},
	{"nine digits of a second", "1.0 0.3", fraction("get-asked", ".999999999")},
	{"id that is a number", "rpc", called("send", 7)},
	{"id that is 0", "rpc", called("send", 0)},
	{"id below 0", "rpc", called("send", -1)},
	{"id of 2000 characters", "rpc", called("send", strings.Repeat("i", 2000))},
	{"id that is empty", "rpc", called("send", "")},
	{"extra header of the answer", "all", head("send", "X-Request-Id", strings.Repeat("r", 500))},
	{"extra header of the request", "all", asking("send", "X-Forwarded-For", "10.0.0.1, 10.0.0.2")},
	{"header in lower case", "all", raw("send", "x-request-id", "1", "2")},
	{"charset of the media type", "0.2rpc 0.3rpc 1.0rpc 0.1", head("send", "Content-Type", "application/json; charset=utf-8")},
	{"media type in upper case", "0.2rpc 0.3rpc 1.0rpc 0.1", head("send", "Content-Type", "Application/JSON;Charset=\"UTF-8\"")},
	{"parameter of A2A's media type", "1.0rest", head("send", "Content-Type", "application/a2a+json; charset=utf-8; profile=x")},
	{"charset of a stream", "json", head("stream", "Content-Type", "text/event-stream; charset=UTF-8")},
	{"stream's media type in upper case", "json", head("stream", "Content-Type", "Text/Event-Stream")},
	{"media type of gRPC with its message", "grpc", head("send", "Content-Type", "application/grpc+proto")},
	{"metadata of gRPC", "grpc", all(head("send", "X-Vendor-Bin", "AAEC"), trailer("send", "X-Vendor", "v"))},
	{"encoding of gRPC that is none", "grpc", all(head("send", "Grpc-Encoding", "identity"), head("send", "Grpc-Accept-Encoding", "gzip, identity"))},
	{"message of gRPC for a success", "grpc", trailer("send", "Grpc-Message", "")},
	{"bytes that come one by one", "all", inPieces("send", 1)},
	{"stream that comes three bytes at a time", "all", inPieces("stream", 3)},
	{"document over many lines", "json", eachPiece("send", indented)},
	{"letters written as escapes", "json", eachPiece("send", escaped)},
	{"comments in a stream", "json", eachPiece("stream", led(": ping\n\n"))},
	{"lines that end in CRLF", "json", eachPiece("stream", lines("\n", "\r\n"))},
	{"fields of events", "json", eachPiece("stream", led("event: message\nid: 5\nretry: 1000\n"))},
	{"data without a space", "json", eachPiece("stream", lines("data: ", "data:"))},
	{"data over two lines", "json", eachPiece("stream", lines("data: {", "data: {\ndata: "))},
	{"stream that begins with a byte order mark", "json", func(t testing.TB, r *recording) {
		e := r.at(t, "stream")
		e.pieces[0].data = append([]byte("\ufeff"), e.pieces[0].data...)
	}},
	{"answer in gzip", "json", packed("send", 0)},
	{"stream in gzip", "json", packed("stream", 0)},
	{"error after a stream began", "rest", func(t testing.TB, r *recording) {
		begunWithError(t, r)
		e := r.at(t, "stream")
		e.pieces[0].at = e.pieces[0].at.Add(time.Minute)
		e.x.FirstByte, e.x.LastByte, e.x.Ended = e.pieces[0].at, e.pieces[0].at, e.x.Ended.Add(time.Minute)
	}},
	{"short task that is over at once", "1.0", req("send", set("configuration", object{"returnImmediately": true, "acceptedOutputModes": []any{"text/plain"}}))},
	{"task at work that was not waited for", "1.0", all(req("wait", set("configuration", object{"returnImmediately": true, "acceptedOutputModes": []any{"text/plain"}})),
		res("wait", set("status.state", state("working"))))},
	{"notification that the webhook takes with another status", "all", status("delivery-1", 202)},
	{"weak ETag", "all", head("card", "ETag", `W/"5"`)},
	{"long Cache-Control", "all", head("card", "Cache-Control", "public, max-age=3600, must-revalidate, stale-while-revalidate=60")},
	{"card with charset", "all", head("card", "Content-Type", "application/json; charset=utf-8")},
	{"card over many lines", "all", eachPiece("card", indented)},
	{"skill without examples", "all", card(set("skills.0.examples", []any{}))},
	{"empty signatures", "1.0", card(set("signatures", []any{}))},
	{"details of an error beside its own", "1.0rpc", wholeRes("unknown", add("error.data", object{"@type": "type.googleapis.com/google.rpc.Help", "links": []any{}}))},
	{"message of an error in another language", "rpc", wholeRes("unknown", set("error.message", "Задача не найдена 🙂"))},
	{"state that is told twice", "1.0", copyEvent("stream", "status", "artifact")},
	{"message of a status", "1.0", event("stream", "status", set("status.message", word(spoke("agent", "m-odd", "🙂 … \u2028"))))},
	{"unknown extension that is asked for", "1.0", asking("send", "A2A-Extensions", "https://vendor.example/ext/v9")},
}

// TestOddities: what is lawful is not a failure, however unusual it is.
func TestOddities(t *testing.T) {
	everywhere(t, oddities, func(t *testing.T, o odd, r *recording, beneath []judge.Finding) { o.lawful(t, r, beneath) })
}

// lawful fails the test for findings that do not exist without the oddity.
func (o odd) lawful(t *testing.T, r *recording, beneath []judge.Finding) {
	t.Helper()
	odd := r.copied()
	o.edit(t, odd)
	was := map[string]bool{}
	for _, f := range beneath {
		was[fmt.Sprint(f.Check, f.Exchange)] = true
	}
	for _, f := range odd.judged(t) {
		if f.Severity != a2a.SeverityInfo && !was[fmt.Sprint(f.Check, f.Exchange)] {
			t.Errorf("%s side %v: %s at %s: %s", odd.label(f.Exchange), f.Side, f.Check, f.Path, f.Message)
		}
	}
}
