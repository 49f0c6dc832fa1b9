package agent

import (
	"bufio"
	"context"
	"errors"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
)

// grpcReply answers a gRPC call: messages, then the call's status in trailers.
type grpcReply struct {
	answer
	ctx   context.Context
	begun bool
	out   *stream
	bad   *a2a.Error // an event could not be written
}

func (p *grpcReply) result(r *a2a.Result) {
	message, err := grpc.Result(p.d, p.op, r)
	if err != nil {
		p.failure(p.unwritten("the answer", err))
		return
	}
	p.begun = true
	p.write(message)
}

func (p *grpcReply) write(message []byte) {
	p.w.Header().Set("Content-Type", "application/grpc")
	p.w.WriteHeader(http.StatusOK)
	if _, err := p.w.Write(message); err != nil {
		p.agent.opts.Logger.Debug("answer a call", "err", err)
	}
}

// failure answers with the status alone, in the response's head.
func (p *grpcReply) failure(e *a2a.Error) {
	p.setStatus("", e)
	p.write(nil)
}

// setStatus says how the call ended, in headers whose names begin with prefix.
func (p *grpcReply) setStatus(prefix string, e *a2a.Error) {
	status := grpc.Trailer(p.d, e)
	if kit := p.agent.kit(p.d.Version()); kit != nil && kit.FirstTable {
		status = grpc.FirstTrailer(p.d, e)
	}
	if p.ctx != nil && errors.Is(p.ctx.Err(), context.DeadlineExceeded) {
		status = http.Header{"Grpc-Status": {"4"}, "Grpc-Message": {"the time that grpc-timeout gave ran out"}}
	}
	for name, values := range status {
		p.w.Header()[prefix+name] = values
	}
}

func (p *grpcReply) stream() *stream {
	p.begun = true
	p.w.Header().Set("Content-Type", "application/grpc")
	p.out = newStream(p.w, func(b *bufio.Writer, r *a2a.Result) error {
		message, err := grpc.Result(p.d, p.op, r)
		if err != nil {
			p.bad = p.unwritten("an event", err)
			return errors.Join(err, b.Flush())
		}
		_, err = b.Write(message)
		return err
	})
	return p.out
}

// end tells in trailers how a call ended that has sent messages.
func (p *grpcReply) end() {
	if !p.begun {
		return
	}
	e := p.bad
	if p.out != nil {
		if p.out.flush(); e == nil && p.agent.ctx.Err() != nil {
			e = fault(a2a.ResourceUnavailable, "the agent stops")
		}
	}
	p.setStatus(http.TrailerPrefix, e)
}
