// Package binding says what a binding is: one interface, which each folder of a binding
// implements, and what these have in common: messages, a request taken apart, evidence
// and rules of headers, results, events and errors.
package binding

import (
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Binding is how calls, answers and events are put on HTTP, in whatever version.
// Implementations are values without state, listed by package dialect.
type Binding interface {
	// Identify says what an exchange is when its request is one of this binding's, and
	// false when it is not. first, the response's first document, may be empty.
	Identify(r *Request, first *document.Envelope) (a2a.Identity, bool)

	// Write makes the request for a call of an operation other than GetCard. rpcID is
	// the JSON-RPC id as JSON, for bindings that have one.
	Write(d version.Dialect, endpoint, rpcID string, c *a2a.Call) (HTTP, []a2a.Loss, error)

	// ReadRequest reads a request and keeps its call in r. ReadResponse reads a plain
	// response, or a stream's head, and ReadEvent one document of a frame.
	ReadRequest(id a2a.Identity, r *Request) a2a.Reading
	ReadResponse(id a2a.Identity, r *Request, resp Message) a2a.Reading
	ReadEvent(id a2a.Identity, r *Request, f wire.Frame, e *document.Envelope) a2a.Reading

	// ReadEnd reads how a call ended, in the trailers of its response or in its head. It
	// is false when these do not tell, and need not; a nil Trailer is still to come.
	ReadEnd(id a2a.Identity, resp Message) (a2a.Reading, bool)

	// Fail is what answers a call with an error. rpcID is as Write takes it, and streamed
	// has the error as the only event of a stream, where the binding tells errors there.
	Fail(d version.Dialect, rpcID string, streamed bool, e *a2a.Error) (wire.Head, []byte)

	// Address is the http or https URL of an interface, or with like of the call there
	// that is the same as a recorded one.
	Address(endpoint string, like *Recorded) (string, error)

	// Splice changes texts in the messages of one side of an exchange. edit is given
	// the path of each and may return another text. All other bytes stay, and body
	// itself comes back when none changed. It is false for a body that is JSON, in
	// which package dialect finds them, and for exchanges of other bindings.
	Splice(url string, side wire.Side, h http.Header, body []byte, edit Edit) ([]byte, bool)
}

// Edit gives another text for the one at a path of a message, or false.
type Edit func(path, text string) (string, bool)

// JSON is what bindings have in common whose bodies are JSON. They embed it.
type JSON struct{}

// ReadEnd knows of no end but that of the body.
func (JSON) ReadEnd(a2a.Identity, Message) (a2a.Reading, bool) { return a2a.Reading{}, false }

// Address is the endpoint, to which all calls go.
func (JSON) Address(endpoint string, _ *Recorded) (string, error) { return endpoint, nil }

// Failed is an answer of an error that is one document, or with streamed the only event of
// a stream. status and mediaType are those of a document.
func (JSON) Failed(status int, mediaType string, streamed bool, doc []byte) (wire.Head, []byte) {
	if streamed {
		status, mediaType, doc = http.StatusOK, "text/event-stream", slices.Concat([]byte("data: "), doc, []byte("\n\n"))
	}
	return wire.Head{Status: status, Header: http.Header{"Content-Type": {mediaType}, "Cache-Control": {"no-store"}}}, doc
}

// Splice leaves JSON to package dialect.
func (JSON) Splice(_ string, _ wire.Side, _ http.Header, body []byte, _ Edit) ([]byte, bool) {
	return body, false
}
