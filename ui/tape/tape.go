package tape

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
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/stream"
)

const (
	ReadStep   = 4 << 20  // bytes of a stream read from the record at a time
	bodyLimit  = 64 << 20 // bytes of a body that is read whole
	EventLimit = 16 << 20 // bytes of one event
)

// Tape follows one exchange on record: it reads what is new and folds it, so
// that all views of the exchange share the work. Hold mu while using its
// fields.
type Tape struct {
	mu     sync.Mutex
	X      wire.Exchange
	Call   a2a.Reading // the request
	Fold   *stream.Fold
	Reader *dialect.Reader
	split  *wire.Splitter
	next   int64         // response bytes folded so far
	held   int64         // bytes of the bodies that were read, which the readings hold on to
	Ended  []a2a.Problem // what only the end could tell
	Done   bool
	Passed []wire.Passage // how events went on, where not as they came, in their order; read for the Events tab
}

// advance brings the tape up to x, the exchange as it is on record. cardOf is the card of an agent, by its
// origin, nil while it is not known.
// Call it with mu held.
func (t *Tape) advance(ctx context.Context, lib host.Library, cardOf func(origin string) *a2a.Card, x wire.Exchange) error {
	if x.Version < t.X.Version || x.Version == t.X.Version && t.Done {
		return nil
	}
	t.X = x
	if !t.Done {
		if t.Reader == nil && x.RequestDone.IsZero() && x.Ended.IsZero() {
			return nil
		}
		if err := t.read(ctx, lib, cardOf); err != nil {
			return err
		}
	}
	// The record's labels come a moment later; what was read here says the same.
	if t.X.Labels.Op == "" {
		t.X.Labels = t.Reader.Labels()
	}
	return nil
}

// read reads what is new of the exchange.
func (t *Tape) read(ctx context.Context, lib host.Library, cardOf func(origin string) *a2a.Card) error {
	if t.Reader == nil {
		if err := t.readRequest(ctx, lib, cardOf); err != nil {
			return err
		}
	}
	if err := t.readResponse(ctx, lib); err != nil {
		return err
	}
	if !t.X.Ended.IsZero() {
		t.Fold.End()
		if !partial(&t.X, wire.Response) && t.Fold.Unread == 0 {
			t.Ended = t.Reader.End(t.X.Outcome)
		}
		t.Done = true
	}
	return nil
}

func (t *Tape) readRequest(ctx context.Context, lib host.Library, cardOf func(origin string) *a2a.Card) error {
	body, why, err := SideContent(ctx, lib, t.X, wire.Request)
	if err != nil {
		return err
	}
	t.held += int64(len(body))
	t.Fold = stream.New(t.X.Started)
	t.Reader = dialect.NewReader(cut(RequestMessage(t.X, body), why), dialect.HintOf(t.X.Labels.Dialect, cardOf(t.X.Agent)))
	t.Call = t.Reader.Request()
	if partial(&t.X, wire.Request) {
		t.Call.Problems = nil
	}
	return nil
}

func (t *Tape) readResponse(ctx context.Context, lib host.Library) error {
	h := t.X.Response.Header
	if t.X.Response.Status == 0 {
		return nil
	}
	whole := t.X.Response.Framing() == wire.Body || h.Get("Content-Encoding") != ""
	if whole && t.X.Ended.IsZero() {
		return nil
	}
	if t.split == nil {
		t.split = wire.NewSplitter(t.X.Response.Framing(), EventLimit)
		if t.X.Response.Framing() != wire.Body {
			head := t.Reader.Response(dialect.Message{Status: t.X.Response.Status, Header: h})
			t.failed(head, t.X.Answered)
		}
	}
	if whole {
		return t.readWhole(ctx, lib)
	}
	return t.readStream(ctx, lib)
}

func (t *Tape) readWhole(ctx context.Context, lib host.Library) error {
	body, why, err := SideContent(ctx, lib, t.X, wire.Response)
	if err != nil {
		return err
	}
	t.held += int64(len(body))
	if t.X.Response.Framing() != wire.Body {
		wire.EachFrame(t.X.Response.Framing(), EventLimit, []wire.Chunk{{At: t.X.LastByte, Data: body}}, func(f wire.Frame) bool {
			t.take([]wire.Frame{f})
			return true
		})
		return nil
	}
	r := t.Reader.Response(cut(dialect.Message{Status: t.X.Response.Status, Header: t.X.Response.Header, Body: body}, why))
	if partial(&t.X, wire.Response) {
		r.Problems = nil
	}
	t.Fold.Add(stream.Event{At: t.X.LastByte, Size: t.X.ResponseBytes, Reading: r})
	return nil
}

func (t *Tape) readStream(ctx context.Context, lib host.Library) error {
	for {
		chunks, err := lib.Chunks(ctx, t.X.ID, wire.Response, t.next, ReadStep)
		if err != nil {
			return fmt.Errorf("read the stream of %s: %w", t.X.ID, err)
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
	if !t.X.Ended.IsZero() {
		t.take(t.split.Close(t.X.Ended))
		if t.X.Outcome == wire.ByAgent || len(t.X.Response.Trailer) > 0 {
			t.failed(t.Reader.Trailer(t.X.Response.Trailer), t.X.Ended)
		}
	}
	return nil
}

// failed adds the error that a gRPC call ended with, or that nothing tells how it
// ended: neither stands in a message.
func (t *Tape) failed(r a2a.Reading, at time.Time) {
	if r.Kind == a2a.KindError || len(r.Problems) > 0 && r.Binding == a2a.GRPC {
		t.Fold.Add(stream.Event{At: at, Reading: r})
	}
}

func (t *Tape) take(frames []wire.Frame) {
	for _, f := range frames {
		e := stream.Event{At: f.Complete, Offset: f.Offset, Size: f.Length, Comment: f.Kind == wire.Comment}
		if !e.Comment && !t.Fold.Full() {
			e.Reading = t.Reader.Event(f)
			if Torn(&t.X, f) {
				e.Reading.Problems = nil
			}
		}
		t.Fold.Add(e)
	}
}

// SideBody reads a side's body, decoded, up to a limit.
func SideBody(ctx context.Context, lib host.Library, x wire.Exchange, side wire.Side) ([]byte, error) {
	data, _, err := SideContent(ctx, lib, x, side)
	return data, err
}

// SideContent is sideBody, and why not all of the body could be decoded; nil
// when it could.
func SideContent(ctx context.Context, lib host.Library, x wire.Exchange, side wire.Side) (data []byte, why, err error) {
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

func RequestMessage(x wire.Exchange, body []byte) dialect.Message {
	h := x.Request.Header
	if h == nil {
		h = http.Header{}
	}
	return dialect.Message{Method: x.Method, URL: x.URL, Header: h, Body: body}
}

// cache keeps the tapes used last, so that a page, its stream and a second tab
// share one. Safe for concurrent use.
type cache struct {
	mu     sync.Mutex
	tapes  map[string]*Tape
	weight map[string]int64 // bytes that each holds
	order  []string         // least recently used first
}

// What a cache holds. The tape used last stays, however much it holds.
const (
	cacheSize  = 48
	cacheBytes = 8 << 20
)

func newCache() *cache { return &cache{tapes: map[string]*Tape{}, weight: map[string]int64{}} }

func (s *cache) get(id string) *Tape {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tapes[id]
	if t == nil {
		t = &Tape{X: wire.Exchange{ID: id}}
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
func (s *cache) weigh(id string, bytes int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tapes[id] != nil {
		s.weight[id] = bytes
		s.shrink()
	}
}

// shrink drops what was used least recently.
func (s *cache) shrink() {
	var sum int64
	for _, n := range s.weight {
		sum += n
	}
	for len(s.order) > 1 && (len(s.order) > cacheSize || sum > cacheBytes) {
		id := s.order[0]
		sum -= s.weight[id]
		delete(s.tapes, id)
		delete(s.weight, id)
		s.order = s.order[1:]
	}
}

// Get returns an exchange's tape, up to date and locked. Call release, at least once.
func (s *Tapes) Get(ctx context.Context, id string) (t *Tape, release func(), err error) {
	x, err := s.Library.Exchange(ctx, id)
	if err != nil {
		return nil, nil, fmt.Errorf("read exchange %s: %w", id, err)
	}
	return s.Of(ctx, x)
}

// Of is Get for an exchange that was just read: nothing is read of one that has ended
// and has not changed since.
func (s *Tapes) Of(ctx context.Context, x wire.Exchange) (t *Tape, release func(), err error) {
	t = s.cache.get(x.ID)
	t.mu.Lock()
	if err := t.advance(ctx, s.Library, s.cardOf, x); err != nil {
		t.mu.Unlock()
		return nil, nil, err
	}
	s.cache.weigh(x.ID, t.held)
	return t, sync.OnceFunc(t.mu.Unlock), nil
}
