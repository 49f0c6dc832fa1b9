package dialect

import (
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v03p"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// rest is the HTTP+JSON binding: the operation is in method and path, the params
// are spread over path, query and body, and results and events have no envelope.
type rest struct{}

func (rest) binding() a2a.Binding { return a2a.REST }

func (rest) dialect(v a2a.Version) (a2a.Dialect, bool) {
	switch v {
	case a2a.V03:
		return v03p.Dialect{}, true
	case a2a.V10:
		return For(v)
	}
	return nil, false
}

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

func findPlace(method, url string) (Place, bool) {
	path := pathOf(url)
	if p, ok := Find(a2a.V03, method, path); ok {
		return p, true
	}
	return Find(a2a.V10, method, path)
}

// prefixed reports whether the route is one of 0.3's, below /v1.
func (p Place) prefixed() bool { return strings.HasPrefix(p.Path, "/v1/") }

// sureRoute reports whether a request of this route can be nothing else: paths
// of two plain words are common.
func (p Place) sureRoute() bool {
	return strings.ContainsAny(p.Path, ":") || p.Op == a2a.GetExtendedCard && !p.prefixed() ||
		strings.Contains(p.Path, "pushNotificationConfigs")
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
		return p, !page && !parseQuery(after(r.URL, "?")).Has("validationToken")
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
