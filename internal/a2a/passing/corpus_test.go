package passing_test

import (
	"bytes"
	"net/http"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/passing"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// recorded is an exchange with its bodies.
type recorded struct {
	name           string
	x              wire.Exchange
	asked, answers []byte
	card           *a2a.Card
}

// corpus returns the wire cases of package dialect.
func corpus(t testing.TB) (all []recorded) {
	t.Helper()
	paths, _ := filepath.Glob("../dialect/testdata/corpus/*.txtar")
	if len(paths) < 400 {
		t.Fatalf("only %d cases", len(paths))
	}
	for _, p := range paths {
		archive, err := txtar.ParseFile(p)
		if err != nil {
			t.Fatal(err)
		}
		c := recorded{name: strings.TrimSuffix(filepath.Base(p), ".txtar")}
		for _, f := range archive.Files {
			c.section(t, f.Name, bytes.TrimSuffix(f.Data, []byte("\n")))
		}
		all = append(all, c)
	}
	return all
}

func (c *recorded) section(t testing.TB, name string, data []byte) {
	switch name {
	case "request":
		var line string
		line, c.x.Request.Header, c.asked = message(data)
		c.x.Method, c.x.URL, _ = strings.Cut(line, " ")
	case "response":
		var line string
		line, c.x.Response.Header, c.answers = message(data)
		c.x.Response.Status, _ = strconv.Atoi(line)
	case "event":
		c.answers = append(append([]byte("data: "), bytes.ReplaceAll(data, []byte("\n"), []byte("\ndata: "))...), "\n\n"...)
		c.x.Response = wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}
	case "request.quoted":
		c.asked = unquoted(t, data)
	case "response.quoted":
		c.answers = unquoted(t, data)
	case "card":
		c.card, _, _ = dialect.ReadCard(data)
	}
}

func message(data []byte) (line string, h http.Header, body []byte) {
	top, body, _ := bytes.Cut(data, []byte("\n\n"))
	lines := strings.Split(string(top), "\n")
	h = http.Header{}
	for _, l := range lines[1:] {
		name, v, _ := strings.Cut(l, ": ")
		h.Add(name, v)
	}
	return lines[0], h, body
}

func unquoted(t testing.TB, data []byte) (out []byte) {
	for l := range strings.Lines(string(data)) {
		if l = strings.TrimSpace(l); l != "" {
			s, err := strconv.Unquote(l)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, s...)
		}
	}
	return out
}

// open opens the exchange and sets the head of the response.
func (c *recorded) open() wire.FrameCodec {
	p := passing.New(passing.Options{Card: func(string) *a2a.Card { return c.card }}).Open(&c.x, c.asked)
	p.SetResponseHead(&c.x.Response)
	return p
}

// frames returns the frames of a side as a gate gets them.
func (c *recorded) frames(side wire.Side) (out []wire.Frame) {
	kind, b := c.x.Response.Framing(), c.answers
	if side == wire.Request {
		if kind, b = wire.FramingOf(c.x.Request.Header), c.asked; kind != wire.GRPC {
			kind = wire.Body
		}
	}
	for f := range wire.Frames(kind, wire.MaxGateFrame, []wire.Chunk{{Data: b}}) {
		out = append(out, f)
	}
	if side == wire.Request && kind == wire.Body && len(out) == 0 {
		out = []wire.Frame{{Kind: wire.Body}} // so that calls without a body can be held, too
	}
	return out
}

// again writes the document of a frame in its place and reads it back.
func (c *recorded) again(t *testing.T, p wire.FrameCodec, side wire.Side, f wire.Frame, says wire.FrameLabels) {
	t.Helper()
	p.Check(side, f, says.Doc)
	raw, err := p.Write(side, f, says.Doc)
	if err != nil {
		reason := err.Error()
		if !strings.Contains(reason, "is encoded as") && !strings.Contains(reason, "gRPC message cannot hold") && !strings.Contains(reason, "as a gRPC message: version") {
			t.Errorf("side %s, frame %d is not written: %v\n%s", side, f.Index, err, says.Doc)
		}
		return
	}
	other := *c
	if side == wire.Request {
		other.asked = raw
	} else {
		other.answers = raw
	}
	frames := other.frames(side)
	if len(frames) != 1 {
		t.Fatalf("side %s, frame %d is written as %d frames: %q", side, f.Index, len(frames), raw)
	}
	got := other.open().Read(side, frames[0])
	if want := frames[0]; f.Kind == wire.SSE && (want.Event != f.Event || want.ID != f.ID || want.Retry != f.Retry) {
		t.Errorf("frame %d has other fields: %q", f.Index, raw)
	}
	if says.State == "" && got.State == "TASK_STATE_UNSPECIFIED" {
		got.State = "" // a truncated document has no state; the written one may
	}
	if got.Doc, says.Doc = nil, nil; !reflect.DeepEqual(got, says) {
		t.Errorf("side %s, frame %d is read as\n%+v, it was\n%+v\n%q", side, f.Index, got, says, raw)
	}
}

// TestCorpusIsWrittenAgain reads every frame, writes its document, and reads the same back.
func TestCorpusIsWrittenAgain(t *testing.T) {
	kinds := map[string]int{}
	for _, c := range corpus(t) {
		t.Run(c.name, func(t *testing.T) {
			for _, side := range []wire.Side{wire.Request, wire.Response} {
				for _, f := range c.frames(side) {
					p := c.open()
					says := p.Read(side, f)
					kinds[says.Kind]++
					if says.Doc != nil {
						c.again(t, p, side, f, says)
					}
				}
			}
		})
	}
	for _, k := range []string{"call", "task", "message", "status", "artifact", "error", "push", "tasks", "card", "comment", ""} {
		if kinds[k] == 0 {
			t.Errorf("no frame is a %q", k)
		}
	}
	t.Log(kinds)
}
