package body

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

func head(kind string) http.Header {
	if kind == "" {
		return http.Header{}
	}
	return http.Header{"Content-Type": {kind}}
}

// TestFraming: a body's bytes decide its framing, and its head where they do not, even if it arrives byte by
// byte.
func TestFraming(t *testing.T) {
	const one, two = `{"a":1}`, "{\"a\":1}\n{\"b\":2}\n"
	for _, c := range []struct {
		kind, body string
		want       wire.FrameKind
	}{
		{"text/event-stream", "data: 1\n\n", wire.SSE},
		{"text/event-stream", "", wire.SSE},
		{"text/event-stream", "what is this\n\n", wire.SSE},
		{"text/event-stream; charset=utf-8", "\ufeff: hello\n\n", wire.SSE},
		{"text/event-stream", "\ufeff" + one, wire.Body},
		{"text/event-stream", one, wire.Body},
		{"text/event-stream", "<html>", wire.Body},
		{"text/event-stream", two, wire.Line},
		{"application/json", "\r\ndata: 1\n\n", wire.SSE},
		{"application/json", "retry: 1\n\n", wire.SSE},
		{"application/json", "\ufeffdata: 1\n\n", wire.SSE},
		{"application/json", "\xef\xbb", wire.Body},
		{"application/json", "retr", wire.Body},
		{"application/json", two, wire.Body},
		{"application/json", "", wire.Body},
		{"", ":\n\n", wire.SSE},
		{"", two, wire.Line},
		{"text/plain", two, wire.Line},
		{"text/plain", one + "\r\n\r\n" + one, wire.Line},
		{"text/plain", one, wire.Body},
		{"text/plain", one + "\n", wire.Body},
		{"text/plain", one + "\n" + one[:3], wire.Line},
		{"text/plain", one + "\nand more", wire.Body},
		{"text/plain", "{\n \"a\": 1\n}\n{\n}", wire.Body},
		{"text/plain", "hello\nthere", wire.Body},
		{"application/x-ndjson", two, wire.Line},
		{"application/x-ndjson", one, wire.Line},
		{"application/x-ndjson", "{\"a\":\n1}", wire.Line}, // two broken lines, not one document over two
		{"application/x-ndjson", "{\n \"a\": 1\n}", wire.Body},
		{"application/x-ndjson", "<html>", wire.Body},
		{"application/x-ndjson", "", wire.Line},
		{"application/grpc+proto", "\x00\x00", wire.GRPC},
	} {
		if got := FramingOf(200, head(c.kind), []byte(c.body)); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.kind, c.body, got, c.want)
		}
		cut := NewCutter(&wire.Head{Status: 200, Header: head(c.kind)}, coding.NewBudget(1000))
		var all strings.Builder
		give := func(f wire.Frame) { all.Write(f.Raw) }
		for i := range len(c.body) {
			cut.Feed(time.Time{}, []byte(c.body[i:i+1]), give)
		}
		cut.Close(time.Time{}, give)
		if cut.Kind() != c.want || all.String() != c.body {
			t.Errorf("%s %q byte by byte: %s, %q", c.kind, c.body, cut.Kind(), all.String())
		}
	}
}

// TestLittleIsHeldBack: endless line ends from an agent are not buffered.
func TestLittleIsHeldBack(t *testing.T) {
	cut := NewCutter(&wire.Head{Status: 200, Header: head("text/event-stream")}, nil)
	for range 2 * sniffed {
		cut.Feed(time.Time{}, []byte("\n"), func(f wire.Frame) { t.Errorf("%+v", f) })
	}
	if cut.Kind() != wire.SSE || cut.HeldBytes() > 0 {
		t.Errorf("%q, %d bytes", cut.Kind(), cut.HeldBytes())
	}
}

// TestFramesHaveTheirTimes: a frame's times are those of its bytes, even if they arrived before the framing
// was known.
func TestFramesHaveTheirTimes(t *testing.T) {
	at := func(s int) time.Time { return time.Unix(int64(s), 0) }
	cut := NewCutter(&wire.Head{Status: 200, Header: head("text/plain")}, nil)
	var got []wire.Frame
	give := func(f wire.Frame) { got = append(got, f) }
	for i, p := range []string{`{"a"`, ":1}\n", "\n", `{"b":2`, "}\n", `{"c":3}`} {
		cut.Feed(at(i), []byte(p), give)
	}
	cut.Close(at(9), give)
	if len(got) != 3 || got[0].At != at(0) || got[0].Complete != at(1) || got[1].At != at(2) || got[1].Complete != at(4) || got[2].At != at(5) || got[2].Complete != at(9) {
		t.Errorf("%+v", got)
	}
	if string(got[1].Data) != `{"b":2}` || got[1].Offset != 8 || !got[2].Partial {
		t.Errorf("%+v", got)
	}
}

// TestBodiesAreBounded: no more of a document is buffered, and no more events of a compressed stream are
// read, than the limits allow.
func TestBodiesAreBounded(t *testing.T) {
	cut := NewWhole(nil, nil)
	block := make([]byte, BodyLimit/4)
	for range 5 {
		cut.Feed(time.Time{}, block, nil)
	}
	size := 0
	cut.Close(time.Time{}, func(f wire.Frame) { size = len(f.Data) })
	if size != BodyLimit || cut.Err() == nil {
		t.Errorf("%d bytes, %v", size, cut.Err())
	}
	zip := zipped(strings.Repeat("data:x\n\n", 2*Unfolded))
	coded := NewCutter(&wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}, "Content-Encoding": {"gzip"}}}, coding.NewBudget(coding.MaxDecodedBytes))
	n := 0
	coded.Feed(time.Time{}, zip, func(wire.Frame) { n++ })
	coded.Close(time.Time{}, func(wire.Frame) { n++ })
	if n != Unfolded || coded.Err() == nil {
		t.Errorf("%d events, %v", n, coded.Err())
	}
}
