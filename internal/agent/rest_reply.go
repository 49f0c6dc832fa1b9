package agent

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

type restReply struct {
	baseReply
	accept []string // media types that the client accepts
}

func (p *restReply) version() *version.Version { return versionOf(p.dialect.Version()) }

func (p *restReply) kit() *version.Kit { return p.agent.kit(p.dialect.Version()) }

func (p *restReply) writeResult(res *a2a.Result) {
	if p.op == a2a.DeletePushConfig && p.version().REST.NoContent {
		p.w.Header().Set("Cache-Control", "no-store")
		p.w.WriteHeader(http.StatusNoContent)
		return
	}
	body, err := rest.Result(p.version(), p.op, res)
	if err != nil {
		p.writeError(p.encodingError("the answer", err))
		return
	}
	p.write(http.StatusOK, p.bodyType(false), body)
}

func (p *restReply) writeError(e *a2a.Error) { p.refuse(0, e) }

// refuse answers with an error and a status; 0 means the error's own.
func (p *restReply) refuse(status int, e *a2a.Error) {
	status, body := rest.Failure(p.version(), e, kitStatus(p.kit(), e, status))
	p.write(status, p.bodyType(true), body)
}

// bodyType returns the version's media type, or application/json for clients that accept only that:
// a2a-go's client shows no error of another type. Neither do conformance kits, although they accept
// anything.
func (p *restReply) bodyType(failed bool) string {
	const plain = "application/json"
	own := p.version().REST.MediaType
	if kit := p.kit(); kit != nil && (failed || kit.PlainJSON) {
		return plain
	}
	accepted := strings.Split(strings.Join(p.accept, ","), ",")
	takes := func(t string) bool {
		return slices.ContainsFunc(accepted, func(one string) bool { return matchesMediaType(one, t) })
	}
	if takes(plain) && !takes(own) {
		return plain
	}
	return own
}

func (p *restReply) startStream() *stream {
	return newEventStream(p.w, func(r *a2a.Result) []byte {
		body, err := rest.Result(p.version(), p.op, r)
		if err != nil {
			_, body = rest.Failure(p.version(), p.encodingError("an event", err), 0)
		}
		return body
	}, nil)
}
