package plants

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/jsonrpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
)

// edit changes a recording; change changes a document of it.
type (
	edit   func(t testing.TB, r *recording)
	change func(t testing.TB, r *recording, m object)
)

// word is a value that each version and binding writes its own way.
type word func(r *recording) any

func said(r *recording, v any) any {
	if w, ok := v.(word); ok {
		return w(r)
	}
	return v
}

// proto tells whether the JSON is ProtoJSON.
func (r *recording) proto() bool {
	return r.v == a2a.V10 || r.v == a2a.V03 && r.b != a2a.JSONRPC
}

// state is a task state, by the name it has in JSON-RPC before 1.0.
func state(s string) word {
	return func(r *recording) any {
		if !r.proto() {
			return s
		}
		if s == "canceled" && r.v == a2a.V03 {
			s = "cancelled"
		}
		if s == "unknown" {
			s = "unspecified"
		}
		return "TASK_STATE_" + strings.ToUpper(strings.ReplaceAll(s, "-", "_"))
	}
}

func role(s string) word {
	return func(r *recording) any {
		if r.proto() {
			return "ROLE_" + strings.ToUpper(s)
		}
		return s
	}
}

// text is a text part, file one with bytes of a media type.
func text(s string) word {
	return func(r *recording) any {
		switch {
		case r.v == a2a.V01:
			return object{"type": "text", "text": s}
		case r.proto():
			return object{"text": s}
		}
		return object{"kind": "text", "text": s}
	}
}

// spoke is a message of one text.
func spoke(as, id, s string) word {
	return func(r *recording) any {
		m := object{"role": role(as)(r), "parts": []any{text(s)(r)}}
		if r.v != a2a.V01 {
			m["messageId"] = id
		}
		if r.v == a2a.V02 || r.v == a2a.V03 && !r.proto() {
			m["kind"] = "message"
		}
		if r.v == a2a.V03 && r.proto() {
			m["content"] = m["parts"]
			delete(m, "parts")
		}
		return m
	}
}

// walk follows a path to the object or list that holds its last step, and gives that step.
func walk(t testing.TB, m object, path string) (any, string) {
	t.Helper()
	steps := strings.Split(path, ".")
	var at any = m
	for _, s := range steps[:len(steps)-1] {
		at = step(t, at, s, path)
	}
	last := steps[len(steps)-1]
	if in, ok := at.(object); ok && last == "parts" && in["parts"] == nil && in["content"] != nil {
		last = "content" // as ProtoJSON of 0.3 has it
	}
	return at, last
}

func step(t testing.TB, at any, s, path string) any {
	t.Helper()
	switch in := at.(type) {
	case object:
		if next, ok := in[s]; ok {
			return next
		}
		if next, ok := in["content"]; ok && s == "parts" {
			return next
		}
	case []any:
		if i, err := strconv.Atoi(s); err == nil && i < len(in) {
			return in[i]
		}
	}
	t.Fatalf("there is no %s of %s in %v", s, path, at)
	return nil
}

func valueAt(t testing.TB, m object, path string) any {
	t.Helper()
	at, last := walk(t, m, path)
	return step(t, at, last, path)
}

func set(path string, v any) change {
	return func(t testing.TB, r *recording, m object) {
		t.Helper()
		at, last := walk(t, m, path)
		switch in := at.(type) {
		case object:
			in[last] = said(r, v)
		case []any:
			i, _ := strconv.Atoi(last)
			in[i] = said(r, v)
		default:
			t.Fatalf("nothing can be set at %s", path)
		}
	}
}

// del takes a member away, which must be there.
func del(path string) change {
	return func(t testing.TB, r *recording, m object) {
		t.Helper()
		valueAt(t, m, path)
		at, last := walk(t, m, path)
		delete(at.(object), last)
	}
}

// rename gives a member another name.
func rename(path, name string) change {
	return func(t testing.TB, r *recording, m object) {
		t.Helper()
		at, last := walk(t, m, path)
		at.(object)[name] = valueAt(t, m, path)
		delete(at.(object), last)
	}
}

// add puts values at the end of a list.
func add(path string, vs ...any) change {
	return func(t testing.TB, r *recording, m object) {
		t.Helper()
		at, last := walk(t, m, path)
		list, _ := at.(object)[last].([]any)
		for _, v := range vs {
			list = append(list, said(r, v))
		}
		at.(object)[last] = list
	}
}

// again puts the first of a list at its end, too.
func again(path string) change {
	return func(t testing.TB, r *recording, m object) {
		t.Helper()
		list := valueAt(t, m, path).([]any)
		at, last := walk(t, m, path)
		at.(object)[last] = append(slices.Clone(list), list[0])
	}
}

func (r *recording) changed(t testing.TB, m object, changes []change) {
	t.Helper()
	for _, c := range changes {
		c(t, r, m)
	}
}

// req changes params, or the body of a request; whole changes the document itself.
func req(label string, changes ...change) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		e := r.at(t, label)
		doc := r.asked(t, e)
		r.changed(t, r.payload(doc), changes)
		r.ask(t, e, doc)
	}
}

func wholeReq(label string, changes ...change) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		e := r.at(t, label)
		doc := r.asked(t, e)
		r.changed(t, doc.(object), changes)
		r.ask(t, e, doc)
	}
}

// res changes the task, message or other result that an answer brings, wrapped the
// result with what wraps it, wholeRes the document itself.
func res(label string, changes ...change) edit { return event(label, 0, changes...) }

func wrapped(label string, changes ...change) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		e := r.at(t, label)
		doc := r.answer(t, e, 0)
		r.changed(t, r.payload(doc), changes)
		r.reply(t, e, 0, doc)
	}
}

func wholeRes(label string, changes ...change) edit { return wholeEvent(label, 0, changes...) }

// event changes what an event brings. which is its number, -1 for the last one, or what
// it brings: "status", "last status", "artifact", "last artifact".
func event(label string, which any, changes ...change) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		e := r.at(t, label)
		n := r.which(t, e, which)
		doc := r.answer(t, e, n)
		r.changed(t, inner(r.payload(doc)), changes)
		r.reply(t, e, n, doc)
	}
}

func wrappedEvent(label string, which any, changes ...change) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		e := r.at(t, label)
		n := r.which(t, e, which)
		doc := r.answer(t, e, n)
		r.changed(t, r.payload(doc), changes)
		r.reply(t, e, n, doc)
	}
}

func wholeEvent(label string, which any, changes ...change) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		e := r.at(t, label)
		n := r.which(t, e, which)
		doc := r.answer(t, e, n)
		r.changed(t, doc.(object), changes)
		r.reply(t, e, n, doc)
	}
}

func (r *recording) which(t testing.TB, e *entry, which any) int {
	t.Helper()
	n, ok := which.(int)
	switch {
	case len(e.pieces) == 0:
		t.Fatalf("%s has no answer", e.label)
	case ok && n < 0:
		return n + len(e.pieces)
	case ok:
		return n
	}
	kind, last := strings.CutPrefix(which.(string), "last ")
	at := -1
	for i := range e.pieces {
		if r.kind(t, e, i) == kind && (at < 0 || last) {
			at = i
		}
	}
	if at < 0 {
		t.Fatalf("%s has no event of kind %q", e.label, kind)
	}
	return at
}

// copyEvent puts an event in, once more, before another: len is the end.
func copyEvent(label string, which, before any, changes ...change) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		e := r.at(t, label)
		from, to := r.which(t, e, which), len(e.pieces)
		if before != "end" {
			to = r.which(t, e, before)
		}
		e.pieces = slices.Insert(e.pieces, to, e.pieces[from])
		doc := r.answer(t, e, to)
		r.changed(t, inner(r.payload(doc)), changes)
		r.reply(t, e, to, doc)
		e.timed()
	}
}

func dropEvent(label string, which any) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		e := r.at(t, label)
		n := r.which(t, e, which)
		e.pieces = slices.Delete(e.pieces, n, n+1)
	}
}

// timed spreads the pieces over the time of the answer.
func (e *entry) timed() {
	for i := range e.pieces {
		e.pieces[i].at = e.x.Answered.Add(e.x.Ended.Sub(e.x.Answered) * time.Duration(i+1) / time.Duration(len(e.pieces)+1))
	}
	e.x.LastByte = e.pieces[len(e.pieces)-1].at
}

// bytesOf swaps a text in a piece as it is; asBytes one in the request.
func bytesOf(label string, which any, old, new string) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		e := r.at(t, label)
		n := r.which(t, e, which)
		if !strings.Contains(string(e.pieces[n].data), old) {
			t.Fatalf("there is no %q in %q", old, e.pieces[n].data)
		}
		e.pieces[n].data = []byte(strings.Replace(string(e.pieces[n].data), old, new, 1))
	}
}

// head sets a header of the answer, asking one of the request; "" takes it away.
func head(label, name, value string) edit {
	return func(t testing.TB, r *recording) { put(r.at(t, label).x.Response.Header, name, value) }
}

func asking(label, name, value string) edit {
	return func(t testing.TB, r *recording) { put(r.at(t, label).x.Request.Header, name, value) }
}

func put(h http.Header, name, value string) {
	if h.Del(name); value != "" {
		h.Set(name, value)
	}
}

func status(label string, code int) edit {
	return func(t testing.TB, r *recording) { r.at(t, label).x.Response.Status = code }
}

func trailer(label, name, value string) edit {
	return func(t testing.TB, r *recording) {
		put(ended(r.at(t, label)), name, value)
	}
}

// ended is what has the status of a gRPC call: the trailer, or the head of an answer that
// has nothing else.
func ended(e *entry) http.Header {
	if h := e.x.Response.Header; h.Get("Grpc-Status") != "" {
		return h
	}
	return e.x.Response.Trailer
}

// url swaps a text in an exchange's URL.
func url(label, old, new string) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		x := &r.at(t, label).x
		if !strings.Contains(x.URL, old) {
			t.Fatalf("there is no %q in %s", old, x.URL)
		}
		x.URL = strings.Replace(x.URL, old, new, 1)
	}
}

func verb(label, method string) edit {
	return func(t testing.TB, r *recording) { r.at(t, label).x.Method = method }
}

func body(label, request string) edit {
	return func(t testing.TB, r *recording) { r.at(t, label).request = []byte(request) }
}

func answer(label, response string) edit {
	return func(t testing.TB, r *recording) {
		e := r.at(t, label)
		at := e.x.Ended
		if len(e.pieces) > 0 {
			at = e.pieces[0].at
		}
		e.pieces = []piece{{at, []byte(response)}}
	}
}

// repeat has an exchange happen again, under another label, at the end of all.
func repeat(label, as string) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		e := r.at(t, label).copied()
		e.label, e.x.ID = as, "copy-of-"+e.x.ID+as
		last := r.entries[len(r.entries)-1].x.Ended
		for _, o := range r.entries {
			if o.x.Ended.After(last) {
				last = o.x.Ended
			}
		}
		e.shift(last.Add(time.Second).Sub(e.x.Started))
		r.entries = append(r.entries, e)
	}
}

// shift moves an exchange in time.
func (e *entry) shift(d time.Duration) {
	for _, at := range []*time.Time{&e.x.Started, &e.x.RequestDone, &e.x.Answered, &e.x.FirstByte, &e.x.LastByte, &e.x.Ended} {
		if !at.IsZero() {
			*at = at.Add(d)
		}
	}
	for i := range e.pieces {
		e.pieces[i].at = e.pieces[i].at.Add(d)
	}
}

// fails has a call refused with an error of A2A, as the version and binding say that.
func fails(label string, name a2a.ErrorName) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		e := r.at(t, label)
		d, _ := dialect.Speaks(r.v, r.b)
		v, _ := registry.Of(r.v)
		err := &a2a.Error{Name: name, Message: "It is refused."}
		at := e.x.LastByte
		if at.IsZero() {
			at = e.x.Ended
		}
		h := &e.x.Response
		h.Status, h.Header, h.Trailer, e.pieces = http.StatusOK, http.Header{"Content-Type": {"application/json"}}, http.Header{}, nil
		switch r.b {
		case a2a.GRPC:
			h.Header.Set("Content-Type", "application/grpc")
			h.Trailer = grpc.Trailer(d, err)
		case a2a.REST:
			code, doc := rest.Failure(v, err, 0)
			h.Status, e.pieces = code, []piece{{at, doc}}
		default:
			doc := jsonrpc.Failure(d, written(t, r.asked(t, e).(object)["id"]), err)
			e.pieces = []piece{{at, doc}}
		}
	}
}

// as has a call answered like another one, with its own id.
func as(label, like string) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		e, from := r.at(t, label), r.at(t, like).copied()
		at := e.x.Answered
		if e.x.Response = from.x.Response; r.b == a2a.JSONRPC {
			id := r.asked(t, e).(object)["id"]
			for n := range from.pieces {
				doc := r.answer(t, from, n)
				doc.(object)["id"] = id
				r.reply(t, from, n, doc)
			}
		}
		e.pieces = from.pieces
		for i := range e.pieces {
			e.pieces[i].at = at.Add(quarter * time.Duration(i+1) / time.Duration(len(e.pieces)+1))
			e.x.LastByte = e.pieces[i].at
		}
	}
}

func all(edits ...edit) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		for _, e := range edits {
			e(t, r)
		}
	}
}
