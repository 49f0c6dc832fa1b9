package passing_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a/passing"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// medias are the media types of responses, by framing.
var medias = []string{"application/json", "text/event-stream", "application/grpc", "application/x-ndjson", "text/html"}

// FuzzPassing takes any exchange: nothing panics, a document is JSON, and an event that replaces
// another is one frame with the document.
func FuzzPassing(f *testing.F) {
	for _, c := range corpus(f) {
		for i, m := range medias {
			if wire.MediaType(c.x.Response.Header) == m {
				f.Add(c.x.Method, c.x.URL, wire.MediaType(c.x.Request.Header), c.asked, uint8(i), c.answers)
			}
		}
	}
	f.Fuzz(func(t *testing.T, method, url, media string, asked []byte, answers uint8, body []byte) {
		c := recorded{asked: asked, answers: body, x: wire.Exchange{Method: method, URL: url,
			Request:  wire.Head{Header: http.Header{"Content-Type": {media}}},
			Response: wire.Head{Status: 200, Header: http.Header{"Content-Type": {medias[int(answers)%len(medias)]}}}}}
		p := c.open()
		for _, side := range []wire.Side{wire.Request, wire.Response} {
			for i, f := range c.frames(side) {
				if i == 100 {
					break
				}
				l := p.Read(side, f)
				if l.Doc == nil {
					continue
				}
				if !json.Valid(l.Doc) {
					t.Fatalf("the document of %q is not JSON: %q", f.Raw, l.Doc)
				}
				p.Check(side, f, l.Doc)
				if raw, err := p.Write(side, f, l.Doc); err == nil && f.Kind == wire.SSE {
					same(t, raw, l.Doc)
				}
			}
		}
	})
}

// same checks that an event is one frame with a document.
func same(t *testing.T, raw, doc []byte) {
	t.Helper()
	var got, want bytes.Buffer
	n := 0
	for f := range wire.Frames(wire.SSE, 0, []wire.Chunk{{Data: raw}}) {
		n++
		if f.Kind != wire.SSE || json.Compact(&got, f.Data) != nil || json.Compact(&want, doc) != nil || got.String() != want.String() {
			t.Fatalf("%q has the data %q, not %q", raw, f.Data, doc)
		}
	}
	if n != 1 {
		t.Fatalf("%q is %d frames", raw, n)
	}
}

// TestHostile: long and deep input is read within bounds.
func TestHostile(t *testing.T) {
	x := wire.Exchange{Method: "POST", URL: "http://a.test/", Request: wire.Head{Header: http.Header{"Content-Type": {"application/json"}}}}
	asked := []byte(`{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}}`)
	for name, doc := range map[string]string{
		"deep": strings.Repeat("[", 1<<20), "deep and whole": strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000),
		"wide": `{"jsonrpc":"2.0","id":1,"result":{"message":{"parts":[` + strings.Repeat(`{"text":"x"},`, 100_000) + `{"text":"x"}]}}}`,
		"long": `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"` + strings.Repeat("x", 1<<20) + `"}]}}}`,
	} {
		p := passing.New(passing.Options{}).Open(&x, asked)
		p.SetResponseHead(&wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}})
		for f := range wire.Frames(wire.SSE, wire.MaxGateFrame, []wire.Chunk{{Data: []byte("data: " + doc + "\n\n")}}) {
			l := p.Read(wire.Response, f)
			if len(l.Text) > 64<<10 {
				t.Errorf("%s: %d bytes of text", name, len(l.Text))
			}
			if flaws := p.Check(wire.Response, f, []byte(doc)); len(flaws) > 51 || len(strings.Join(flaws, "")) > 32<<10 {
				t.Errorf("%s: %d flaws", name, len(flaws))
			}
		}
	}
}

// TestEncoded: an encoded body is read, but cannot be written.
func TestEncoded(t *testing.T) {
	x := wire.Exchange{Method: "POST", URL: "http://a.test/", Request: wire.Head{Header: http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"gzip"}}}}
	packed := gzipped(t, `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t-1"}}`)
	p := passing.New(passing.Options{}).Open(&x, packed)
	f := wire.Frame{Kind: wire.Body, Raw: packed, Data: packed}
	if l := p.Read(wire.Request, f); l.Kind != "call" || l.Task != "t-1" || !json.Valid(l.Doc) {
		t.Errorf("%+v", l)
	}
	if _, err := p.Write(wire.Request, f, []byte(`{}`)); err == nil || !strings.Contains(err.Error(), `encoded as "gzip"`) {
		t.Error(err)
	}
	p.SetResponseHead(&wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"gzip"}}})
	packed = gzipped(t, `{"jsonrpc":"2.0","id":1,"result":{"id":"t-1","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`)
	f = wire.Frame{Kind: wire.Body, Raw: packed, Data: packed}
	if l := p.Read(wire.Response, f); l.Kind != "task" || l.State != "TASK_STATE_WORKING" {
		t.Errorf("%+v", l)
	}
	if _, err := p.Write(wire.Response, f, []byte(`{}`)); err == nil {
		t.Error("an encoded body is written")
	}
}
