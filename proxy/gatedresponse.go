package proxy

import (
	"errors"
	"io"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// source is a response's body on its way to a gate.
type source interface {
	io.ReadCloser
	ending() wire.End     // after Close: how it ended
	trailer() http.Header // after its end
}

// gatedBody is what a response's gate sends.
type gatedBody struct {
	*io.PipeReader
	stage *stage
	from  source
	resp  *http.Response // the client's
	began bool           // something was read
	done  chan struct{}  // closed when it is through
}

// response is the stage of the response's gate, nil without one.
func (x *flow) response() *stage {
	if x.by == nil {
		return nil
	}
	return x.by.response
}

// gateHead takes a response's head through its gate and records what is sent where
// that differs from what came.
func (x *flow) gateHead(s *stage, resp *http.Response) error {
	h := responseHead(resp)
	if err := s.head(&h); err != nil {
		return err
	}
	resp.Header = h.Header
	if h.Status != resp.StatusCode && h.Status >= 200 && h.Status <= 999 {
		resp.StatusCode, resp.Status = h.Status, ""
	}
	if resp.StatusCode != x.by.came.Status || !sameHeader(resp.Header, x.by.came.Header) {
		x.sends(wire.ResponseSent).head(responseHead(resp))
	}
	return nil
}

// gated passes a response's body on through its gate.
func (x *flow) gated(resp *http.Response, from source) (*http.Response, error) {
	s := x.by.response
	resp.Header = resp.Header.Clone()
	coding := resp.Header["Content-Encoding"]
	forget(resp.Header)
	resp.Header.Del("Last-Modified") // rules change what is sent whenever they like
	if coding != nil {               // the agent was asked for none
		resp.Header["Content-Encoding"] = coding
	}
	resp.Header.Del("Content-Length")
	resp.ContentLength = -1
	if err := x.gateHead(s, resp); err != nil {
		gone := s.ctx.Err() != nil
		_ = from.Close() // the record says how it ended
		return nil, x.headless(s.ending(err, from.ending(), gone))
	}
	s.cut = wire.NewSplitter(x.by.came.Framing(), wire.GateFrame)
	r, w, unhook := s.pipe()
	b := &gatedBody{PipeReader: r, stage: s, from: from, resp: resp, done: make(chan struct{})}
	x.body, resp.Body = b, b
	go b.run(w, unhook)
	return resp, nil
}

// headless ends an exchange whose response was broken off before its head was sent: the
// client's connection is closed.
func (x *flow) headless(end wire.End) *Failure {
	end.At = x.clock.Now()
	x.end(end)
	x.commitEnd()
	x.finished()
	return &Failure{Outcome: end.Outcome, Status: http.StatusBadGateway, Problem: end.Problem, Exchange: x.tape.ID(), reset: true}
}

// run passes the body through the gate and ends the exchange.
func (b *gatedBody) run(w *io.PipeWriter, unhook func() bool) {
	defer close(b.done)
	x := b.stage.flow
	err := b.stage.pass(b.from)
	unhook()
	gone := b.stage.ctx.Err() != nil
	_ = b.from.Close()
	came := b.from.ending()
	end := b.stage.ending(err, came, gone)
	end.At, end.Came = x.clock.Now(), came.At
	end.Left, _ = x.leftAt()
	x.end(end)
	x.commitEnd()
	x.finished()
	_ = w.CloseWithError(err)
}

// Read hands on what the gate sent.
func (b *gatedBody) Read(p []byte) (int, error) {
	n, err := b.PipeReader.Read(p)
	b.began = b.began || n > 0
	switch {
	case err == nil:
	case errors.Is(err, io.EOF):
		b.resp.Trailer = b.from.trailer()
		b.stage.flow.in.hasTrailer(b.resp.Trailer)
	case !b.began:
		b.stage.flow.in.headGoes() // what is broken off has a head
	}
	return n, err
}

// Close gives the rest up.
func (b *gatedBody) Close() error {
	b.stage.cancel()
	err := b.PipeReader.Close()
	_ = b.from.Close()
	<-b.done
	return err
}

// splicedSource is a rewritten body.
type splicedSource struct {
	*fixed
	end  wire.End
	tail http.Header
}

func (s *splicedSource) ending() wire.End     { return s.end }
func (s *splicedSource) trailer() http.Header { return s.tail }

func (d *download) ending() wire.End {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.end
}

func (d *download) trailer() http.Header { return d.resp.Trailer }
