package plants

import (
	"net/http"
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

// slow makes the agent take five seconds to respond.
func slow(label string) edit {
	return func(t testing.TB, r *recording) {
		at := r.at(t, label)
		at.x.RequestDone = at.x.Answered.Add(-5 * time.Second)
	}
}

// head sets a header of the response, asking one of the request; "" removes it.
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

// ended returns the header with a gRPC call's status: the trailer, or the head of a response without a body.
func ended(e *entry) http.Header {
	if h := e.x.Response.Header; h.Get("Grpc-Status") != "" {
		return h
	}
	return e.x.Response.Trailer
}

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

// repeat repeats an exchange, under another label, at the end of the recording.
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

// fails makes the agent refuse a call with an A2A error, as the version and binding write it.
func fails(label string, name a2a.ErrorName) edit {
	return refused(label, &a2a.Error{Name: name, Message: "It is refused."})
}

func refused(label string, err *a2a.Error) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		e := r.at(t, label)
		d, _ := dialect.Speaks(r.v, r.b)
		v, _ := registry.ByName(r.v)
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

// as gives a call the response of another one, with its own id.
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
