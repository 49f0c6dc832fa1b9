package reading

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/body"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

type Options struct {
	dialect.Hint
	Light bool        // keep no artifacts, however long the stream: Task is nil
	Each  func(Piece) // called with each piece of the response in order; may be nil

	// OnRequest is called with the identity that the request shows, before anything of the response is read.
	// It may be nil.
	OnRequest func(*wire.Exchange, a2a.Identity)
}

// Reader reads one exchange. For an open stream it keeps only labels, the task and one unfinished frame. Not
// safe for concurrent use.
type Reader struct {
	opts   Options
	x      wire.Exchange // as last known
	budget *coding.Budget

	requestBody   *body.Cutter
	isRequestRead bool
	pieces        *dialect.Reader
	request       dialect.Message

	early     []wire.Chunk // of the response, from before the request was complete or the head arrived
	waiting   int          // bytes of early
	begun     bool         // feeding the response to answers began
	answers   *body.Cutter
	headed    bool
	finishing bool // no more bytes will arrive
	byTap     bool // a tap answered instead of the agent
	stopped   bool
	ended     []a2a.Problem
}

// Placeholders for a request and a response that are not read yet.
var (
	unread     = new(dialect.Reader)
	unanswered = new(body.Cutter)
)

// New starts reading an exchange. x needs only the method, URL and request head.
func New(x *wire.Exchange, o Options) *Reader {
	b := coding.NewBudget(coding.MaxDecodedBytes)
	return &Reader{opts: o, x: *x, budget: b, requestBody: body.NewWhole(x.Request.Header, b), pieces: unread, answers: unanswered}
}

// Feed takes a side's next bytes. It does not retain p.
func (r *Reader) Feed(side wire.Side, at time.Time, p []byte) {
	switch {
	case r.stopped || side != wire.Request && side != wire.Response:
	case side == wire.Request:
		if !r.isRequestRead && r.x.Response.Framing() != wire.WebSocket {
			r.requestBody.Feed(at, p, nil)
		}
	case !r.begun:
		r.early = append(r.early, wire.Chunk{At: at, Data: append([]byte(nil), p...)})
		r.waiting += len(p)
	default:
		r.answers.Feed(at, p, r.frame)
		r.head()
	}
}

// Update takes the current state of the exchange, other than its bodies. The request is read once it is done,
// then the response's head. When the exchange has ended and all bytes were fed, Update reads what only the
// end shows.
func (r *Reader) Update(x *wire.Exchange) {
	if r.stopped {
		return
	}
	r.x = *x
	if !x.RequestDone.IsZero() || !x.Ended.IsZero() {
		r.ask()
	}
	if r.isRequestRead && x.Response.Status != 0 {
		r.answer()
	}
	if !x.Ended.IsZero() {
		r.Finish()
	}
}

// Stop makes the reader ignore everything that follows.
func (r *Reader) Stop() { r.stopped = true }

// ask reads the request if it has not been read.
func (r *Reader) ask() {
	if r.isRequestRead {
		return
	}
	r.isRequestRead = true
	m := dialect.RequestHead(&r.x)
	r.requestBody.Close(r.x.RequestDone, func(f wire.Frame) { m.Body = f.Data })
	m.Coding = r.fault(wire.Request)
	cut := m.Coding != nil && !errors.Is(m.Coding, coding.ErrPlain)
	if r.x.RequestDone.IsZero() && cut {
		m.Coding = nil // the client left before the body's end
	}
	unread := r.requestBody.Unread()
	if unread != nil && !errors.Is(unread, coding.ErrTooLong) {
		m.Coding = unread
	}
	m.Cut = r.x.RequestDone.IsZero() || r.x.RequestKept < r.x.RequestBytes || errors.Is(r.requestBody.Err(), coding.ErrTooLong) || unread != nil || cut
	r.request = m
	if r.opts.Light {
		r.pieces = dialect.NewLabeller(m, r.opts.Hint)
	} else {
		r.pieces = dialect.NewReader(m, r.opts.Hint)
	}
	if r.opts.OnRequest != nil {
		r.opts.OnRequest(&r.x, r.pieces.Identity())
	}
}

// answer starts reading the response.
func (r *Reader) answer() {
	if r.begun {
		return
	}
	r.begun = true
	r.answers = body.NewCutter(&r.x.Response, r.budget)
	r.head()
	early := r.early
	r.early, r.waiting = nil, 0
	for _, c := range early {
		r.Feed(wire.Response, c.At, c.Data)
	}
}

// head reads the response's head once frames are known to follow.
func (r *Reader) head() {
	kind := r.answers.Kind()
	if r.headed || kind == wire.Body || kind == "" {
		return
	}
	r.headed = true
	m := dialect.ResponseHead(&r.x)
	m.Framing, m.Trailer = kind, nil
	m.Cut = r.finishing && r.answers.Size() == 0 && r.x.Outcome != wire.ByAgent && r.x.Outcome != wire.Cut // nobody saw a byte of it
	at := r.x.Answered
	r.give(Head, wire.Frame{At: at, Complete: at}, r.pieces.Response(m))
}

func (r *Reader) frame(f wire.Frame) {
	if r.stopped {
		return
	}
	r.head()
	switch f.Kind {
	case wire.Body:
		if _, r.byTap = wire.ReadNotice(r.x.Response.Status, r.x.Response.Header, f.Data); r.byTap {
			r.give(Body, f, a2a.Reading{Kind: a2a.KindNone, Raw: f.Data})
			return
		}
		m := dialect.ResponseHead(&r.x)
		m.Framing, m.Body = wire.Body, f.Data
		m.Cut = r.Partial() || r.x.Outcome == wire.Cancelled || len(f.Data) == 0 && r.x.Outcome != wire.ByAgent || r.Err() != nil || r.IsCut()
		r.give(Body, f, r.pieces.Response(m))
	case wire.Comment:
		r.give(Event, f, a2a.Reading{Kind: a2a.KindEmpty})
	default:
		out := r.pieces.Event(f)
		if Torn(&r.x, f) || f.Partial && r.finishing && (r.x.Outcome == wire.Open || r.IsCut()) {
			r.pieces.Forgive(out.Problems)
			out.Problems = nil
		}
		r.give(Event, f, out)
	}
}

func (r *Reader) give(part Part, f wire.Frame, out a2a.Reading) {
	if r.opts.Each != nil {
		r.opts.Each(Piece{Part: part, Frame: f, Reading: out})
	}
}

// Finish ends the input and reads what is left. Problems that only the end shows are reported if
// the exchange has ended and is recorded completely.
func (r *Reader) Finish() {
	if r.stopped {
		return
	}
	r.finishing = true
	r.ask()
	if r.x.Response.Status != 0 {
		r.answer()
		r.answers.Close(r.x.LastByte, r.frame)
		r.head() // of a stream without events
		r.trailer()
	}
	switch {
	case r.stopped || r.byTap || r.x.Outcome == wire.Open || r.Partial():
	case r.Err() != nil:
		if !errors.Is(r.Err(), coding.ErrTooLong) {
			r.ended = r.pieces.Miscoded(r.Err())
		}
	case r.IsCut():
		r.ended = r.pieces.Miscoded(r.fault(wire.Response))
	default:
		r.ended = r.pieces.End(r.x.Outcome)
		if fault := r.fault(wire.Response); errors.Is(fault, coding.ErrPlain) {
			r.ended = append(r.ended, r.pieces.Miscoded(fault)...)
		}
	}
	r.stopped = true
}

// IsCut reports whether the agent ended the response before its encoded body was complete. Other problems of
// the document or stream follow from that.
func (r *Reader) IsCut() bool {
	fault := r.fault(wire.Response)
	return r.x.Outcome == wire.ByAgent && fault != nil && !errors.Is(fault, coding.ErrPlain)
}

// fault returns how a side's body contradicts its Content-Encoding, nil if it does not. It is unknown for an
// encoded body in which secrets were redacted.
func (r *Reader) fault(of wire.Side) error {
	c := r.answers
	if of == wire.Request {
		c = r.requestBody
	}
	fault := c.Fault()
	for _, d := range r.x.Redactions {
		switch {
		case fault == nil || d.Place != of.Place():
		case d.Detail == wire.EncodedWithoutEnd:
			fault = io.ErrUnexpectedEOF // whatever the filler looks like
		case d.Kind == "encoded":
			return nil
		}
	}
	return fault
}

// trailer reads how a gRPC call ended. A call that the agent did not end need not say.
func (r *Reader) trailer() {
	h := r.x.Response.Trailer
	if r.stopped || r.x.Outcome != wire.ByAgent && len(h) == 0 {
		return
	}
	if out := r.pieces.Trailer(h); r.Framing() == wire.GRPC || len(out.Problems) > 0 {
		r.give(Trailer, wire.Frame{At: r.x.Ended, Complete: r.x.Ended}, out)
	}
}

// Record reads a recorded exchange as far as it is recorded.
func Record(ctx context.Context, from wire.Bodies, x *wire.Exchange, o Options) (*Reader, error) {
	r := New(x, o)
	return r, r.Record(ctx, from)
}

// Record reads the exchange as far as it is recorded, or until Stop.
func (r *Reader) Record(ctx context.Context, from wire.Bodies) error {
	return r.ReadAll(func(side wire.Side, take func(wire.Chunk) error) error {
		return wire.EachChunk(ctx, from, r.x.ID, side, take)
	})
}

// ReadAll reads the exchange from chunks, which passes a side's chunks to take until take returns
// wire.ErrStop.
func (r *Reader) ReadAll(chunks func(side wire.Side, take func(wire.Chunk) error) error) error {
	for _, side := range []wire.Side{wire.Request, wire.Response} {
		if side == wire.Response {
			if r.ask(); r.x.Response.Status == 0 {
				break
			}
			r.answer()
		}
		err := chunks(side, func(c wire.Chunk) error {
			if r.Feed(side, c.At, c.Data); r.stopped {
				return wire.ErrStop
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	r.Finish()
	return nil
}

// Request reads only the request of an exchange.
func Request(x *wire.Exchange, body []byte, o Options) *Reader {
	r := New(x, o)
	r.x.RequestDone = x.Started.Add(1) // body is complete
	r.Feed(wire.Request, x.Started, body)
	r.ask()
	return r
}

// Identity returns what is known about version, binding and operation. It can change once, at the response's
// first document.
func (r *Reader) Identity() a2a.Identity { return r.pieces.Identity() }

// Request returns the reading of the request, empty before it was read.
func (r *Reader) Request() a2a.Reading { return r.pieces.Request() }

// RequestBody returns the decoded body of the request.
func (r *Reader) RequestBody() []byte { return r.request.Body }

// Framing returns the framing of the response, "" while unknown.
func (r *Reader) Framing() wire.FrameKind { return r.answers.Kind() }

func (r *Reader) Streams() bool {
	switch r.Framing() {
	case wire.SSE, wire.Line, wire.WebSocket:
		return true
	case wire.GRPC:
		return r.Identity().Op.Streams()
	}
	return false
}

func (r *Reader) Labels() wire.Labels { return r.pieces.Labels() }

// Findings returns the findings so far, one per check.
func (r *Reader) Findings() []wire.Finding { return r.pieces.Findings() }

// Task returns the task so far with its artifacts assembled, nil when there is none. The reader owns it: it
// changes as more is read, and callers must not change it.
func (r *Reader) Task() *a2a.Task { return r.pieces.Task() }

// Ended returns the problems that only the end of the exchange showed.
func (r *Reader) Ended() []a2a.Problem { return r.ended }

// Size returns the decoded bytes read of both bodies.
func (r *Reader) Size() int64 { return r.requestBody.Size() + r.answers.Size() }

// BufferedBytes returns how many bytes the reader holds: of bodies that are one document, and of a
// response that came before its request was complete.
func (r *Reader) BufferedBytes() int {
	return r.requestBody.HeldBytes() + r.waiting + r.answers.HeldBytes()
}

// IsByTap reports whether another console's tap answered in the agent's place, so that nothing in the
// response is the agent's.
func (r *Reader) IsByTap() bool { return r.byTap }

// Err returns why part of the response was not read, nil if all was: it decodes to more than the limit for an
// exchange, is longer than the limit, or has an encoding that the console does not undo.
func (r *Reader) Err() error {
	if err := r.Undone(); errors.Is(err, coding.ErrTooLong) {
		return err
	}
	return r.answers.Unread()
}

// Undone returns why decoding the response failed or stopped early, nil if it did not.
func (r *Reader) Undone() error { return r.answers.Err() }

// Partial reports whether the recording of the response is incomplete.
func (r *Reader) Partial() bool {
	return r.x.HasMissingResponseBytes() || r.x.Outcome == wire.Interrupted || r.x.Outcome == wire.Open
}

// Torn reports whether a frame of the response is incompletely recorded: it adjoins a gap, or was unfinished
// when the console stopped or the client left. The agent is not at fault for what is missing.
func Torn(x *wire.Exchange, f wire.Frame) bool {
	if f.Partial && (x.Outcome == wire.Interrupted || x.Outcome == wire.Cancelled) {
		return true
	}
	end, missing := f.Offset+f.Length, int64(0)
	for _, g := range x.Gaps {
		if g.Side != wire.Response {
			continue
		}
		at := g.Offset - missing // its place in the recorded bytes
		missing += g.Bytes
		if f.Offset <= at && at < end || f.Partial && at == end {
			return true
		}
	}
	return false
}
