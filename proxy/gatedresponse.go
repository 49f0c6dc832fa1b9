package proxy

import (
	"errors"
	"io"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// bodySource is a response body that a gate reads.
type bodySource interface {
	io.ReadCloser
	finalEnd() wire.End   // how the body ended; call it only after Close
	trailer() http.Header // call it only after the end of the body
}

// gatedBody is the body that a response's gate sends.
type gatedBody struct {
	*io.PipeReader
	runner  *gateRunner
	source  bodySource
	resp    *http.Response // as the client gets it
	wasRead bool
	done    chan struct{} // closed when run returns
}

// responseRunner returns the runner of the response's gate, nil if there is no gate.
func (x *flow) responseRunner() *gateRunner {
	if x.intervention == nil {
		return nil
	}
	return x.intervention.response
}

// gateHead passes a response's head through its gate and records what is sent if that differs from what arrived.
func (x *flow) gateHead(s *gateRunner, resp *http.Response) error {
	h := responseHead(resp)
	if err := s.runHead(&h); err != nil {
		return err
	}
	resp.Header = h.Header
	if h.Status != resp.StatusCode && h.Status >= 200 && h.Status <= 999 {
		resp.StatusCode, resp.Status = h.Status, ""
	}
	if resp.StatusCode != x.intervention.responseHead.Status || !sameHeader(resp.Header, x.intervention.responseHead.Header) {
		x.newEmitter(wire.ResponseSent).head(responseHead(resp))
	}
	return nil
}

func (x *flow) passGated(resp *http.Response, from bodySource) (*http.Response, error) {
	s := x.intervention.response
	resp.Header = resp.Header.Clone()
	coding := resp.Header["Content-Encoding"]
	dropValidators(resp.Header)
	resp.Header.Del("Last-Modified") // rules change what is sent at any time
	if coding != nil {               // the agent was asked for none
		resp.Header["Content-Encoding"] = coding
	}
	resp.Header.Del("Content-Length")
	resp.ContentLength = -1
	if err := x.gateHead(s, resp); err != nil {
		gone := s.ctx.Err() != nil
		_ = from.Close() // the record says how it ended
		return nil, x.endWithoutHead(s.endOf(err, from.finalEnd(), gone))
	}
	s.splitter = wire.NewSplitter(x.intervention.responseHead.Framing(), wire.MaxGateFrame)
	r, w, unhook := s.pipe()
	b := &gatedBody{PipeReader: r, runner: s, source: from, resp: resp, done: make(chan struct{})}
	x.body, resp.Body = b, b
	go b.run(w, unhook)
	return resp, nil
}

// endWithoutHead ends an exchange whose response was aborted before its head was sent: the client's
// connection is closed.
func (x *flow) endWithoutHead(end wire.End) *Failure {
	end.At = x.clock.Now()
	x.end(end)
	x.commitEnd()
	x.finish()
	return &Failure{Outcome: end.Outcome, Status: http.StatusBadGateway, Problem: end.Problem, Exchange: x.tape.ID(), reset: true}
}

// run passes the body through the gate and ends the exchange.
func (b *gatedBody) run(w *io.PipeWriter, unhook func() bool) {
	defer close(b.done)
	x := b.runner.flow
	err := b.runner.run(b.source)
	unhook()
	gone := b.runner.ctx.Err() != nil
	_ = b.source.Close()
	came := b.source.finalEnd()
	end := b.runner.endOf(err, came, gone)
	end.At, end.AgentEndedAt = x.clock.Now(), came.At
	end.ClientLeftAt, _ = x.clientLeftAt()
	x.end(end)
	x.commitEnd()
	x.finish()
	_ = w.CloseWithError(err)
}

func (b *gatedBody) Read(p []byte) (int, error) {
	n, err := b.PipeReader.Read(p)
	b.wasRead = b.wasRead || n > 0
	switch {
	case err == nil:
	case errors.Is(err, io.EOF):
		b.resp.Trailer = b.source.trailer()
		b.runner.flow.in.hasTrailer(b.resp.Trailer)
	case !b.wasRead:
		b.runner.flow.in.awaitHead() // a response that is aborted has a head
	}
	return n, err
}

func (b *gatedBody) Close() error {
	b.runner.cancel()
	err := b.PipeReader.Close()
	_ = b.source.Close()
	<-b.done
	return err
}

// splicedSource is a body that the Splicer rewrote.
type splicedSource struct {
	*memoryBody
	end  wire.End
	tail http.Header
}

func (s *splicedSource) finalEnd() wire.End   { return s.end }
func (s *splicedSource) trailer() http.Header { return s.tail }

func (d *download) finalEnd() wire.End {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.end
}

func (d *download) trailer() http.Header { return d.resp.Trailer }
