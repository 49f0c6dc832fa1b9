package agent

import (
	"bufio"
	"context"
	"errors"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
)

// grpcReply answers a gRPC call: messages, then the status in trailers.
type grpcReply struct {
	baseReply
	ctx       context.Context
	hasBegun  bool
	events    *stream
	encodeErr *a2a.Error // error of an event that could not be encoded
}

func (p *grpcReply) writeResult(r *a2a.Result) {
	message, err := grpc.Result(p.dialect, p.op, r)
	if err != nil {
		p.writeError(p.encodingError("the answer", err))
		return
	}
	p.hasBegun = true
	p.write(message)
}

func (p *grpcReply) write(message []byte) {
	p.w.Header().Set("Content-Type", "application/grpc")
	p.w.WriteHeader(http.StatusOK)
	if _, err := p.w.Write(message); err != nil {
		p.agent.opts.Logger.Debug("answer a call", "err", err)
	}
}

// writeError answers with only the status, in the response's header.
func (p *grpcReply) writeError(e *a2a.Error) {
	p.setStatus("", e)
	p.write(nil)
}

// setStatus writes the call's status to headers whose names begin with prefix.
func (p *grpcReply) setStatus(prefix string, e *a2a.Error) {
	status := grpc.Trailer(p.dialect, e)
	if kit := p.agent.kit(p.dialect.Version()); kit != nil && kit.FirstTable {
		status = grpc.FirstTrailer(p.dialect, e)
	}
	if p.ctx != nil && errors.Is(p.ctx.Err(), context.DeadlineExceeded) {
		status = http.Header{"Grpc-Status": {"4"}, "Grpc-Message": {"the time that grpc-timeout allows is over"}}
	}
	for name, values := range status {
		p.w.Header()[prefix+name] = values
	}
}

func (p *grpcReply) startStream() *stream {
	p.hasBegun = true
	p.w.Header().Set("Content-Type", "application/grpc")
	p.events = newStream(p.w, func(b *bufio.Writer, r *a2a.Result) error {
		message, err := grpc.Result(p.dialect, p.op, r)
		if err != nil {
			p.encodeErr = p.encodingError("an event", err)
			return errors.Join(err, b.Flush())
		}
		_, err = b.Write(message)
		return err
	})
	return p.events
}

// end writes the status trailers of a call that has sent messages.
func (p *grpcReply) end() {
	if !p.hasBegun {
		return
	}
	e := p.encodeErr
	if p.events != nil {
		if p.events.flush(); e == nil && p.agent.ctx.Err() != nil {
			e = newError(a2a.ResourceUnavailable, "the agent is stopping")
		}
	}
	p.setStatus(http.TrailerPrefix, e)
}
