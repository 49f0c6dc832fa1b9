package passing

import (
	"bytes"
	"encoding/json"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/body"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/fold"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// call is one exchange while it passes. What is above mu does not change.
type call struct {
	raw     []byte          // the request's body as it came
	request dialect.Message // its encodings undone
	hint    dialect.Hint
	asked   a2a.Reading
	labels  wire.Labels

	mu     sync.Mutex
	reader *dialect.Reader
	answer dialect.Message // the head of the response
	headed bool            // the reader was given it
}

// plain is a body with its encodings undone, as far as that is possible.
func plain(h map[string][]string, b []byte) []byte {
	out, err := coding.Decode(h, b, coding.NewBudget(coding.ReadLimit))
	if err != nil && len(out) == 0 {
		return b
	}
	return out
}

// Labels is what the request says.
func (c *call) Labels() wire.Labels { return c.labels }

// Answered tells the head of the response.
func (c *call) Answered(h *wire.Head) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answer = dialect.Message{Status: h.Status, Header: h.Header.Clone()}
}

// known is what is known of the exchange by now.
func (c *call) known() (a2a.Identity, dialect.Message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.reader.Identity(), c.answer
}

// Read reads a frame.
func (c *call) Read(side wire.Side, f wire.Frame) wire.FrameLabels {
	switch {
	case f.Kind == wire.Comment:
		return wire.FrameLabels{Kind: commentKind}
	case f.Partial: // a piece of something too long, or a beginning without its end
		return wire.FrameLabels{}
	case socket(f.Kind):
		return wire.FrameLabels{Doc: document(f.Data)}
	case side.Asks():
		return c.readRequest(f)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if f.Kind == wire.Body {
		return c.readBody(f)
	}
	if !c.headed {
		c.headed = true
		m := c.answer
		m.Framing = f.Kind
		c.reader.Response(m)
	}
	return says(c.reader.Event(f), &f)
}

// readRequest reads a frame of the request: what was read when it was opened, unless it is
// another.
func (c *call) readRequest(f wire.Frame) wire.FrameLabels {
	first := f.Index == 0
	if first && bytes.Equal(f.Raw, c.raw) || first && f.Kind == wire.GRPC && bytes.HasPrefix(c.raw, f.Raw) {
		return says(c.asked, &f)
	}
	m := c.request
	m.Body, m.Cut = f.Raw, false
	if f.Kind == wire.Body {
		m.Body = plain(m.Header, f.Raw)
	}
	return says(dialect.NewLabeller(m, c.hint).Request(), &f)
}

// readBody reads a response that is one document.
func (c *call) readBody(f wire.Frame) wire.FrameLabels {
	m := c.answer
	m.Body, m.Framing = plain(m.Header, f.Raw), wire.Body
	if len(m.Body) == 0 || body.FramingOf(m.Status, m.Header, m.Body) != wire.Body {
		return wire.FrameLabels{}
	}
	f.Data = m.Body
	return says(c.reader.Response(m), &f)
}

func socket(k wire.FrameKind) bool {
	switch k {
	case wire.WSText, wire.WSBin, wire.WSClose, wire.WSPing, wire.WSPong:
		return true
	}
	return false
}

// commentKind is what keeps a connection open and says nothing.
const commentKind = "comment"

// textLimit bounds the text of a frame, in bytes.
const textLimit = 64 << 10

// says is the reading of a frame in few words.
func says(r a2a.Reading, f *wire.Frame) wire.FrameLabels {
	l := wire.FrameLabels{Text: fold.TextOf(r, textLimit), Doc: documentOf(r, f)}
	if r.Kind != a2a.KindNone && r.Kind != a2a.KindEmpty {
		l.Kind = string(r.Kind)
	}
	if l.Task, l.Context = fold.About(r.Result); r.Call != nil {
		l.Task, l.Context = fold.Asks(r.Call)
	}
	if status := r.Result.TaskStatus(); status != nil {
		l.State = string(status.State)
	}
	if r.Result != nil && r.Result.Artifact != nil {
		l.Artifact, l.Last = r.Result.Artifact.Artifact.ID, r.Result.Artifact.LastChunk
	}
	return l
}

// documentOf is the document of a frame as JSON: repaired where it had to be, nil where it
// is none or one of several.
func documentOf(r a2a.Reading, f *wire.Frame) []byte {
	switch {
	case r.Binding == a2a.GRPC && f.Kind == wire.GRPC:
		return r.Repaired
	case f.Kind != wire.Body && len(bytes.TrimSpace(r.Raw)) != len(bytes.TrimSpace(f.Data)):
		return nil
	case r.Repaired != nil:
		return r.Repaired
	case r.Binding == a2a.JSONRPC && r.Call != nil: // it was read as JSON, which took no repair
		return r.Raw
	}
	return document(r.Raw)
}

// document is what is given, if it is JSON.
func document(b []byte) []byte {
	if !json.Valid(b) {
		return nil
	}
	return b
}
