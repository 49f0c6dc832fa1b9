package passing_test

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a/passing"
	"github.com/a2a-console/a2a-console/internal/wire"
)

func gzipped(t *testing.T, s string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(s))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// stream returns an exchange over JSON-RPC with a stream as its answer.
func stream() wire.FrameCodec {
	x := wire.Exchange{Method: "POST", URL: "http://a.test/", Request: wire.Head{Header: http.Header{"Content-Type": {"application/json"}}}}
	p := passing.New(passing.Options{}).Open(&x, []byte(`{"jsonrpc":"2.0","id":"q","method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}}`))
	p.SetResponseHead(&wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}})
	return p
}

// TestEvents: lines of an event other than data stay byte for byte.
func TestEvents(t *testing.T) {
	for _, c := range []struct{ like, doc, want string }{
		{"data: 1\n\n", `{"a":2}`, "data: {\"a\":2}\n\n"},
		{"id: 7\r\nevent: x\r\ndata: 1\r\ndata: 2\r\nretry: 3\r\n\r\n", `{"a":2}`, "id: 7\r\nevent: x\r\ndata: {\"a\":2}\r\nretry: 3\r\n\r\n"},
		{"data:1\rid:7\r\r", `{"a":2}`, "data: {\"a\":2}\rid:7\r\r"},
		{"\xEF\xBB\xBF: hi\ndata: 1\n\n", `{"a":2}`, "\xEF\xBB\xBF: hi\ndata: {\"a\":2}\n\n"},
		{": ping\n\n", `{"a":2}`, "data: {\"a\":2}\n\n"},
		{"", `{"a":2}`, "data: {\"a\":2}\n\n"},
		{"data: 1\n\n", "{\n \"a\": 2\n}", "data: {\"a\":2}\n\n"},
		{"data: 1\n\n", "{\"a\":\n2", "data: {\"a\":\ndata: 2\n\n"}, // not JSON: unchanged
	} {
		var like wire.Frame
		for f := range wire.Frames(wire.SSE, 0, []wire.Chunk{{Data: []byte(c.like)}}) {
			like = f
		}
		if got, err := stream().Write(wire.Response, like, []byte(c.doc)); string(got) != c.want || err != nil {
			t.Errorf("%q in place of %q is written as %q: %v", c.doc, c.like, got, err)
		}
	}
}

// TestNotWritten: errors say why something cannot be written.
func TestNotWritten(t *testing.T) {
	p := stream()
	for want, f := range map[string]wire.Frame{
		"longer than 16 MB": {Kind: wire.SSE, Partial: true}, "holds none": {Kind: wire.WSPing},
	} {
		if _, err := p.Write(wire.Response, f, []byte("{}")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if _, err := p.Write(wire.Response, wire.Frame{Kind: wire.SSE}, []byte(" \n")); err == nil {
		t.Error("nothing is written")
	}
	get := wire.Exchange{Method: "GET", URL: "http://a.test/tasks/t"}
	if _, err := passing.New(passing.Options{}).Open(&get, nil).Write(wire.Request, wire.Frame{Kind: wire.Body}, []byte("{}")); err == nil || !strings.Contains(err.Error(), "GET request has no body") {
		t.Error(err)
	}
	grpc := wire.Exchange{Method: "POST", URL: "http://a.test/lf.a2a.v1.A2AService/GetTask", Request: wire.Head{Header: http.Header{"Content-Type": {"application/grpc"}}}}
	g := passing.New(passing.Options{}).Open(&grpc, wire.AppendGRPC(nil, nil))
	if _, err := g.Write(wire.Request, wire.Frame{Kind: wire.GRPC}, []byte(`{"id":"t","mine":1}`)); err == nil || !strings.Contains(err.Error(), "$.mine") {
		t.Error(err)
	}
	if flaws := g.Check(wire.Request, wire.Frame{Kind: wire.GRPC}, []byte(`{"id":7}`)); len(flaws) == 0 || !strings.HasPrefix(flaws[0], "$.id: ") {
		t.Errorf("%q", flaws)
	}
	if raw, err := g.Write(wire.Request, wire.Frame{Kind: wire.GRPC}, []byte(`{"id":"t"}`)); string(raw) != "\x00\x00\x00\x00\x03\x12\x01t" || err != nil {
		t.Errorf("%q %v", raw, err)
	}
}

// TestSocketMessages: a WebSocket message is masked if the one it replaces was.
func TestSocketMessages(t *testing.T) {
	for _, n := range []int{3, 200, 70_000} {
		doc := []byte(`"` + strings.Repeat("x", n-2) + `"`)
		for _, like := range []string{"\x81\x01x", "\x81\x81abcd\x19", ""} {
			raw, err := stream().Write(wire.Response, wire.Frame{Kind: wire.WSText, Raw: []byte(like)}, doc)
			h, ok := wire.ReadSocketHead(raw)
			if err != nil || !ok || (h.Mask != nil) != (len(like) > 3) {
				t.Fatalf("%v %+v", err, h)
			}
			frames := slices.Collect(wire.Frames(wire.WebSocket, 0, []wire.Chunk{{Data: raw}}))
			if len(frames) != 1 || frames[0].Kind != wire.WSText || string(frames[0].Data) != string(doc) || len(frames[0].Problems) > 0 {
				t.Errorf("%d bytes: %+v", n, frames)
			}
		}
	}
}

// TestCheck reports problems of a document with their places, in the version of the exchange.
func TestCheck(t *testing.T) {
	f := wire.Frame{Kind: wire.SSE}
	for doc, want := range map[string]string{
		`{"jsonrpc":"2.0","id":"q","result":{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}}`:     "",
		`{"jsonrpc":"2.0","id":"q","result":{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"working"}}}}`:                "$.result.statusUpdate.status.state: ",
		`{"jsonrpc":"2.0","id":"other","result":{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}}`: "$.id: ",
		`{"jsonrpc":`: "$: ",
		``:            "There is no document.",
	} {
		got := stream().Check(wire.Response, f, []byte(doc))
		if want == "" && len(got) > 0 || want != "" && (len(got) == 0 || !strings.HasPrefix(got[0], want) || !strings.HasSuffix(got[0], ".")) {
			t.Errorf("%s: %q, want %q", doc, got, want)
		}
	}
}

// TestNames: an unknown name is answered with similar ones.
func TestNames(t *testing.T) {
	_, err := stream().Error("TaskNotFond", "", false)
	if err == nil || !strings.Contains(err.Error(), "did you mean TaskNotFound") {
		t.Error(err)
	}
	get := wire.Exchange{Method: "GET", URL: "http://a.test/.well-known/agent-card.json"}
	if _, err := passing.New(passing.Options{}).Open(&get, nil).Error("TaskNotFound", "", false); err == nil || !strings.Contains(err.Error(), "HTTP status") {
		t.Error(err)
	}
}
