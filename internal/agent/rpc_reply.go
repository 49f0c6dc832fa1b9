package agent

import (
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/jsonrpc"
)

// rpcReply answers a JSON-RPC call. Protocol errors are HTTP 200.
type rpcReply struct {
	agent *Agent
	w     http.ResponseWriter
	r     *http.Request
	d     a2a.Dialect
	id    []byte
	op    a2a.Operation
}

func (p *rpcReply) result(res *a2a.Result) {
	body, err := jsonrpc.Result(p.d, p.id, p.op, res)
	if err != nil {
		p.agent.opts.Logger.Error("encode a result", "op", p.op, "version", p.d.Version(), "err", err)
		body = jsonrpc.Failure(p.d, p.id, fault(a2a.InternalError, "the answer could not be written: %v", err))
	}
	p.agent.write(p.w, http.StatusOK, body)
}

// failure is plain JSON, or a stream of one event for clients that accept
// nothing but a stream: some of them take JSON for an empty one.
func (p *rpcReply) failure(e *a2a.Error) {
	if !p.op.Streams() || p.r.Header.Get("Accept") != "text/event-stream" {
		p.agent.fail(p.w, http.StatusOK, p.d, p.id, e)
		return
	}
	out := newEvents(p.w, nil)
	out.write("data: ", jsonrpc.Failure(p.d, p.id, e))
	out.flush()
}

func (p *rpcReply) stream() stream {
	out := newEvents(p.w, func(r *a2a.Result) []byte {
		body, err := jsonrpc.Result(p.d, p.id, p.op, r)
		if err != nil {
			p.agent.opts.Logger.Error("encode an event", "version", p.d.Version(), "err", err)
			return jsonrpc.Failure(p.d, p.id, fault(a2a.InternalError, "an event could not be written: %v", err))
		}
		return body
	})
	if behaviour(p.d.Version()).Named {
		out.name = eventName
	}
	return out
}

// eventName is the event field of an event. Version 0.1 asks for none, but a
// client of it in use (trpc-a2a-go) drops events without one, and the others
// read the data whatever the name.
func eventName(r *a2a.Result) string {
	if r.Artifact != nil {
		return "task_artifact_update"
	}
	return "task_status_update"
}
