package proxy

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// gateFrame is the longest frame that a gate is given whole, in bytes. A longer
// one comes in Partial pieces.
const gateFrame = 16 << 20

// Gate stands in one direction of one exchange, between what came, which is on
// record by then, and what is sent on. Its methods are called one after the
// other by one goroutine.
type Gate interface {
	// Frame is given what came, frame by frame, and calls send for what is to go
	// on in its place, if anything, as often as it likes. It may wait: reading goes
	// on meanwhile, as far as Options.ReadAhead allows. f is its own to keep.
	// ctx ends when the exchange does. An error breaks the direction off.
	Frame(ctx context.Context, f wire.Frame, send Send) error
	// End is called after the last frame of what ended well, and may send more.
	End(ctx context.Context, send Send) error
}

// Send records raw, waits until it is on record, and sends it on. p.How says how
// it relates to the frame at hand, p.Rule and p.Held may be set; the rest is
// filled in. With Dropped nothing is sent and raw is ignored.
type Send func(p wire.Passage, raw []byte) error

// Gates are those of an exchange. What has a nil Gate goes straight through.
type Gates struct{ Request, Response Gate }

// stage is a gate at work.
type stage struct {
	gate   Gate
	came   wire.Side
	emit   emitter
	from   io.ReadCloser // what came
	out    *io.PipeWriter
	cut    *wire.Splitter
	ctx    context.Context
	cancel context.CancelFunc
	frame  int // the one at hand
	sent   int // frames sent so far
	bytes  int64
	done   chan struct{} // closed when it is through
}

// newStage returns a stage and the body that it makes.
func (x *flow) newStage(ctx context.Context, g Gate, came, sent wire.Side, framing wire.FrameKind, from io.ReadCloser) (*stage, *io.PipeReader) {
	r, w := io.Pipe()
	s := &stage{gate: g, came: came, emit: x.sends(sent), from: from, out: w, cut: wire.NewSplitter(framing, gateFrame), done: make(chan struct{})}
	s.ctx, s.cancel = context.WithCancel(ctx)
	return s, r
}

// pass takes what comes through the gate until it ends. It returns io.EOF when
// all went well, else why the direction broke off.
func (s *stage) pass() error {
	buf := s.emit.flow.tap.buffers.Get()
	defer s.emit.flow.tap.buffers.Put(buf)
	for {
		n, err := s.from.Read(buf)
		at := s.emit.flow.clock.Now()
		frames := s.cut.Feed(at, buf[:n])
		if err != nil {
			frames = append(frames, s.cut.Close(at)...)
		}
		for _, f := range frames {
			s.frame = f.Index
			if err := s.gate.Frame(s.ctx, f, s.send); err != nil {
				return &gateError{err}
			}
		}
		if err == nil {
			continue
		}
		if errors.Is(err, io.EOF) {
			s.frame++
			if end := s.gate.End(s.ctx, s.send); end != nil {
				return &gateError{end}
			}
		}
		return err
	}
}

// send is the gate's Send.
func (s *stage) send(p wire.Passage, raw []byte) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	p.Side, p.Frame, p.Sent, p.At = s.came, s.frame, s.sent, s.emit.flow.clock.Now()
	if p.How == wire.Dropped {
		p.Sent, raw = -1, nil
	} else {
		s.sent++
	}
	s.emit.bytes(raw)
	if p.How != wire.AsIs {
		s.emit.flow.tape.Pass(p)
	}
	if len(raw) == 0 {
		return nil
	}
	s.emit.flow.commit()
	n, err := s.out.Write(raw)
	s.bytes += int64(n)
	return err
}

// gateError is why a gate broke a direction off.
type gateError struct{ err error }

func (e *gateError) Error() string { return e.err.Error() }
func (e *gateError) Unwrap() error { return e.err }

// gate puts the request's gate behind its upload.
func (x *flow) gate(out *http.Request, gates Gates) {
	if gates == (Gates{}) {
		return
	}
	out.Header = out.Header.Clone() // so far the caller's
	if gates.Response != nil {
		// Encoded events could not be told apart.
		out.Header.Set("Accept-Encoding", "identity")
	}
	if gates.Request != nil && x.sent != nil {
		x.gateRequest(out, gates.Request)
	}
	x.sends(wire.RequestSent).head(wire.Head{Proto: out.Proto, Header: out.Header})
}

func (x *flow) gateRequest(out *http.Request, g Gate) {
	s, r := x.newStage(out.Context(), g, wire.Request, wire.RequestSent, wire.FramingOf(out.Header), x.sent)
	x.toSend = s
	out.Body, out.GetBody, out.ContentLength = r, nil, -1 // nobody knows yet what will be sent
	out.Header.Del("Content-Length")
	go func() {
		defer close(s.done)
		err := s.pass()
		_ = s.out.CloseWithError(err) // the transport gets it from its Read
		_ = s.from.Close()            // which the transport would do, had it been given it
	}()
}

// abort ends the request's stage and waits for it.
func (s *stage) abort(in *inbound) {
	s.cancel()
	_ = s.out.CloseWithError(context.Canceled)
	select {
	case <-s.done:
		return
	default:
	}
	if in != nil { // it may be waiting for the client
		_ = http.NewResponseController(in.writer).SetReadDeadline(time.Now())
	}
	_ = s.from.Close()
	<-s.done
}

// gatedBody is what a response's gate sends.
type gatedBody struct {
	*io.PipeReader
	stage *stage
	from  *download
}

// gatedDownload passes a response's body on through its gate.
func (x *flow) gatedDownload(ctx context.Context, d *download) (*http.Response, error) {
	resp := d.toClient
	resp.Header = resp.Header.Clone()
	forget(resp.Header)
	resp.Header.Del("Content-Length")
	resp.ContentLength = -1
	x.sends(wire.ResponseSent).head(responseHead(resp))
	if _, err := d.start(); err != nil {
		return nil, err
	}
	s, r := x.newStage(ctx, x.answer, wire.Response, wire.ResponseSent, wire.FramingOf(d.resp.Header), d)
	b := &gatedBody{PipeReader: r, stage: s, from: d}
	x.body, resp.Body = b, b
	go b.run()
	return resp, nil
}

// run passes the body through the gate and ends the exchange.
func (b *gatedBody) run() {
	defer close(b.stage.done)
	err := b.stage.pass()
	x := b.from.flow
	gone := b.stage.ctx.Err() != nil
	_ = b.from.Close()
	end := b.from.end
	var broke *gateError
	switch {
	case errors.Is(err, io.EOF), end.Outcome == wire.Cut, end.Outcome == wire.TimedOut:
	case !gone && errors.As(err, &broke) && !errors.Is(err, io.ErrClosedPipe):
		end.Outcome, end.Problem = wire.Interrupted, "A rule of the console broke the response off: "+err.Error()+"."
	default:
		end.Outcome, end.Problem = x.ended(http.ErrBodyReadAfterClose, b.stage.bytes, -1, true)
	}
	end.At = x.clock.Now()
	x.tape.End(end)
	x.commitEnd()
	x.finished()
	_ = b.stage.out.CloseWithError(err)
}

// Close gives the rest up.
func (b *gatedBody) Close() error {
	b.stage.cancel()
	err := b.PipeReader.Close()
	_ = b.from.Close()
	<-b.stage.done
	return err
}
