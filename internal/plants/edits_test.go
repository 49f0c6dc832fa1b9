package plants

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// edit changes a recording; change changes a document of it.
type (
	edit   func(t testing.TB, r *recording)
	change func(t testing.TB, r *recording, m object)
)

// word is a value that each version and binding writes in its own way.
type word func(r *recording) any

func said(r *recording, v any) any {
	if w, ok := v.(word); ok {
		return w(r)
	}
	return v
}

// proto reports whether the JSON is ProtoJSON.
func (r *recording) proto() bool {
	return r.v >= a2a.V10 || r.v == a2a.V03 && r.b != a2a.JSONRPC
}

// state is a task state, given by its JSON-RPC name before 1.0.
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

// text is a text part.
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

// spoke is a message with one text part.
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

// walk follows a path to the object or list that contains its last step, and returns that step.
func walk(t testing.TB, m object, path string) (any, string) {
	t.Helper()
	steps := strings.Split(path, ".")
	var at any = m
	for _, s := range steps[:len(steps)-1] {
		at = step(t, at, s, path)
	}
	last := steps[len(steps)-1]
	if in, ok := at.(object); ok && last == "parts" && in["parts"] == nil && in["content"] != nil {
		last = "content" // its name in ProtoJSON of 0.3
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

// del removes a member, which must exist.
func del(path string) change {
	return func(t testing.TB, r *recording, m object) {
		t.Helper()
		valueAt(t, m, path)
		at, last := walk(t, m, path)
		delete(at.(object), last)
	}
}

func rename(path, name string) change {
	return func(t testing.TB, r *recording, m object) {
		t.Helper()
		at, last := walk(t, m, path)
		at.(object)[name] = valueAt(t, m, path)
		delete(at.(object), last)
	}
}

// add appends values to a list.
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

// again appends the first item of a list to its end.
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

// res changes the task, message or other result in a response; wrapped changes the result with its wrapper,
// wholeRes the document itself.
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

// event changes an event. which is its index, -1 for the last one, or its kind: "status", "last status",
// "artifact", "last artifact".
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

// copyEvent inserts a copy of an event before another, or at the end if before is "end".
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

// timed spreads the pieces over the duration of the response.
func (e *entry) timed() {
	for i := range e.pieces {
		e.pieces[i].at = e.x.Answered.Add(e.x.Ended.Sub(e.x.Answered) * time.Duration(i+1) / time.Duration(len(e.pieces)+1))
	}
	e.x.LastByte = e.pieces[len(e.pieces)-1].at
}

// bytesOf replaces a text in the bytes of a piece.
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
