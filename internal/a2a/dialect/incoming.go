package dialect

import (
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// request is a request taken apart once.
type request struct {
	Message
	hint Hint
	env  envelope
	call *a2a.Call // what it asks for, once it was read

	answer Message   // the response's head, where messages cannot be read without
	first  *envelope // the response's body, where it was taken apart already
	route  Place     // see place
	routed bool
	sought bool
	budget *coding.Budget // of what the messages of the response unfold to
}

func take(m Message) request {
	r := request{Message: m, budget: coding.NewBudget(coding.ReadLimit)}
	if _, framed := grpcRequest(m); !framed && !blank(m.Body) {
		r.env = open(load(m.Body, "RPC-13", "JSON-RPC 2.0 §4"))
	}
	return r
}

// opened is the body of the response taken apart. A body that needs no mending
// is the same whatever its problems would refer to.
func (r *request) opened(body []byte, check, spec string) *envelope {
	if f := r.first; f != nil && f.doc.strict() && len(f.doc.raw) == len(body) && len(body) > 0 && &f.doc.raw[0] == &body[0] {
		return f
	}
	e := open(load(body, check, spec))
	return &e
}

// reads reports whether the request only asks for a document.
func (r *request) reads() bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// path is the URL's path, without host and query.
func (r *request) path() string { return pathOf(r.URL) }

// cardPath is a path on which cards are served.
type cardPath struct {
	suffix   string
	op       a2a.Operation
	versions []a2a.Version
}

func cardPaths() []cardPath {
	return []cardPath{
		{"/.well-known/agent.json", a2a.GetCard, []a2a.Version{a2a.V01, a2a.V02}},
		{"/.well-known/agent-card.json", a2a.GetCard, []a2a.Version{a2a.V03, a2a.V10}},
		{"/agent-card", a2a.GetCard, []a2a.Version{a2a.V01}},
		{"/agent/authenticatedExtendedCard", a2a.GetExtendedCard, []a2a.Version{a2a.V02}},
	}
}

// cardPath tells whether the request asks for a card by its path.
func (r *request) cardPath() (cardPath, bool) {
	if !r.reads() {
		return cardPath{}, false
	}
	path := strings.TrimSuffix(r.path(), "/")
	for _, p := range cardPaths() {
		if strings.HasSuffix(path, p.suffix) {
			return p, true
		}
	}
	return cardPath{}, false
}

// delivers reports whether the request is a push notification: an agent's POST
// of a task, message or update to a webhook, or 0.1's GET that asks whether the
// webhook wants them.
func (r *request) delivers() bool {
	if r.Method == http.MethodGet {
		return queryOf(r.URL).Has("validationToken")
	}
	if r.Method != http.MethodPost || !r.env.object || r.env.call() || r.env.version.present() {
		return false
	}
	return token(r.Header) || pushShape(r.env.value)
}

func token(h http.Header) bool {
	return h.Get("X-A2a-Notification-Token") != "" || h.Get("A2a-Notification-Token") != ""
}
