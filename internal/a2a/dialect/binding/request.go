package binding

import (
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// Request is a request taken apart once.
type Request struct {
	Message
	Hint   Hint
	Call   *a2a.Call          // what it asks for, once it was read
	Answer Message            // the response's head, where messages cannot be read without
	First  *document.Envelope // the response's body, where it was taken apart already
	Budget *coding.Budget     // of what the messages of the response unfold to

	body *document.Envelope
}

// NewRequest begins to read a request.
func NewRequest(m Message, h Hint) *Request {
	return &Request{Message: m, Hint: h, Budget: coding.NewBudget(coding.ReadLimit)}
}

// JSON is the body taken apart, when it is asked for first: bindings whose bodies are no
// JSON do not.
func (r *Request) JSON() *document.Envelope {
	if r.body == nil {
		r.body = new(document.Envelope)
		if !document.Blank(r.Body) {
			*r.body = document.Open(document.Load(r.Body, "RPC-13/request", "JSON-RPC 2.0 §4"))
		}
	}
	return r.body
}

// Response is the body of the response taken apart. A body that needs no repair
// is the same whatever its problems would refer to.
func (r *Request) Response(body []byte, check, spec string) *document.Envelope {
	if f := r.First; f != nil && f.Doc.Strict() && len(f.Doc.Raw) == len(body) && len(body) > 0 && &f.Doc.Raw[0] == &body[0] {
		return f
	}
	e := document.Open(document.Load(body, check, spec))
	return &e
}

// Reads reports whether the request only asks for a document.
func (r *Request) Reads() bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// Path is the URL's path, without host and query.
func (r *Request) Path() string { return wire.PathOf(r.URL) }
