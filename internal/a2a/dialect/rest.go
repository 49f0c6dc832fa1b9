package dialect

import (
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// rest is the HTTP+JSON binding: the operation is in method and path, the params
// are spread over path, query and body, and results and events have no envelope.
type rest struct{}

func (rest) binding() a2a.Binding { return a2a.REST }

func (rest) streams(_ a2a.Identity, resp Message) bool { return streams(resp) }

// documents is what a frame carries, each document its own payload. One that is
// a JSON-RPC response stays one, so that event can say so.
func (rest) documents(f wire.Frame, in *scratch) []envelope {
	all := eventDocuments(f, in)
	for i := range all {
		if e := &all[i]; !e.answer() {
			e.result, e.where = e.value, "$"
		}
	}
	return all
}

// bare is a document that stands without an envelope.
func bare(e *envelope) *envelope {
	if e.answer() {
		return e
	}
	alone := *e
	alone.result, alone.where = e.value, "$"
	return &alone
}

// place finds a request's route: one of 0.3's, whose paths are the longer, or
// one of 1.0's.
func (r *request) place() (Place, bool) {
	if !r.sought {
		r.route, r.routed = findPlace(r.Method, r.URL)
		r.sought = true
	}
	return r.route, r.routed
}

// restCall reports whether a request is one of this binding: it is on a route,
// by a method of the route unless the path leaves no doubt, and neither a push
// notification nor a person with a browser.
func restCall(r *request) (Place, bool) {
	p, ok := r.place()
	switch {
	case !ok || !p.Method && !p.sureRoute() || r.Method == http.MethodOptions:
		return p, false
	case r.reads():
		page := strings.Contains(r.Header.Get("Accept"), "text/html") && !p.sureRoute()
		return p, !page && !queryOf(r.URL).Has("validationToken")
	case r.env.object && (p.Op == a2a.SendMessage || p.Op == a2a.SendStreamingMessage):
		return p, !eventShape(r.env.value)
	}
	return p, true
}

// eventShape reports whether a body is an event, which agents push and nobody
// sends.
func eventShape(b value) bool {
	kind := wrapped(b)
	return kind != "" && kind != "message" || b.get("statusUpdate").is('{') || b.get("artifactUpdate").is('{') ||
		b.has("id") && b.get("status").is('{')
}
