package plants

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
	"github.com/a2a-console/a2a-console/internal/wire"
)

type object = map[string]any

func parsed(t testing.TB, b []byte) (out any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(&out); err != nil {
		t.Fatalf("%v in %q", err, b)
	}
	return out
}

func written(t testing.TB, doc any) []byte {
	t.Helper()
	b, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// message reads a gRPC message as JSON; remade is the inverse.
func (r *recording) message(t testing.TB, op a2a.Operation, side wire.Side, data []byte) any {
	t.Helper()
	s, _ := registry.ServiceOf(r.v)
	request, name := s.Messages(op)
	if side == wire.Request {
		name = request
	}
	return parsed(t, protobuf.Decode(s.Schema(), name, data[wire.GRPCHead:]).JSON)
}

func (r *recording) remade(t testing.TB, op a2a.Operation, side wire.Side, doc any) []byte {
	t.Helper()
	s, _ := registry.ServiceOf(r.v)
	request, name := s.Messages(op)
	if side == wire.Request {
		name = request
	}
	b, problems := protobuf.Encode(s.Schema(), name, written(t, doc))
	if len(problems) > 0 {
		t.Fatalf("gRPC cannot say this: %s", problems[0].Message)
	}
	return wire.AppendGRPC(nil, b)
}

// asked returns the request's whole document.
func (r *recording) asked(t testing.TB, e *entry) any {
	t.Helper()
	if len(e.request) == 0 {
		t.Fatalf("%s has no request body", e.label)
	}
	if r.grpc(e) {
		return r.message(t, e.op, wire.Request, e.request)
	}
	return parsed(t, e.request)
}

func (r *recording) ask(t testing.TB, e *entry, doc any) {
	t.Helper()
	if r.grpc(e) {
		e.request = r.remade(t, e.op, wire.Request, doc)
		return
	}
	e.request = written(t, doc)
}

func (r *recording) grpc(e *entry) bool {
	return r.b == a2a.GRPC && strings.HasPrefix(e.x.Request.Header.Get("Content-Type"), "application/grpc")
}

// answer returns the whole document of a piece of the response.
func (r *recording) answer(t testing.TB, e *entry, n int) any {
	t.Helper()
	data := e.pieces[n].data
	if r.grpc(e) {
		return r.message(t, e.op, wire.Response, data)
	}
	if e.streams() {
		data = eventData(data)
	}
	return parsed(t, data)
}

func (r *recording) reply(t testing.TB, e *entry, n int, doc any) {
	t.Helper()
	switch {
	case r.grpc(e):
		e.pieces[n].data = r.remade(t, e.op, wire.Response, doc)
	case e.streams():
		e.pieces[n].data = withData(e.pieces[n].data, string(written(t, doc)))
	default:
		e.pieces[n].data = written(t, doc)
	}
}

// eventData returns the data of a stream's event; withData replaces it.
func eventData(event []byte) []byte {
	for line := range strings.Lines(string(event)) {
		if s, ok := strings.CutPrefix(line, "data:"); ok {
			return []byte(strings.TrimSpace(s))
		}
	}
	return nil
}

func withData(event []byte, data string) []byte {
	var out strings.Builder
	for line := range strings.Lines(string(event)) {
		if strings.HasPrefix(line, "data:") {
			line = "data: " + data + "\n"
		}
		out.WriteString(line)
	}
	return []byte(out.String())
}

// payload returns the params or result of a JSON-RPC document, or any other document itself.
func (r *recording) payload(doc any) object {
	m, _ := doc.(object)
	for _, k := range []string{"params", "result"} {
		if in, ok := m[k].(object); ok && m["jsonrpc"] != nil {
			return in
		}
	}
	return m
}

// inner returns the task, message or update that a result or event wraps, or itself.
func inner(m object) object {
	for _, k := range []string{"task", "message", "statusUpdate", "artifactUpdate"} {
		if in, ok := m[k].(object); ok && len(m) == 1 {
			return in
		}
	}
	return m
}

// kind returns the kind of an event: task, message, status or artifact.
func (r *recording) kind(t testing.TB, e *entry, n int) string {
	t.Helper()
	m := r.payload(r.answer(t, e, n))
	in := inner(m)
	switch {
	case m["task"] != nil || m["kind"] == "task":
		return "task"
	case m["message"] != nil && m["status"] == nil || m["kind"] == "message":
		return "message"
	case in["artifact"] != nil:
		return "artifact"
	case in["status"] != nil:
		return "status"
	}
	return ""
}
