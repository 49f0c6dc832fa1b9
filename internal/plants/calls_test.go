package plants

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
)

// heldUp makes a stream of more than a minute arrive all at its end, compressed as a whole.
func heldUp(label string) edit {
	return func(t testing.TB, r *recording) {
		e := r.at(t, label)
		put(e.x.Response.Header, "Content-Encoding", "gzip")
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		for _, p := range e.pieces {
			z.Write(p.data)
		}
		z.Close()
		heldOpen(label)(t, r)
		e.pieces = []piece{{e.x.Ended.Add(-quarter), b.Bytes()}}
		e.x.FirstByte, e.x.LastByte = e.pieces[0].at, e.pieces[0].at
	}
}

func (r *recording) task(t testing.TB, label string) string {
	t.Helper()
	in := inner(r.payload(r.answer(t, r.at(t, label), 0)))
	for _, k := range []string{"taskId", "id"} {
		if s, ok := in[k].(string); ok {
			return s
		}
	}
	t.Fatalf("%s is about no task", label)
	return ""
}

// before moves an exchange before all others.
func before(label string) edit {
	return func(t testing.TB, r *recording) {
		e := r.at(t, label)
		e.shift(r.entries[0].x.Started.Add(-10 * time.Second).Sub(e.x.Started))
		r.entries = slices.Insert(slices.DeleteFunc(r.entries, func(o *entry) bool { return o == e }), 0, e)
	}
}

// retold replaces one id by another throughout an exchange.
func (r *recording) retold(t testing.TB, label, old, new string) {
	t.Helper()
	e := r.at(t, label)
	if len(old) != len(new) && r.grpc(e) {
		t.Fatalf("%q and %q differ in length, as gRPC messages tell", old, new)
	}
	swap := func(b []byte) []byte { return bytes.ReplaceAll(b, []byte(old), []byte(new)) }
	e.x.URL, e.request = strings.ReplaceAll(e.x.URL, old, new), swap(e.request)
	for i := range e.pieces {
		e.pieces[i].data = swap(e.pieces[i].data)
	}
}

// ofNobody makes a call refer to a task that does not exist.
func ofNobody(label string) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		id := r.task(t, "send")
		r.retold(t, label, id, strings.Repeat("0", len(id)))
	}
}

// answersOf gives a call the response of the call like, about the task of the call task.
func answersOf(label, like, task string) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		was := r.task(t, "wait")
		as(label, like)(t, r)
		r.retold(t, label, was, r.task(t, task))
	}
}

// oneID gives a response the task id of another one.
func oneID(label, like string) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		res(label, set("id", r.task(t, like)))(t, r)
	}
}

// reason makes the description of a 1.0 error over gRPC contradict its status.
func reason(label, other string) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		const name = "Grpc-Status-Details-Bin"
		x := ended(r.at(t, label))
		raw, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(x.Get(name), "="))
		if err != nil || len(raw) == 0 {
			t.Fatalf("%s has no details: %v", label, x)
		}
		doc := parsed(t, protobuf.Decode(nil, protobuf.Status, raw).JSON).(object)
		set("details.0.reason", other)(t, r, doc)
		b, problems := protobuf.Encode(nil, protobuf.Status, written(t, doc))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		x.Set(name, base64.RawStdEncoding.EncodeToString(b))
	}
}

var statePlants = []plant{
	{"STM-01", "0.2 0.3 1.0", res("get", working)},
	{"STM-01", "0.2 0.3 1.0", copyEvent("stream", "status", "end")},
	{"STM-02", "0.2 0.3", as("late", "send")},
	{"STM-03", "1.0", as("late", "send")},
	{"STM-03", "1.0", fails("late", a2a.InvalidParams)},
	{"STM-04", "0.1", res("get", working)},
	{"STM-04", "0.1", copyEvent("stream", "status", "end")},
	{"STM-05", "all", answersOf("cancel-again", "cancel", "send")},
	{"STM-05", "all", all(answersOf("cancel-again", "cancel", "send"), fails("cancel-again", a2a.InternalError))},
	{"STM-05", "all", all(answersOf("cancel-again", "cancel", "send"), fails("cancel-again", a2a.InvalidParams))},
	{"STM-06", "all", fails("cancel-unknown", a2a.InvalidParams)},
	{"STM-06", "all", fails("unknown", a2a.InvalidParams)},
	{"STM-06", "all", fails("unknown", a2a.InternalError)},
	{"STM-07", "0.1 0.2 0.3", res("ask", del("status.message"))},
	{"STM-08", "1.0", res("sign-in", del("status.message"))},
	{"STM-09", "all", copyEvent("stream", "status", "artifact", set("status.state", state("submitted")))},
	{"STM-10", "all", res("get", set("status.state", state("unknown")))},
	{"STM-10", "all", event("stream", "status", set("status.state", state("unknown")))},
	{"STM-11", "1.0", oneID("wait", "ask")},
	{"STM-12", "0.1", res("send", set("id", "made-by-agent"))},
	{"STM-13", "1.0", fails("cancel-again", a2a.InternalError)},
	{"STM-13", "1.0", all(as("cancel-again", "cancel"), res("cancel-again", set("status.state", "TASK_STATE_FAILED")))},
}

// refusedOtherwise refuses calls with an error that the specification does not allow for them.
func refusedOtherwise(where string, labels ...string) (out []plant) {
	for _, l := range labels {
		out = append(out, plant{"ERR-05", "bare: " + where, fails(l, a2a.InternalError)})
	}
	return out
}

var errorPlants = slices.Concat(
	refusedOtherwise("all", "push-set", "push-get"),
	refusedOtherwise("0.2 0.3 1.0", "push-list", "push-delete"),
	[]plant{
		{"ERR-01", "rpc", wholeRes("unknown", set("error.code", -32050))},
		{"ERR-02", "all", all(ofNobody("subscribe-late"), fails("subscribe-late", a2a.InvalidParams))},
		{"ERR-02", "0.1 0.2 0.3json 1.0", all(ofNobody("subscribe-late"), fails("subscribe-late", a2a.InternalError))},
		{"ERR-03", "bare: 1.0", fails("stream", a2a.InternalError)},
		{"ERR-03", "bare: 1.0rpc", fails("stream", a2a.MethodNotFound)},
		{"ERR-04", "bare: 0.1", fails("stream", a2a.InvalidParams)},
		{"ERR-04", "bare: 0.1", fails("stream", a2a.MethodNotFound)},
		{"ERR-06", "wrong: 0.2 0.3json 1.0", fails("modes", a2a.InvalidParams)},
		{"ERR-06", "wrong: 0.2 0.3 1.0", fails("modes", a2a.InternalError)},
		{"ERR-06", "all", all(req("file", set("message.parts.1", word(movie))), fails("file", a2a.InternalError))},
		{"ERR-07", "1.0rpc", wholeRes("unknown", set("error.data", object{"why": "w"}))},
		{"ERR-07", "1.0rpc", wholeRes("unknown", set("error.data", []any{object{"why": "w"}}))},
		{"ERR-08", "1.0rpc", wholeRes("unknown", del("error.data"))},
		{"ERR-08", "1.0rpc", wholeRes("unknown", set("error.data.0.domain", "other.example"))},
		{"ERR-08", "1.0rpc", wholeRes("unknown", del("error.data.0.reason"))},
		{"ERR-09", "0.1", wholeRes("unknown", set("error.data", "text"))},
		{"ERR-09", "0.1", wholeRes("unknown", set("error.data", []any{1}))},
		{"ERR-10", "wrong: 1.0", fails("no-parts", a2a.InternalError)},
		{"ERR-10", "wrong: 1.0rpc", wholeRes("no-parts", del("error.data"))},
		{"ERR-10", "wrong: 1.0rest", wholeRes("no-parts", del("error.details"))},
		{"ERR-10", "wrong: 1.0grpc", trailer("no-parts", "Grpc-Status-Details-Bin", "")},
		{"ERR-11", "bare: 1.0", fails("extended", a2a.ExtendedCardNotConfigured)},
		{"ERR-11", "1.0", fails("extended", a2a.UnsupportedOperation)},
		{"ERR-12", "bare: 0.3json", fails("extended", a2a.UnsupportedOperation)},
		{"ERR-12", "bare: 0.3", fails("extended", a2a.InternalError)},
		{"ERR-13", "extension: 1.0", asking("send", "A2A-Extensions", "")},
		{"ERR-13", "extension: 1.0", all(asking("send", "A2A-Extensions", ""), fails("send", a2a.InvalidParams))},
		{"ERR-14", "wrong: 1.0", fails("version", a2a.InvalidParams)},
		{"ERR-14", "1.0", asking("send", "A2A-Version", "99.0")},
		{"ERR-15", "secure: 0.1 0.2 0.3json 1.0json", head("refused", "WWW-Authenticate", "")},
		{"ERR-15", "secure: 0.1 0.2 0.3json", all(status("refused", 403), head("refused", "WWW-Authenticate", ""))},
		{"ERR-16", "secure: 1.0", all(repeat("get", "before"), before("before"), asking("before", "Authorization", "Basic Ym9iOmI="), asking("get", "Authorization", "Basic Ym9iOmI="))},
		{"ERR-16", "secure: 1.0", all(asking("get", "Authorization", "Bearer somebody-else"), status("get", 403), fails("get", a2a.AuthorizationFailed), status("get", 403))},
		{"ERR-17", "0.2rpc 0.3rpc", wholeRes("late", set("error.code", -32009), set("error.message", "Version not supported"))},
		{"ERR-17", "0.2rpc 0.3rpc", wholeRes("late", set("error.code", -32008), set("error.message", "Extension support required"))},
		{"ERR-17", "1.0rpc", wholeRes("late", set("error.code", -32009), set("error.message", "Invalid task state"))},
		{"ERR-17", "1.0rpc", wholeRes("late", set("error.code", -32006), set("error.message", "Streaming not supported"))},
		{"ERR-18", "1.0rpc", wholeRes("unknown", set("error.data.0.reason", "TASK_NOT_CANCELABLE"))},
		{"ERR-18", "1.0grpc", reason("unknown", "TASK_NOT_CANCELABLE")},
	},
)

// movie is a part of a type that no skill accepts.
func movie(r *recording) any {
	p := object{"file": object{"bytes": "aGk=", "mimeType": "video/mp4"}}
	switch {
	case r.v >= a2a.V10:
		return object{"raw": "aGk=", "mediaType": "video/mp4"}
	case r.proto():
		return object{"file": object{"fileWithBytes": "aGk=", "mimeType": "video/mp4"}}
	case r.v == a2a.V01:
		p["type"] = "file"
	default:
		p["kind"] = "file"
	}
	return p
}
