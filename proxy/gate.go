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

// gateReadSize is how many bytes the gate of a response reads at a time. It is small because each
// held event keeps its buffer. The gate of a request, which reads only the rest of a long body,
// reads segmentSize bytes.
const gateReadSize = 4 << 10

// gateRunner runs a gate, and is its wire.FrameSender.
type gateRunner struct {
	flow             *flow
	gate             wire.Gate
	fromSide, toSide wire.Side
	splitter         *wire.Splitter

	ctx    context.Context // ends with the exchange
	cancel context.CancelFunc
	// waitCtx is the context with which the gate waits. It also ends when waiting has become pointless,
	// because the sender or the receiver is gone.
	waitCtx    context.Context
	cancelWait context.CancelCauseFunc

	encode      func(raw []byte, first bool) []byte // turns what is sent into what the other end reads; nil: unchanged
	recordsSent bool                                // record what is sent when it is sent
	forward     func(p []byte) error                // sends to the other end
	discards    bool                                // nothing is sent, whatever the gate says

	share       budgetShare // of what is held
	sendErr     error       // why something could not be sent
	frame       int         // index of the current frame
	sent        int         // frames sent so far
	bytes       int64       // bytes sent so far
	hasPassages bool        // a frame was not simply forwarded
}

// newGateRunner returns the runner of a gate. ctx ends with the exchange.
func (x *flow) newGateRunner(ctx context.Context, g wire.Gate, came wire.Side, framing wire.FrameKind) *gateRunner {
	s := &gateRunner{flow: x, gate: g, fromSide: came, toSide: came + wire.RequestSent, splitter: wire.NewSplitter(framing, wire.MaxGateFrame), recordsSent: true}
	s.share = budgetShare{budget: x.tap.opts.holdBudget, flow: x}
	s.ctx, s.cancel = context.WithCancel(ctx)
	s.waitCtx, s.cancelWait = context.WithCancelCause(s.ctx)
	return s
}

// run reads from until its end and passes it through the gate. It returns io.EOF on success, else
// why the direction was aborted.
func (s *gateRunner) run(from io.Reader) error {
	defer s.share.setKept(0)
	buf := make([]byte, gateReadSize)
	if s.fromSide == wire.Request {
		buf = make([]byte, segmentSize)
	}
	for {
		n, err := from.Read(buf)
		if broke := s.feed(buf[:n], err != nil && s.ctx.Err() == nil); broke != nil {
			return broke
		}
		if errors.Is(err, io.EOF) {
			if broke := s.runEnd(); broke != nil {
				return broke
			}
		}
		if err != nil {
			return err
		}
	}
}

// feed gives the gate the frames that p completes; last means that nothing follows.
func (s *gateRunner) feed(p []byte, last bool) error {
	at := s.flow.clock.Now()
	frames := s.splitter.Feed(at, p)
	if last {
		frames = append(frames, s.splitter.Close(at)...)
	}
	for _, f := range frames {
		if err := s.runFrame(f); err != nil {
			return err
		}
	}
	return nil
}

func (s *gateRunner) runFrame(f wire.Frame) error {
	s.frame = f.Index
	waits, leave := s.share.startWait(s.waitCtx, len(f.Raw))
	err := s.gate.Frame(waits, f, s)
	leave()
	if k, ok := s.gate.(wire.BufferingGate); ok {
		s.share.setKept(k.BufferedBytes())
	}
	s.frame++
	return s.wrapError(err)
}

// wrapError marks err as a decision of the gate, unless the gate returned it because it could not
// send: the exchange is over or the receiver is gone.
func (s *gateRunner) wrapError(err error) error {
	if s.sendErr != nil && errors.Is(err, s.sendErr) {
		return err
	}
	return wrapGateError(err)
}

// runHead gives the gate the head that is about to be sent.
func (s *gateRunner) runHead(h *wire.Head) error {
	waits, leave := s.share.startWait(s.waitCtx, 0)
	err := wrapGateError(s.gate.Head(waits, h))
	leave()
	if h.Header == nil {
		h.Header = http.Header{}
	}
	return err
}

// runEnd tells the gate that everything has arrived.
func (s *gateRunner) runEnd() error { return s.wrapError(s.gate.End(s.waitCtx, s)) }

// Send implements wire.FrameSender.
func (s *gateRunner) Send(p wire.Passage, raw []byte) error {
	if s.sendErr = s.ctx.Err(); s.sendErr != nil {
		return s.sendErr
	}
	p.Side, p.Frame, p.Sent, p.At = s.fromSide, s.frame-p.FramesBack, s.sent, s.flow.clock.Now()
	p.FramesBack = 0
	if p.Kind == wire.PassageDropped {
		raw = nil
	}
	if p.Kind == wire.PassageDropped || s.discards {
		p.Sent = -1
	} else {
		s.sent++
	}
	if p.Kind != wire.PassageAsIs && p.Kind != "" {
		s.hasPassages = true
		s.flow.tape.AddPassage(p)
	}
	return s.write(raw, true)
}

// SendMore implements wire.FrameSender.
func (s *gateRunner) SendMore(raw []byte) error {
	if s.sendErr = s.ctx.Err(); s.sendErr != nil {
		return s.sendErr
	}
	return s.write(raw, false)
}

// write records what is sent, waits until it is on record, and sends it.
func (s *gateRunner) write(raw []byte, first bool) error {
	if s.encode != nil {
		raw = s.encode(raw, first)
	}
	if len(raw) == 0 {
		return nil
	}
	if s.recordsSent {
		s.flow.newEmitter(s.toSide).bytes(raw)
		s.flow.commit()
	}
	s.bytes += int64(len(raw))
	if s.share.pause() {
		defer s.share.resume()
	}
	s.sendErr = s.forward(raw)
	return s.sendErr
}

// pipe returns a reader of what the gate sends. Call unhook when the gate is done; if the exchange
// ends earlier, the reader fails.
func (s *gateRunner) pipe() (r *io.PipeReader, w *io.PipeWriter, unhook func() bool) {
	r, w = io.Pipe()
	s.forward = func(p []byte) error {
		_, err := w.Write(p)
		return err
	}
	return r, w, context.AfterFunc(s.ctx, func() { _ = w.CloseWithError(context.Canceled) })
}

// gateError is the error with which a gate aborted a direction.
type gateError struct{ err error }

func (e *gateError) Error() string { return e.err.Error() }
func (e *gateError) Unwrap() error { return e.err }

func wrapGateError(err error) error {
	if err == nil {
		return nil
	}
	return &gateError{err}
}

// abortMessage returns the sentence about what a gate aborted, "" if err is not from a gate. The
// parameter what names the thing: "request".
func abortMessage(err error, what string) string {
	var off *wire.AbortError
	var gate *gateError
	switch {
	case errors.As(err, &off):
		return nameRule(off.Message, "A rule of the console aborted the "+what, off.Rule)
	case errors.As(err, &gate):
		return "A rule of the console aborted the " + what + ": " + clip.Clause(err.Error()) + "."
	}
	return ""
}

// nameRule returns a sentence that names a rule. The parameter otherwise replaces an empty says.
func nameRule(says, otherwise, rule string) string {
	if says == "" {
		says = otherwise
	}
	if rule != "" {
		says += ": " + rule
	}
	return clip.Clause(says) + "."
}

// endOf returns how an exchange ended whose response gate ended with err. end is how the agent's
// side ended; gone means that the exchange had already ended.
func (s *gateRunner) endOf(err error, end wire.End, gone bool) wire.End {
	var off *wire.AbortError
	why := abortMessage(err, "response")
	switch {
	case errors.Is(err, io.EOF):
	case errors.As(err, &off):
		end.Outcome, end.Problem = wire.Interrupted, why
	case end.Outcome == wire.Cut, end.Outcome == wire.TimedOut:
		if why != "" {
			end.Problem += " A rule held the bytes before that, and they were not forwarded."
		}
	case !gone && why != "":
		end.Outcome, end.Problem = wire.Interrupted, why
	default:
		end.Outcome, end.Problem = s.flow.bodyOutcome(http.ErrBodyReadAfterClose, s.bytes, -1)
		if errors.Is(err, context.Canceled) && why != "" {
			end.Problem += " A rule held the bytes after that."
		}
	}
	return end
}

func sameHeader(a, b http.Header) bool { return maps.EqualFunc(a, b, slices.Equal) }
