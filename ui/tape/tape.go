package tape

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/body"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
	"github.com/a2a-console/a2a-console/ui/host"
)

const (
	ReadStep  = 4 << 20        // bytes of a stream read from the record at a time
	bodyLimit = body.BodyLimit // bytes of a body that is read as a whole
)

// Tape follows one recorded exchange. It reads what is new and folds it, so that all views of the
// exchange share the work. Hold mu while using its fields.
type Tape struct {
	mu              sync.Mutex
	X               wire.Exchange
	Call            a2a.Reading // the request
	Fold            *stream.Fold
	Reader          *reading.Reader // nil until the request is complete
	Frames          int             // of the response, including comments; 0 for a single document
	CommentCount    int             // comments among Frames, which only keep a connection open
	next            int64           // response bytes read so far
	HeadProblems    []a2a.Problem   // found in the head of a stream
	EndProblems     []a2a.Problem   // found only at the end
	Echo            *a2a.Message    // the client's last message as the last task repeats it; nil if it does not
	Done            bool
	RequestPassages []wire.Passage // of the request, if it did not pass unchanged
	EventPassages   []wire.Passage // of events that did not pass unchanged, in order

	ownRows map[int]bool   // events that get a row because of how they passed
	altered map[int]string // beginning of what was sent instead, by index on the sent side
}

// Streams reports whether the response is a stream of events, as far as is known.
func (t *Tape) Streams() bool { return t.Reader != nil && t.Reader.Streams() }

// Framed reports whether the response consists of frames: events, or the
// message of a gRPC response.
func (t *Tape) Framed() bool {
	return t.Streams() || t.Reader != nil && t.Reader.Framing() == wire.GRPC
}

// Events counts the events of a stream so far without comments, including
// those that are not on record.
func (t *Tape) Events() int {
	if t.X.ResponseKept < t.X.ResponseBytes {
		return max(t.Frames-t.CommentCount, t.X.Frames)
	}
	return t.Frames - t.CommentCount
}

// heldBytes returns how many bytes of bodies the tape's readings keep in memory.
func (t *Tape) heldBytes() int64 {
	if t.Reader == nil {
		return 0
	}
	return t.Reader.Size()
}

// advance brings the tape up to x, the current state of the exchange. cardOf returns an agent's
// card by origin, or nil while it is unknown. Hold mu.
func (t *Tape) advance(ctx context.Context, lib host.Library, cardOf func(origin string) *a2a.Card, x wire.Exchange) error {
	if x.Version < t.X.Version || x.Version == t.X.Version && t.Done {
		return nil
	}
	t.X = x
	if err := t.readPassed(ctx, lib); err != nil {
		return err
	}
	if !t.Done {
		if t.Reader == nil && x.RequestDone.IsZero() && x.Ended.IsZero() {
			return nil
		}
		if err := t.read(ctx, lib, cardOf); err != nil {
			return err
		}
	}
	if err := t.readAltered(ctx, lib); err != nil {
		return err
	}
	// The record gets its labels a moment later; the reader computes the same ones.
	if t.X.Labels.Op == "" && t.X.Origin != wire.Model {
		t.X.Labels = t.Reader.Labels()
	}
	return nil
}

func (t *Tape) read(ctx context.Context, lib host.Library, cardOf func(origin string) *a2a.Card) error {
	now := t.X
	now.Ended, now.Outcome = time.Time{}, wire.Open // until all of it was read
	if t.Reader == nil {
		t.Fold = stream.New(t.X.Started)
		r := reading.New(&now, reading.Options{Hint: dialect.HintOf(t.X.Labels.Dialect, cardOf(t.X.Agent)), Light: true, Each: t.take})
		if _, err := t.feed(ctx, lib, r, wire.Request, 0); err != nil {
			return err
		}
		t.Reader = r
	}
	t.Reader.Update(&now)
	if t.X.Response.Status != 0 {
		next, err := t.feed(ctx, lib, t.Reader, wire.Response, t.next)
		if t.next = next; err != nil {
			return err
		}
	}
	if !t.X.Ended.IsZero() {
		t.Reader.Update(&t.X)
		t.Fold.End()
		t.EndProblems, t.Done = t.Reader.Ended(), true
	}
	t.Call = t.Reader.Request()
	return nil
}

// feed gives a reader the recorded bytes of a side from an offset, and returns where they end.
func (t *Tape) feed(ctx context.Context, lib host.Library, r *reading.Reader, side wire.Side, from int64) (int64, error) {
	for {
		chunks, err := lib.Chunks(ctx, t.X.ID, side, from, ReadStep)
		if err != nil {
			return from, fmt.Errorf("read the bodies of %s: %w", t.X.ID, err)
		}
		start := from
		for _, c := range chunks {
			data := c.Data[min(max(from-c.Offset, 0), int64(len(c.Data))):]
			from = max(from, c.Offset+int64(len(c.Data)))
			r.Feed(side, c.At, data)
		}
		if from == start {
			return from, nil
		}
	}
}

// take folds a piece of the response. An error that ended a gRPC call, or a call with no
// recorded end, is in no message.
func (t *Tape) take(p reading.Piece) {
	r := p.Reading
	e := stream.Event{At: p.Frame.Complete, Offset: p.Frame.Offset, Size: p.Frame.Length, Comment: p.Comment(), Reading: r}
	switch {
	case p.Part == reading.Body:
		e.At, e.Size = t.X.LastByte, t.X.ResponseBytes
	case p.Part == reading.Event:
		if t.Frames++; e.Comment {
			t.CommentCount++
		}
		e.OwnRow = t.ownRows[t.Frames]
	case r.Kind == a2a.KindError, r.Binding == a2a.GRPC && len(r.Problems) > 0:
	default:
		t.HeadProblems = append(t.HeadProblems, r.Problems...)
		return
	}
	if r.Result != nil && r.Result.Task != nil {
		t.Echo = nil
		for i, m := range slices.Backward(r.Result.Task.History) {
			if m.Role == a2a.User {
				t.Echo = &r.Result.Task.History[i]
				break
			}
		}
	}
	t.Fold.Add(e)
}

// Content is the body of a side.
type Content struct {
	Data         []byte // decoded
	Coding       string // the Content-Encoding that was removed
	RecordedSize int64  // bytes on record, encoded
	Err          error  // why it could not be decoded completely; nil if it could
}

// SideBody reads and decodes a side's body, up to bodyLimit.
func SideBody(ctx context.Context, lib host.Library, x wire.Exchange, side wire.Side) ([]byte, error) {
	c, err := SideContent(ctx, lib, x, side)
	return c.Data, err
}

// SideContent reads and decodes a side's body, up to bodyLimit.
func SideContent(ctx context.Context, lib host.Library, x wire.Exchange, side wire.Side) (Content, error) {
	chunks, err := lib.Chunks(ctx, x.ID, side, 0, bodyLimit)
	if err != nil {
		return Content{}, fmt.Errorf("read the bodies of %s: %w", x.ID, err)
	}
	h := headOf(x, side).Header
	c := Content{Coding: h.Get("Content-Encoding")}
	for _, k := range chunks {
		c.RecordedSize += int64(len(k.Data))
	}
	var b bytes.Buffer
	b.Grow(int(c.RecordedSize))
	for _, k := range chunks {
		b.Write(k.Data)
	}
	c.Data, c.Err = coding.Decode(h, b.Bytes(), coding.NewBudget(coding.MaxDecodedBytes))
	if c.Err != nil && len(c.Data) == 0 {
		c.Data = b.Bytes() // unknown encoding: shown as it is
	}
	return c, nil
}

func headOf(x wire.Exchange, side wire.Side) wire.Head {
	switch {
	case side == wire.RequestSent && x.RequestSent != nil:
		return *x.RequestSent
	case side == wire.ResponseSent && x.ResponseSent != nil:
		return *x.ResponseSent
	case side.IsRequest():
		return x.Request
	}
	return x.Response
}

// cache keeps the recently used tapes, so that a page, its stream and a second tab share
// one. Safe for concurrent use.
type cache struct {
	mu     sync.Mutex
	tapes  map[string]*Tape
	weight map[string]int64 // bytes that each holds
	order  []string         // least recently used first
}

// Limits of a cache. The most recently used tape stays, however large.
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

func (s *cache) weigh(id string, bytes int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tapes[id] != nil {
		s.weight[id] = bytes
		s.shrink()
	}
}

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
	return s.ForExchange(ctx, x)
}

// ForExchange is Get for an exchange that was just read. It reads nothing if the exchange has ended
// and has not changed since.
func (s *Tapes) ForExchange(ctx context.Context, x wire.Exchange) (t *Tape, release func(), err error) {
	t = s.cache.get(x.ID)
	t.mu.Lock()
	if err := t.advance(ctx, s.Library, s.cardOf, x); err != nil {
		t.mu.Unlock()
		return nil, nil, err
	}
	s.cache.weigh(x.ID, t.heldBytes())
	return t, sync.OnceFunc(t.mu.Unlock), nil
}
