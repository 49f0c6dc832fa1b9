package dialect

import (
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// httpJSON is the HTTP+JSON binding: the operation is in method and path, the params
// are spread over path, query and body, and results and events have no envelope.
type httpJSON struct{}

func (httpJSON) binding() a2a.Binding { return a2a.REST }

func (httpJSON) streams(_ a2a.Identity, resp Message) bool { return streams(resp) }

// documents is what a frame carries, each document its own payload. One that is
// a JSON-RPC response stays one, so that event can say so.
func (httpJSON) documents(f wire.Frame, in *document.Scratch) []document.Envelope {
	all := document.EventDocuments(f, in)
	for i := range all {
		if e := &all[i]; !e.Answer() {
			e.Result, e.Where = e.Value, "$"
		}
	}
	return all
}

// bare is a document that stands without an envelope.
func bare(e *document.Envelope) *document.Envelope {
	if e.Answer() {
		return e
	}
	alone := *e
	alone.Result, alone.Where = e.Value, "$"
	return &alone
}

// place finds a request's route: one of 0.3's, whose paths are the longer, or
// one of 1.0's.
func (r *request) place() (rest.Place, bool) {
	if !r.sought {
		r.route, r.routed = rest.FindPlace(r.Method, r.URL)
		r.sought = true
	}
	return r.route, r.routed
}

// restCall reports whether a request is one of this binding: it is on a route,
// by a method of the route unless the path leaves no doubt, and neither a push
// notification nor a person with a browser.
func restCall(r *request) (rest.Place, bool) {
	p, ok := r.place()
	switch {
	case !ok || !p.Method && !p.SureRoute() || r.Method == http.MethodOptions:
		return p, false
	case r.reads():
		page := strings.Contains(r.Header.Get("Accept"), "text/html") && !p.SureRoute()
		return p, !page && !wire.QueryOf(r.URL).Has("validationToken")
	case r.env.Object && (p.Op == a2a.SendMessage || p.Op == a2a.SendStreamingMessage):
		return p, !eventShape(r.env.Value)
	}
	return p, true
}

// eventShape reports whether a body is an event, which agents push and nobody
// sends.
func eventShape(b document.Value) bool {
	kind := evidence.Wrapped(b)
	return kind != "" && kind != "message" || b.Get("statusUpdate").Is('{') || b.Get("artifactUpdate").Is('{') ||
		b.Has("id") && b.Get("status").Is('{')
}
