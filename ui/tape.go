package ui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
	"github.com/a2a-console/a2a-console/ui/stream"
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
	held   int64         // bytes of the bodies that were read, which the readings hold on to
	ended  []a2a.Problem // what only the end could tell
	done   bool
	passed []wire.Passage // how events went on, where not as they came, in their order; read for the Events tab
}

// advance brings the tape up to the record. cardOf is the card of an agent, by its
// origin, nil while it is not known.
// Call it with mu held.
func (t *tape) advance(ctx context.Context, lib Library, cardOf func(origin string) *a2a.Card) error {
	x, err := lib.Exchange(ctx, t.x.ID)
	if err != nil {
		return fmt.Errorf("read exchange %s: %w", t.x.ID, err)
	}
	t.x = x
	if !t.done {
		if t.reader == nil && x.RequestDone.IsZero() && x.Ended.IsZero() {
			return nil
		}
		if err := t.read(ctx, lib, cardOf); err != nil {
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
func (t *tape) read(ctx context.Context, lib Library, cardOf func(origin string) *a2a.Card) error {
	if t.reader == nil {
		if err := t.readRequest(ctx, lib, cardOf); err != nil {
			return err
		}
	}
	if err := t.readResponse(ctx, lib); err != nil {
		return err
	}
	if !t.x.Ended.IsZero() {
		t.fold.End()
		if !partial(&t.x, wire.Response) && t.fold.Unread == 0 {
			t.ended = t.reader.End(t.x.Outcome)
		}
		t.done = true
	}
	return nil
}

func (t *tape) readRequest(ctx context.Context, lib Library, cardOf func(origin string) *a2a.Card) error {
	body, why, err := sideContent(ctx, lib, t.x, wire.Request)
	if err != nil {
		return err
	}
	t.held += int64(len(body))
	t.fold = stream.New(t.x.Started)
	t.reader = dialect.NewReader(cut(requestMessage(t.x, body), why), dialect.Hint{Card: cardOf(t.x.Agent)})
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
	whole := t.x.Response.Framing() == wire.Body || h.Get("Content-Encoding") != ""
	if whole && t.x.Ended.IsZero() {
		return nil
	}
	if t.split == nil {
		t.split = wire.NewSplitter(t.x.Response.Framing(), eventLimit)
		if t.x.Response.Framing() != wire.Body {
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
	body, why, err := sideContent(ctx, lib, t.x, wire.Response)
	if err != nil {
		return err
	}
	t.held += int64(len(body))
	if t.x.Response.Framing() != wire.Body {
		wire.EachFrame(t.x.Response.Framing(), eventLimit, []wire.Chunk{{At: t.x.LastByte, Data: body}}, func(f wire.Frame) bool {
			t.take([]wire.Frame{f})
			return true
		})
		return nil
	}
	r := t.reader.Response(cut(dialect.Message{Status: t.x.Response.Status, Header: t.x.Response.Header, Body: body}, why))
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
			t.held += int64(len(data))
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
		if !e.Comment && !t.fold.Full() {
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
	data, _, err := sideContent(ctx, lib, x, side)
	return data, err
}

// sideContent is sideBody, and why not all of the body could be decoded; nil
// when it could.
func sideContent(ctx context.Context, lib Library, x wire.Exchange, side wire.Side) (data []byte, why, err error) {
	chunks, err := lib.Chunks(ctx, x.ID, side, 0, bodyLimit)
	if err != nil {
		return nil, nil, fmt.Errorf("read the bodies of %s: %w", x.ID, err)
	}
	h := x.Response.Header
	if side == wire.Request {
		h = x.Request.Header
	}
	size := 0
	for _, c := range chunks {
		size += len(c.Data)
	}
	var b bytes.Buffer
	b.Grow(size)
	for _, c := range chunks {
		b.Write(c.Data)
	}
	decoded, why := coding.Decode(h, b.Bytes(), coding.NewBudget(coding.ReadLimit))
	if why != nil && len(decoded) == 0 {
		return b.Bytes(), why, nil // unknown encoding: read, and shown, as it is
	}
	return decoded, why, nil
}

// cut marks a message whose body unfolds to more than is read.
func cut(m dialect.Message, why error) dialect.Message {
	m.Cut = errors.Is(why, coding.ErrTooLong)
	return m
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
	mu     sync.Mutex
	tapes  map[string]*tape
	weight map[string]int64 // bytes that each holds
	order  []string         // least recently used first
}

// What a shelf holds. The tape used last stays, however much it holds.
const (
	shelfSize  = 48
	shelfBytes = 8 << 20
)

func newShelf() *shelf { return &shelf{tapes: map[string]*tape{}, weight: map[string]int64{}} }

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
	s.shrink()
	return t
}

// weigh notes how much a tape holds now.
func (s *shelf) weigh(id string, bytes int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tapes[id] != nil {
		s.weight[id] = bytes
		s.shrink()
	}
}

// shrink drops what was used least recently.
func (s *shelf) shrink() {
	var sum int64
	for _, n := range s.weight {
		sum += n
	}
	for len(s.order) > 1 && (len(s.order) > shelfSize || sum > shelfBytes) {
		id := s.order[0]
		sum -= s.weight[id]
		delete(s.tapes, id)
		delete(s.weight, id)
		s.order = s.order[1:]
	}
}

// tape returns an exchange's tape, up to date and locked. Call release.
func (s *Server) tape(ctx context.Context, id string) (t *tape, release func(), err error) {
	t = s.shelf.get(id)
	t.mu.Lock()
	if err := t.advance(ctx, s.Library, s.cardOf); err != nil {
		t.mu.Unlock()
		return nil, nil, err
	}
	s.shelf.weigh(id, t.held)
	return t, t.mu.Unlock, nil
}
