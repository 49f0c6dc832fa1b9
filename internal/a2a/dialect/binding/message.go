package binding

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/body"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// Hint is what is known beside the exchange itself.
type Hint struct {
	Card    *a2a.Card     // the agent's card, when one is known
	Version a2a.Version   // what the conversation spoke so far, or what the sender was told to speak
	Label   []a2a.Version // what its label on record says; see HintOf
	Spoken  []a2a.Version // what was spoken before at this endpoint, where that is all that is known
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
