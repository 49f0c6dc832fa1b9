// Package binding says what a binding is: one interface, which each folder of a binding
// implements, and what these have in common: messages, a request taken apart, evidence
// and rules of headers, results, events and errors.
package binding

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/body"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
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

	// Answering is as what the server at a URL answers a call: its address may be of another
	// version than the rest of the call.
	Answering(id a2a.Identity, url string) a2a.Identity

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

// Answering is as what the call is read.
func (JSON) Answering(id a2a.Identity, _ string) a2a.Identity { return id }

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

// Hint is what is known beside the exchange itself.
type Hint struct {
	Card    *a2a.Card     // the agent's card, when one is known
	Version a2a.Version   // what the conversation spoke so far, or what the sender was told to speak
	Label   []a2a.Version // what its label on record says; see HintOf
	History []a2a.Version // what was spoken before at this endpoint, where that is all that is known
}

// Message is an HTTP message's worth of facts, whole or as far as recorded.
type Message struct {
	Method  string // requests only
	URL     string // requests only
	Status  int    // responses only
	Header  http.Header
	Trailer http.Header    // what came after the body; nil when nothing did
	Body    []byte         // transfer- and content-decoded
	Framing wire.FrameKind // of a response, where that was found out; else its head and body tell
	Cut     bool           // more was to come than Body: nothing is found wrong with it
	Coding  error          // how it is not encoded as its head says; of a response a Reader is told that at its end
}

// HTTP is a request ready to be sent, exactly.
type HTTP struct {
	Method string
	URL    string
	Header http.Header
	Body   []byte
}

// Kind is how a response is framed: as was found out, or as its head and body tell.
func (m *Message) Kind() wire.FrameKind {
	if m.Framing != "" {
		return m.Framing
	}
	return body.FramingOf(m.Status, m.Header, m.Body)
}

// Streams reports whether frames of a kind that answer an operation are the events of
// a stream. A gRPC message also answers a call that has one answer.
func Streams(op a2a.Operation, kind wire.FrameKind) bool {
	return kind == wire.SSE || kind == wire.Line || kind == wire.GRPC && op.Streams()
}

// Recorded is a request on record that is to be sent to another interface.
type Recorded struct {
	Message
	Hint
	Tenant string // of the other interface
	Renaming
}

// Renaming says what becomes of the ids in a document. A nil function leaves
// its ids alone.
type Renaming struct {
	// Call takes the id of a JSON-RPC message as JSON and returns what shall
	// stand there.
	Call func(id json.RawMessage) json.RawMessage
	// ID takes any other id (of a task, context, message or push config, or a
	// page token) with the name of its member, and returns the new one, or
	// false to leave it.
	ID func(member, id string) (string, bool)
}

// IsID reports whether a member of this name holds an id.
func IsID(name string) bool {
	switch name {
	case "id", "taskId", "task_id", "configId", "config_id", "contextId", "context_id", "sessionId", "session_id", "messageId", "message_id",
		"referenceTaskIds", "reference_task_ids", "pushNotificationConfigId", "pageToken", "page_token", "nextPageToken", "next_page_token":
		return true
	}
	return false
}

// Renamed is an id's new name, or its own.
func (r Renaming) Renamed(member, id string) string {
	if r.ID == nil || id == "" {
		return id
	}
	if to, ok := r.ID(member, id); ok {
		return to
	}
	return id
}

// Resource renames the ids in a resource name of 0.3's ProtoJSON,
// tasks/{task}/pushNotificationConfigs/{config}, and reports whether it is one.
func (r Renaming) Resource(s string) (string, bool) {
	rest, ok := strings.CutPrefix(s, "tasks/")
	if !ok {
		return s, false
	}
	task, config, nested := strings.Cut(rest, "/pushNotificationConfigs/")
	s = "tasks/" + r.Renamed("taskId", task)
	if nested {
		s += "/pushNotificationConfigs/" + r.Renamed("id", config)
	}
	return s, true
}

// Request is a request taken apart once.
type Request struct {
	Message
	Hint   Hint
	Call   *a2a.Call          // what it asks for, once it was read
	Answer Message            // the response's head, where messages cannot be read without
	First  *document.Envelope // the response's body, where it was taken apart already
	Budget *coding.Budget     // of what the messages of the response unfold to
	Twice  bool               // a member stands there twice: agents take the first one or the last

	body *document.Envelope
}

// NewRequest begins to read a request.
func NewRequest(m Message, h Hint) *Request {
	return &Request{Message: m, Hint: h, Budget: coding.NewBudget(coding.MaxDecodedBytes)}
}

// JSON is the body taken apart, when it is asked for first: bindings whose bodies are no
// JSON do not.
func (r *Request) JSON() *document.Envelope {
	if r.body == nil {
		r.body = new(document.Envelope)
		if !document.Blank(r.Body) {
			*r.body = document.Open(document.Load(r.Body, "FORM-03", "JSON-RPC 2.0 §4"))
		}
	}
	return r.body
}

// IsNoJSON reports whether the body, as far as is known, is not JSON, or not to its end.
func (r *Request) IsNoJSON() bool {
	doc := &r.JSON().Doc
	return !r.Cut && !doc.TooDeep && (doc.Unreadable || doc.CutOff())
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
