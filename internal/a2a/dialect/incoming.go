package dialect

import (
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// request is a request taken apart once.
type request struct {
	Message
	hint Hint
	env  document.Envelope
	call *a2a.Call // what it asks for, once it was read

	answer Message            // the response's head, where messages cannot be read without
	first  *document.Envelope // the response's body, where it was taken apart already
	route  rest.Place         // see place
	routed bool
	sought bool
	budget *coding.Budget // of what the messages of the response unfold to
}

func take(m Message) request {
	r := request{Message: m, budget: coding.NewBudget(coding.ReadLimit)}
	if _, framed := grpcRequest(m); !framed && !document.Blank(m.Body) {
		r.env = document.Open(document.Load(m.Body, "RPC-13", "JSON-RPC 2.0 §4"))
	}
	return r
}

// opened is the body of the response taken apart. A body that needs no repair
// is the same whatever its problems would refer to.
func (r *request) opened(body []byte, check, spec string) *document.Envelope {
	if f := r.first; f != nil && f.Doc.Strict() && len(f.Doc.Raw) == len(body) && len(body) > 0 && &f.Doc.Raw[0] == &body[0] {
		return f
	}
	e := document.Open(document.Load(body, check, spec))
	return &e
}

// reads reports whether the request only asks for a document.
func (r *request) reads() bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// path is the URL's path, without host and query.
func (r *request) path() string { return wire.PathOf(r.URL) }

// cardPath is a path on which cards are served.
type cardPath struct {
	suffix   string
	op       a2a.Operation
	versions []a2a.Version
}

// cardPaths are the paths of all versions.
var cardPaths = sync.OnceValue(func() []cardPath {
	var all []cardPath
	for _, v := range slices.Backward(registry.Versions()) {
		for _, p := range v.Paths {
			i := slices.IndexFunc(all, func(c cardPath) bool { return c.suffix == p.Suffix })
			if i < 0 {
				i, all = len(all), append(all, cardPath{suffix: p.Suffix, op: p.Op})
			}
			all[i].versions = append(all[i].versions, v.Version())
		}
	}
	return all
})

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
		return wire.QueryOf(r.URL).Has("validationToken")
	}
	if r.Method != http.MethodPost || !r.env.Object || r.env.Call() || r.env.Version.Present() {
		return false
	}
	return token(r.Header) || evidence.PushShape(r.env.Value)
}

func token(h http.Header) bool {
	return h.Get("X-A2a-Notification-Token") != "" || h.Get("A2a-Notification-Token") != ""
}
