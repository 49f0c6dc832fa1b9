package agent

import (
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// restReply answers a call over HTTP+JSON.
type restReply struct {
	agent *Agent
	w     http.ResponseWriter
	d     a2a.Dialect
	op    a2a.Operation

	accept []string // what the client takes, as its headers say
}

func (p *restReply) version() *version.Version { return versionOf(p.d.Version()) }

func (p *restReply) result(res *a2a.Result) {
	if p.op == a2a.DeletePushConfig && p.version().REST.NoContent {
		p.w.Header().Set("Cache-Control", "no-store")
		p.w.WriteHeader(http.StatusNoContent)
		return
	}
	body, err := rest.Result(p.version(), p.op, res)
	if err != nil {
		p.agent.opts.Logger.Error("encode a result", "op", p.op, "version", p.d.Version(), "err", err)
		p.failure(fault(a2a.InternalError, "the answer could not be written: %v", err))
		return
	}
	p.write(http.StatusOK, body)
}

func (p *restReply) failure(e *a2a.Error) { p.refuse(0, e) }

// refuse answers with an error and a status; 0 stands for the error's own.
func (p *restReply) refuse(status int, e *a2a.Error) {
	status, body := rest.Failure(p.version(), e, status)
	p.write(status, body)
}

func (p *restReply) write(status int, body []byte) {
	p.w.Header().Set("Content-Type", p.bodyType())
	p.w.Header().Set("Cache-Control", "no-store")
	p.w.WriteHeader(status)
	if _, err := p.w.Write(body); err != nil {
		p.agent.opts.Logger.Debug("answer a call", "err", err)
	}
}

// bodyType is the version's media type, or application/json for who takes that and
// not the version's: a2a-go's client shows no error that came as another type.
func (p *restReply) bodyType() string {
	const plain = "application/json"
	own := p.version().REST.MediaType
	takes := func(t string) bool {
		for _, line := range p.accept {
			for one := range strings.SplitSeq(line, ",") {
				if matches(one, t) {
					return true
				}
			}
		}
		return false
	}
	if takes(plain) && !takes(own) {
		return plain
	}
	return own
}

func (p *restReply) stream() stream {
	return newEvents(p.w, func(r *a2a.Result) []byte {
		body, err := rest.Result(p.version(), p.op, r)
		if err != nil {
			p.agent.opts.Logger.Error("encode an event", "version", p.d.Version(), "err", err)
			_, body = rest.Failure(p.version(), fault(a2a.InternalError, "an event could not be written: %v", err), 0)
		}
		return body
	})
}
