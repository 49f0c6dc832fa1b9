package dialect

import (
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestStrayGRPC: a request that is gRPC only by its path has one finding, blamed on the client, whatever the
// answer; a gRPC message with another content type is read.
func TestStrayGRPC(t *testing.T) {
	ask := framed(t, "GetTaskRequest", `{"id":"t"}`)
	task := framed(t, "Task", `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}`)
	head := func(kind string, more ...string) http.Header {
		h := http.Header{"Content-Type": {kind}}
		for i := 0; i < len(more); i += 2 {
			h.Set(more[i], more[i+1])
		}
		return h
	}
	for _, c := range []struct {
		method, says string
		header       http.Header
		body         []byte
		kind         a2a.Kind
	}{
		{"POST", `Content-Type is "application/json"`, head("application/json", "A2A-Version", "1.0"), []byte(`{"id":"t"}`), a2a.KindNone},
		{"POST", `Content-Type is "application/json; charset=utf-8"`, head("application/json; charset=utf-8"), []byte(`{"message":{"messageId":"m"}}`), a2a.KindNone},
		{"POST", `Content-Type is "application/a2a+json"`, head("application/a2a+json", "A2A-Version", "1.0"), []byte(`{}`), a2a.KindNone},
		{"POST", `Content-Type is "application/json"`, head("application/json"), nil, a2a.KindNone},
		{"POST", `Content-Type is "text/plain"`, head("text/plain", "A2A-Version", "0.3"), []byte("hello"), a2a.KindNone},
		{"GET", "Sent as GET", http.Header{}, nil, a2a.KindNone},
		{"POST", `Content-Type is "application/octet-stream"`, head("application/octet-stream", "A2A-Version", "1.0"), ask, a2a.KindCall},
	} {
		for _, resp := range []Message{
			{},
			{Status: 200, Header: head("application/json"), Body: []byte(`{"id":"t"}`)},
			{Status: 415, Header: head("application/grpc", "Grpc-Status", "3", "Grpc-Message", "invalid content-type")},
			{Status: 415, Header: http.Header{}},
			{Status: 404, Header: head("text/html"), Body: []byte("<html></html>")},
			{Status: 405, Header: head("application/json"), Body: []byte(`{"error":"method"}`)},
			{Status: 200, Header: head("application/grpc", "Grpc-Status", "13")},
			{Status: 200, Header: head("application/grpc"), Body: task, Trailer: http.Header{"Grpc-Status": {"0"}}},
		} {
			if c.kind == a2a.KindCall && resp.Status != 200 {
				continue
			}
			r := NewReader(Message{Method: c.method, URL: tenURL + "GetTask", Header: c.header, Body: c.body}, Hint{})
			ps := r.Request().Problems
			if len(ps) != 1 || ps[0].Check != "GRPC-08" || !strings.Contains(ps[0].Message, c.says) || r.Request().Kind != c.kind {
				t.Errorf("%s of %v: %s, %+v; want %q", c.method, c.header, r.Request().Kind, ps, c.says)
			}
			if c.kind == a2a.KindCall && resp.Header.Get("Content-Type") != "application/grpc" {
				continue
			}
			ps = r.Response(resp).Problems
			ps = append(append(ps, r.Trailer(resp.Trailer).Problems...), r.End(wire.ByAgent)...)
			if len(ps) > 0 {
				t.Errorf("%s of %v, answered %d %v: %+v", c.method, c.header, resp.Status, resp.Header, ps)
			}
		}
	}
}
