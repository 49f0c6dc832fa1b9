package ui

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/a2a/dialect"
	"github.com/a2a-console/a2a-console/ui/stream"
	"github.com/a2a-console/a2a-console/wire"
	"github.com/a2a-console/a2a-console/wire/coding"
)

const (
	readStep   = 4 << 20  // bytes of a stream read from the record at a time
	bodyLimit  = 64 << 20 // bytes of a body that is read whole
	eventLimit = 16 << 20 // bytes of one event
)

// tape follows one exchange on record: it reads what is new and folds it, so
// that all views of the exchange share the work. Hold mu while using its
// fields.
type tape struct {
	mu     sync.Mutex
	x      wire.Exchange
	call   a2a.Reading // the request
	fold   *stream.Fold
	reader *dialect.Reader
	split  *wire.Splitter
	next   int64         // response bytes folded so far
	ended  []a2a.Problem // what only the end could tell
	done   bool
	passed []wire.Passage // how events went on, where not as they came, in their order; read for the Events tab
}

// advance brings the tape up to the record. cards knows agents by their origin.
// Call it with mu held.
func (t *tape) advance(ctx context.Context, lib Library, cards *cards) error {
	x, err := lib.Exchange(ctx, t.x.ID)
	if err != nil {
		return fmt.Errorf("read exchange %s: %w", t.x.ID, err)
	}
	t.x = x
	if !t.done {
		if t.reader == nil && x.RequestDone.IsZero() && x.Ended.IsZero() {
			return nil
		}
		if err := t.read(ctx, lib, cards); err != nil {
			return err
		}
	}
	// The record's labels come a moment later; what was read here says the same.
	if t.x.Labels.Op == "" {
		t.x.Labels = t.reader.Labels()
	}
	return nil
}

// read reads what is new of the exchange.
func (t *tape) read(ctx context.Context, lib Library, cards *cards) error {
	if t.reader == nil {
		if err := t.readRequest(ctx, lib, cards); err != nil {
			return err
		}
	}
	if err := t.readResponse(ctx, lib); err != nil {
		return err
	}
	if !t.x.Ended.IsZero() {
		t.fold.End()
		if !partial(&t.x, wire.Response) {
			t.ended = t.reader.End(t.x.Outcome)
		}
		t.done = true
	}
	return nil
}

func (t *tape) readRequest(ctx context.Context, lib Library, cards *cards) error {
	body, err := sideBody(ctx, lib, t.x, wire.Request)
	if err != nil {
		return err
	}
	t.fold = stream.New(t.x.Started)
	t.reader = dialect.NewReader(requestMessage(t.x, body), dialect.Hint{Card: cards.get(t.x.Agent).card()})
	t.call = t.reader.Request()
	if partial(&t.x, wire.Request) {
		t.call.Problems = nil
	}
	return nil
}

func (t *tape) readResponse(ctx context.Context, lib Library) error {
	h := t.x.Response.Header
	if t.x.Response.Status == 0 {
		return nil
	}
	whole := wire.FramingOf(h) == wire.Body || h.Get("Content-Encoding") != ""
	if whole && t.x.Ended.IsZero() {
		return nil
	}
	if t.split == nil {
		t.split = wire.NewSplitter(wire.FramingOf(h), eventLimit)
		if wire.FramingOf(h) != wire.Body {
			head := t.reader.Response(dialect.Message{Status: t.x.Response.Status, Header: h})
			t.failed(head, t.x.Answered)
		}
	}
	if whole {
		return t.readWhole(ctx, lib)
	}
	return t.readStream(ctx, lib)
}

func (t *tape) readWhole(ctx context.Context, lib Library) error {
	body, err := sideBody(ctx, lib, t.x, wire.Response)
	if err != nil {
		return err
	}
	if wire.FramingOf(t.x.Response.Header) != wire.Body {
		t.take(append(t.split.Feed(t.x.LastByte, body), t.split.Close(t.x.Ended)...))
		return nil
	}
	r := t.reader.Response(dialect.Message{Status: t.x.Response.Status, Header: t.x.Response.Header, Body: body})
	if partial(&t.x, wire.Response) {
		r.Problems = nil
	}
	t.fold.Add(stream.Event{At: t.x.LastByte, Size: t.x.ResponseBytes, Reading: r})
	return nil
}

func (t *tape) readStream(ctx context.Context, lib Library) error {
	for {
		chunks, err := lib.Chunks(ctx, t.x.ID, wire.Response, t.next, readStep)
		if err != nil {
			return fmt.Errorf("read the stream of %s: %w", t.x.ID, err)
		}
		for _, c := range chunks {
			data := c.Data
			if skip := t.next - c.Offset; skip > 0 {
				data = data[min(skip, int64(len(data))):]
			}
			t.next = c.Offset + int64(len(c.Data))
			t.take(t.split.Feed(c.At, data))
		}
		if len(chunks) == 0 {
			break
		}
	}
	if !t.x.Ended.IsZero() {
		t.take(t.split.Close(t.x.Ended))
		if t.x.Outcome == wire.ByAgent || len(t.x.Response.Trailer) > 0 {
			t.failed(t.reader.Trailer(t.x.Response.Trailer), t.x.Ended)
		}
	}
	return nil
}

// failed adds the error that a gRPC call ended with, or that nothing tells how it
// ended: neither stands in a message.
func (t *tape) failed(r a2a.Reading, at time.Time) {
	if r.Kind == a2a.KindError || len(r.Problems) > 0 && r.Binding == a2a.GRPC {
		t.fold.Add(stream.Event{At: at, Reading: r})
	}
}

func (t *tape) take(frames []wire.Frame) {
	for _, f := range frames {
		e := stream.Event{At: f.Complete, Offset: f.Offset, Size: f.Length, Comment: f.Kind == wire.Comment}
		if !e.Comment {
			e.Reading = t.reader.Event(f)
			if torn(&t.x, f) {
				e.Reading.Problems = nil
			}
		}
		t.fold.Add(e)
	}
}

// sideBody reads a side's body, decoded, up to a limit.
func sideBody(ctx context.Context, lib Library, x wire.Exchange, side wire.Side) ([]byte, error) {
	chunks, err := lib.Chunks(ctx, x.ID, side, 0, bodyLimit)
	if err != nil {
		return nil, fmt.Errorf("read the bodies of %s: %w", x.ID, err)
	}
	var b bytes.Buffer
	for _, c := range chunks {
		b.Write(c.Data)
	}
	h := x.Response.Header
	if side == wire.Request {
		h = x.Request.Header
	}
	if h.Get("Content-Encoding") == "" {
		return b.Bytes(), nil
	}
	decoded, err := coding.Decode(h, b.Bytes(), bodyLimit)
	if err != nil && len(decoded) == 0 {
		return b.Bytes(), nil // unknown encoding: read, and shown, as it is
	}
	return decoded, nil
}

func requestMessage(x wire.Exchange, body []byte) dialect.Message {
	h := x.Request.Header
	if h == nil {
		h = http.Header{}
	}
	return dialect.Message{Method: x.Method, URL: x.URL, Header: h, Body: body}
}

// shelf keeps the tapes used last, so that a page, its stream and a second tab
// share one. Safe for concurrent use.
type shelf struct {
	mu    sync.Mutex
	tapes map[string]*tape
	order []string // least recently used first
}

const shelfSize = 48

func newShelf() *shelf { return &shelf{tapes: map[string]*tape{}} }

func (s *shelf) get(id string) *tape {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tapes[id]
	if t == nil {
		t = &tape{x: wire.Exchange{ID: id}}
		s.tapes[id] = t
	}
	for i, o := range s.order {
		if o == id {
			s.order = append(s.order[:i], s.order[i+1:]...)
			break
		}
	}
	s.order = append(s.order, id)
	if len(s.order) > shelfSize {
		delete(s.tapes, s.order[0])
		s.order = s.order[1:]
	}
	return t
}

// tape returns an exchange's tape, up to date and locked. Call release.
func (s *Server) tape(ctx context.Context, id string) (t *tape, release func(), err error) {
	t = s.shelf.get(id)
	t.mu.Lock()
	if err := t.advance(ctx, s.Library, s.cards); err != nil {
		t.mu.Unlock()
		return nil, nil, err
	}
	return t, t.mu.Unlock, nil
}
