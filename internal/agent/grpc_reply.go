package agent

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
)

// grpcReply answers a gRPC call: messages, then the call's status in trailers.
type grpcReply struct {
	agent *Agent
	w     http.ResponseWriter
	d     a2a.Dialect
	op    a2a.Operation
	ctx   context.Context

	begun bool
	bad   *a2a.Error    // a message could not be written
	buf   *bufio.Writer // of a stream
	err   error         // the first of writing; nothing is written after it
}

func (p *grpcReply) begin() {
	p.begun = true
	p.w.Header().Set("Content-Type", "application/grpc")
	p.w.WriteHeader(http.StatusOK)
}

func (p *grpcReply) result(r *a2a.Result) {
	message, err := grpc.Result(p.d, p.op, r)
	if err != nil {
		p.agent.opts.Logger.Error("encode a result", "op", p.op, "version", p.d.Version(), "err", err)
		p.failure(fault(a2a.InternalError, "the answer could not be written: %v", err))
		return
	}
	p.begin()
	if _, err := p.w.Write(message); err != nil {
		p.agent.opts.Logger.Debug("answer a call", "err", err)
	}
}

// failure answers with the status alone, in the response's head.
func (p *grpcReply) failure(e *a2a.Error) {
	h := p.w.Header()
	h.Set("Content-Type", "application/grpc")
	for name, values := range p.status(e) {
		h[name] = values
	}
	p.w.WriteHeader(http.StatusOK)
}

// status is how the call ended, as trailers.
func (p *grpcReply) status(e *a2a.Error) http.Header {
	if p.ctx != nil && errors.Is(p.ctx.Err(), context.DeadlineExceeded) {
		return http.Header{"Grpc-Status": {"4"}, "Grpc-Message": {"the time that grpc-timeout gave ran out"}}
	}
	return grpc.Trailer(p.d, e)
}

func (p *grpcReply) stream() stream {
	ctl := http.NewResponseController(p.w)
	// A stream may last for hours. Writers without deadlines have none to lift.
	_ = ctl.SetWriteDeadline(time.Time{})
	_ = ctl.SetReadDeadline(time.Time{})
	p.begin()
	p.buf = bufio.NewWriterSize(p.w, 32<<10)
	return p
}

func (p *grpcReply) send(r *a2a.Result) {
	if p.err != nil || p.bad != nil {
		return
	}
	message, err := grpc.Result(p.d, p.op, r)
	if err != nil {
		p.agent.opts.Logger.Error("encode an event", "version", p.d.Version(), "err", err)
		p.bad = fault(a2a.InternalError, "an event could not be written: %v", err)
		return
	}
	_, p.err = p.buf.Write(message)
}

// alive does nothing: HTTP/2 has pings of its own.
func (p *grpcReply) alive() {}

func (p *grpcReply) flush() {
	if p.err == nil {
		p.err = errors.Join(p.buf.Flush(), http.NewResponseController(p.w).Flush())
	}
}

func (p *grpcReply) broken() bool { return p.err != nil || p.bad != nil }

// end tells in trailers how a call ended that has sent messages.
func (p *grpcReply) end() {
	if !p.begun {
		return
	}
	if p.buf != nil {
		p.flush()
	}
	e := p.bad
	if e == nil && p.buf != nil && p.agent.ctx.Err() != nil {
		e = fault(a2a.ResourceUnavailable, "the agent stops")
	}
	h := p.w.Header()
	for name, values := range p.status(e) {
		h[http.TrailerPrefix+name] = values
	}
}
