// Package binding defines Binding, the interface that each binding's folder implements, and what
// these share: HTTP messages, a parsed request, evidence and rules from headers, results, events
// and errors. It depends on no single binding.
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

// Binding puts calls, answers and events on HTTP, in any version. Implementations have no state. Package
// dialect lists them.
type Binding interface {
	// Identify identifies an exchange by its request, and returns false when the request is not one of this
	// binding's. first is the response's first document and may be empty.
	Identify(r *Request, first *document.Envelope) (a2a.Identity, bool)

	// Write writes the request for a call of any operation except GetCard. rpcID is the JSON-RPC id as JSON,
	// for bindings that have one.
	Write(d version.Dialect, endpoint, rpcID string, c *a2a.Call) (HTTP, []a2a.Loss, error)

	// ReadRequest reads a request and stores its call in r. ReadResponse reads a plain response or a stream's
	// head. ReadEvent reads one document of a frame.
	ReadRequest(id a2a.Identity, r *Request) a2a.Reading
	ReadResponse(id a2a.Identity, r *Request, resp Message) a2a.Reading
	ReadEvent(id a2a.Identity, r *Request, f wire.Frame, e *document.Envelope) a2a.Reading

	// ReadEnd reads from the response's trailers or head how a call ended. It returns false when they
	// do not say and need not in this binding. A nil Trailer means that trailers are yet to arrive.
	ReadEnd(id a2a.Identity, resp Message) (a2a.Reading, bool)

	// Answering returns the identity under which to read the answer from the server at url, whose path may
	// name another version than the rest of the call.
	Answering(id a2a.Identity, url string) a2a.Identity

	// Fail returns an error answer to a call. rpcID is that of Write. streamed puts the error into the only
	// event of a stream, in bindings that report errors there.
	Fail(d version.Dialect, rpcID string, streamed bool, e *a2a.Error) (wire.Head, []byte)

	// Address returns the http or https URL of an interface. With like, it returns the URL there for the same
	// call as a recorded one.
	Address(endpoint string, like *Recorded) (string, error)

	// Splice edits strings in the messages that one side of an exchange sent. It calls edit with the path of
	// each string and leaves all other bytes alone; with no changes it returns body itself. It returns false
	// for exchanges of other bindings, and for JSON bodies, which package dialect edits.
	Splice(url string, side wire.Side, h http.Header, body []byte, edit Edit) ([]byte, bool)
}

// Edit returns a replacement for the string at path, or false to keep it.
type Edit func(path, text string) (string, bool)

// JSON has the parts common to bindings with JSON bodies, which embed it.
type JSON struct{}

// ReadEnd returns false: only the body ends such a call.
func (JSON) ReadEnd(a2a.Identity, Message) (a2a.Reading, bool) { return a2a.Reading{}, false }

func (JSON) Answering(id a2a.Identity, _ string) a2a.Identity { return id }

// Address returns endpoint: all calls go there.
func (JSON) Address(endpoint string, _ *Recorded) (string, error) { return endpoint, nil }

// Failed returns an error answer: doc as the body with this status and media type or, when streamed, as the
// only event of a stream.
func (JSON) Failed(status int, mediaType string, streamed bool, doc []byte) (wire.Head, []byte) {
	if streamed {
		status, mediaType, doc = http.StatusOK, "text/event-stream", slices.Concat([]byte("data: "), doc, []byte("\n\n"))
	}
	return wire.Head{Status: status, Header: http.Header{"Content-Type": {mediaType}, "Cache-Control": {"no-store"}}}, doc
}

// Splice returns false: package dialect edits JSON.
func (JSON) Splice(_ string, _ wire.Side, _ http.Header, body []byte, _ Edit) ([]byte, bool) {
	return body, false
}

// Hint is what is known from outside the exchange.
type Hint struct {
	Card    *a2a.Card     // the agent's card, nil when unknown
	Version a2a.Version   // the version of the conversation so far, or the one the sender was told to speak
	Label   []a2a.Version // what its recorded label says; see HintOf
	History []a2a.Version // versions spoken before at this endpoint, when nothing better is known
}

// Message is one HTTP message, complete or as far as recorded.
type Message struct {
	Method  string // requests only
	URL     string // requests only
	Status  int    // responses only
	Header  http.Header
	Trailer http.Header    // nil when there was none
	Body    []byte         // transfer- and content-decoded
	Framing wire.FrameKind // of a response, where it is known; otherwise found from head and body
	Cut     bool           // Body is truncated: nothing is reported as wrong with it
	Coding  error          // how the body contradicts its Content-Encoding; a Reader learns a response's at its end
}

// HTTP is a request, ready to send byte for byte.
type HTTP struct {
	Method string
	URL    string
	Header http.Header
	Body   []byte
}

// Kind returns the framing of a response: Framing, or what head and body show.
func (m *Message) Kind() wire.FrameKind {
	if m.Framing != "" {
		return m.Framing
	}
	return body.FramingOf(m.Status, m.Header, m.Body)
}

// Streams reports whether frames of this kind, in answer to op, are the events of a stream. A gRPC message
// may also be the single answer to a call.
func Streams(op a2a.Operation, kind wire.FrameKind) bool {
	return kind == wire.SSE || kind == wire.Line || kind == wire.GRPC && op.Streams()
}

// Recorded is a recorded request that is to be sent to another interface.
type Recorded struct {
	Message
	Hint
	Tenant string // the tenant of the other interface
	Renaming
}

// Renaming replaces ids in a document. A nil function leaves its ids alone.
type Renaming struct {
	// Call maps the id of a JSON-RPC message, as JSON, to its replacement.
	Call func(id json.RawMessage) json.RawMessage
	// ID maps any other id (of a task, context, message or push config, or a page token) to its replacement,
	// given the name of its member. It returns false to keep the id.
	ID func(member, id string) (string, bool)
}

// IsID reports whether members of this name hold ids.
func IsID(name string) bool {
	switch name {
	case "id", "taskId", "task_id", "configId", "config_id", "contextId", "context_id", "sessionId", "session_id", "messageId", "message_id",
		"referenceTaskIds", "reference_task_ids", "pushNotificationConfigId", "pageToken", "page_token", "nextPageToken", "next_page_token":
		return true
	}
	return false
}

// Renamed returns the replacement for an id, or the id itself.
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
// tasks/{task}/pushNotificationConfigs/{config}. It returns false when s is not one.
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

// Request is a request that is parsed once.
type Request struct {
	Message
	Hint          Hint
	Call          *a2a.Call          // what it asks for, once it is read
	Answer        Message            // the response's head, where messages cannot be read without it
	First         *document.Envelope // the response's parsed body, when there is one already
	Budget        *coding.Budget     // for what the response's messages decompress to
	HasDuplicates bool               // a member occurs twice: some agents take the first one, others the last

	body *document.Envelope
}

func NewRequest(m Message, h Hint) *Request {
	return &Request{Message: m, Hint: h, Budget: coding.NewBudget(coding.MaxDecodedBytes)}
}

// JSON returns the parsed body. It parses on first use, so bindings without JSON bodies never pay for it.
func (r *Request) JSON() *document.Envelope {
	if r.body == nil {
		r.body = new(document.Envelope)
		if !document.Blank(r.Body) {
			*r.body = document.Open(document.Load(r.Body, "FORM-03", "JSON-RPC 2.0 §4"))
		}
	}
	return r.body
}

// IsNoJSON reports whether the body is known not to be JSON, or to be truncated JSON.
func (r *Request) IsNoJSON() bool {
	doc := &r.JSON().Doc
	return !r.Cut && !doc.TooDeep && (doc.Unreadable || doc.CutOff())
}

// Response returns the parsed body of the response. It reuses First for a body that needed no repair: check
// and spec only affect problems.
func (r *Request) Response(body []byte, check, spec string) *document.Envelope {
	if f := r.First; f != nil && f.Doc.Strict() && len(f.Doc.Raw) == len(body) && len(body) > 0 && &f.Doc.Raw[0] == &body[0] {
		return f
	}
	e := document.Open(document.Load(body, check, spec))
	return &e
}

// IsRead reports whether the request is a GET or HEAD.
func (r *Request) IsRead() bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

func (r *Request) Path() string { return wire.PathOf(r.URL) }
