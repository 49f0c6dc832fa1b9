package proxy

import (
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// gateRead is how much a response's stage reads at a time, in bytes. It is little, since
// each held event keeps it. What is read of a request at its gate is the rest of a long one.
const gateRead = 4 << 10

// stage is a gate at work. It is the wire.Out of its gate.
type stage struct {
	flow       *flow
	gate       wire.Gate
	came, goes wire.Side
	cut        *wire.Splitter

	ctx    context.Context // ends with the exchange
	cancel context.CancelFunc
	// waits is what the gate waits by. It ends also when it is of no use to wait any
	// longer, because whom it comes from, or whom it is for, has gone.
	waits  context.Context
	giveUp context.CancelCauseFunc

	shape  func(raw []byte, first bool) []byte // makes of what is sent what the other end reads; nil: as it is
	record bool                                // what is sent goes on record as it is sent
	to     func(p []byte) error                // sends on
	unsent bool                                // nothing is sent, whatever the gate says

	share      share // of what is held
	unsendable error // why something could not be sent
	frame      int   // the one at hand
	sent       int   // frames sent so far
	bytes      int64 // bytes sent so far
	passed     bool  // a frame was not forwarded unchanged
}

// newStage returns the stage of a gate. ctx ends with the exchange.
func (x *flow) newStage(ctx context.Context, g wire.Gate, came wire.Side, framing wire.FrameKind) *stage {
	s := &stage{flow: x, gate: g, came: came, goes: came + wire.RequestSent, cut: wire.NewSplitter(framing, wire.GateFrame), record: true}
	s.share = share{of: x.tap.opts.held, flow: x}
	s.ctx, s.cancel = context.WithCancel(ctx)
	s.waits, s.giveUp = context.WithCancelCause(s.ctx)
	return s
}

// pass takes what comes through the gate until it ends. It returns io.EOF when
// all went well, else why the direction broke off.
func (s *stage) pass(from io.Reader) error {
	defer s.share.keep(0)
	buf := make([]byte, gateRead)
	if s.came == wire.Request {
		buf = make([]byte, segment)
	}
	for {
		n, err := from.Read(buf)
		if broke := s.feed(buf[:n], err != nil && s.ctx.Err() == nil); broke != nil {
			return broke
		}
		if errors.Is(err, io.EOF) {
			if broke := s.end(); broke != nil {
				return broke
			}
		}
		if err != nil {
			return err
		}
	}
}

// feed gives the gate the frames that p completes; last says that nothing follows.
func (s *stage) feed(p []byte, last bool) error {
	at := s.flow.clock.Now()
	frames := s.cut.Feed(at, p)
	if last {
		frames = append(frames, s.cut.Close(at)...)
	}
	for _, f := range frames {
		if err := s.one(f); err != nil {
			return err
		}
	}
	return nil
}

// one gives the gate a frame.
func (s *stage) one(f wire.Frame) error {
	s.frame = f.Index
	waits, leave := s.share.enter(s.waits, len(f.Raw))
	err := s.gate.Frame(waits, f, s)
	leave()
	if k, ok := s.gate.(wire.Keeper); ok {
		s.share.keep(k.Kept())
	}
	s.frame++
	return s.failed(err)
}

// failed is why a direction ends whose gate returned err. A gate that could not send, since
// the exchange is over or whom it sends to has gone, held nothing.
func (s *stage) failed(err error) error {
	if s.unsendable != nil && errors.Is(err, s.unsendable) {
		return err
	}
	return gateFailed(err)
}

// head gives the gate the head that is about to be sent.
func (s *stage) head(h *wire.Head) error {
	waits, leave := s.share.enter(s.waits, 0)
	err := gateFailed(s.gate.Head(waits, h))
	leave()
	if h.Header == nil {
		h.Header = http.Header{}
	}
	return err
}

// end tells the gate that all came.
func (s *stage) end() error { return s.failed(s.gate.End(s.waits, s)) }

// Send is of wire.Out.
func (s *stage) Send(p wire.Passage, raw []byte) error {
	if s.unsendable = s.ctx.Err(); s.unsendable != nil {
		return s.unsendable
	}
	p.Side, p.Frame, p.Sent, p.At = s.came, s.frame-p.Back, s.sent, s.flow.clock.Now()
	p.Back = 0
	if p.How == wire.Dropped {
		raw = nil
	}
	if p.How == wire.Dropped || s.unsent {
		p.Sent = -1
	} else {
		s.sent++
	}
	if p.How != wire.AsIs && p.How != "" {
		s.passed = true
		s.flow.tape.Pass(p)
	}
	return s.write(raw, true)
}

// More is of wire.Out.
func (s *stage) More(raw []byte) error {
	if s.unsendable = s.ctx.Err(); s.unsendable != nil {
		return s.unsendable
	}
	return s.write(raw, false)
}

// write records what is sent, waits until it is on record, and sends it.
func (s *stage) write(raw []byte, first bool) error {
	if s.shape != nil {
		raw = s.shape(raw, first)
	}
	if len(raw) == 0 {
		return nil
	}
	if s.record {
		s.flow.sends(s.goes).bytes(raw)
		s.flow.commit()
	}
	s.bytes += int64(len(raw))
	if s.share.pause() {
		defer s.share.resume()
	}
	s.unsendable = s.to(raw)
	return s.unsendable
}

// pipe has what the gate sends read from the reader that it returns. unhook is called
// when the gate is through: until then the reader ends with the exchange.
func (s *stage) pipe() (r *io.PipeReader, w *io.PipeWriter, unhook func() bool) {
	r, w = io.Pipe()
	s.to = func(p []byte) error {
		_, err := w.Write(p)
		return err
	}
	return r, w, context.AfterFunc(s.ctx, func() { _ = w.CloseWithError(context.Canceled) })
}

// gateError is why a gate broke a direction off.
type gateError struct{ err error }

func (e *gateError) Error() string { return e.err.Error() }
func (e *gateError) Unwrap() error { return e.err }

func gateFailed(err error) error {
	if err == nil {
		return nil
	}
	return &gateError{err}
}

// brokenOff is what a gate says that broke something off, "" where err is not of a
// gate. what names it: "request".
func brokenOff(err error, what string) string {
	var off *wire.BrokenOff
	var gate *gateError
	switch {
	case errors.As(err, &off):
		return ruled(off.Says, "A rule of the console broke the "+what+" off", off.Rule)
	case errors.As(err, &gate):
		return "A rule of the console broke the " + what + " off: " + clip.Clause(err.Error()) + "."
	}
	return ""
}

// ruled is a sentence that names a rule; otherwise is in place of one that is empty.
func ruled(says, otherwise, rule string) string {
	if says == "" {
		says = otherwise
	}
	if rule != "" {
		says += ": " + rule
	}
	return clip.Clause(says) + "."
}

// ending is how an exchange ended whose response's stage ended with err. end is how
// the agent's side did, gone says that the exchange had been ended before.
func (s *stage) ending(err error, end wire.End, gone bool) wire.End {
	var off *wire.BrokenOff
	why := brokenOff(err, "response")
	switch {
	case errors.Is(err, io.EOF):
	case errors.As(err, &off):
		end.Outcome, end.Problem = wire.Interrupted, why
	case end.Outcome == wire.Cut, end.Outcome == wire.TimedOut:
		if why != "" {
			end.Problem += " A rule held what came before that, and it was not sent on."
		}
	case !gone && why != "":
		end.Outcome, end.Problem = wire.Interrupted, why
	default:
		end.Outcome, end.Problem = s.flow.ended(http.ErrBodyReadAfterClose, s.bytes, -1)
		if errors.Is(err, context.Canceled) && why != "" {
			end.Problem += " A rule held what came next."
		}
	}
	return end
}

// sameHeader reports whether two headers say the same.
func sameHeader(a, b http.Header) bool { return maps.EqualFunc(a, b, slices.Equal) }
