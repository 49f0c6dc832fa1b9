package wire

import (
	"net/http"
	"slices"
	"strings"
	"time"
)

// Origin says who caused an exchange.
type Origin string

const (
	Client   Origin = "client"   // another program, through a tap
	Compose  Origin = "compose"  // the developer, from the pages; in older records also from the command line
	Terminal Origin = "terminal" // the developer, from the command line
	Console  Origin = "console"  // the console's own probes: card fetches, discovery
	Replay   Origin = "replay"   // a recorded exchange sent again
	Push     Origin = "push"     // an agent, calling the webhook receiver
	Model    Origin = "model"    // an agent, calling a model or a tool server through a tap for it
)

// IsConversation reports whether an exchange is part of what clients and agents say to each other. Probes of
// the console and calls of models are not: they are not counted as failed, replayed, compared, mocked or checked.
func (o Origin) IsConversation() bool { return o != Console && o != Model }

// NotConversation lists the origins of exchanges that are no part of a conversation.
func NotConversation() []Origin { return []Origin{Console, Model} }

// Outcome says how an exchange ended. The zero value means it is still open.
type Outcome string

const (
	Open        Outcome = ""
	ByAgent     Outcome = "agent"       // the agent finished its response
	Cut         Outcome = "cut"         // the connection to the agent ended before the response was complete
	Cancelled   Outcome = "cancelled"   // the client disconnected
	TimedOut    Outcome = "timeout"     // a deadline of the console passed
	Refused     Outcome = "refused"     // the console refused to forward it, see Problem; a connection that the agent refuses is Unreachable
	Unreachable Outcome = "unreachable" // no response: the agent could not be reached
	Interrupted Outcome = "interrupted" // neither side ended it: the console stopped, a rule or a person aborted it (see Problem), or its end is not on record
)

// Head is a message without its body. Header names are in net/http's canonical spelling.
type Head struct {
	Proto   string      `json:"proto,omitempty"` // "HTTP/1.1", "HTTP/2.0"
	Status  int         `json:"status,omitempty"`
	Header  http.Header `json:"header,omitempty"`
	Trailer http.Header `json:"trailer,omitempty"`
	// Received is the head of an HTTP/1 message as it arrived, or "" if it can be restored from the
	// fields above: its names are then in the order in which Go writes them (Host, User-Agent,
	// Content-Length, then alphabetical; in a response alphabetical, then Date, Content-Length). It
	// keeps what those fields lose: the spelling and order of names, the reason phrase, the request
	// target as written, spaces and line ends, and the headers that net/http removes. A NUL
	// replaces each value that Header holds, and the target that the URL holds. A byte above 127 is
	// stored as the character of that number (ISO 8859-1). ReceivedBytes restores the head.
	Received string `json:"received,omitempty"`
	// Surplus holds the bytes that followed a response on its connection and belong to no message,
	// at most MaxSurplusBytes of them. No client receives them.
	Surplus []byte `json:"surplus,omitempty"`
	// Ended is when the agent ended a response that passed through a gate; the exchange ends only
	// when everything held has been forwarded. Zero for all other responses. See
	// Exchange.AgentEnded.
	Ended time.Time `json:"ended,omitzero"`
	// ClientLeftAt is when the client disconnected before it had the whole of a response whose head
	// had arrived. What the agent sent after that was only recorded. Zero if the client stayed.
	ClientLeftAt time.Time `json:"left,omitzero"`
}

// MaxSurplusBytes bounds Head.Surplus, in bytes.
const MaxSurplusBytes = 4 << 10

// Exchange is one HTTP request with its response. Times are UTC; a zero time means "not yet". Recorders hand
// out copies.
type Exchange struct {
	ID      string // UUIDv7
	Seq     int64  // order in the store, from 1; 0 until stored
	Version int64  // grows with every change to the row; orders changes across exchanges
	Session string
	Origin  Origin
	Link    string // id of the exchange that this one repeats, or ""
	Repeats bool   // a replay made it, and Link is in the same session

	Agent  string // origin of the agent: scheme://host[:port]; "" if unknown, as for some push notifications
	Tap    string // origin of the listener that received it, or "" for calls of the console
	Caller string // who called: the request's User-Agent, or CallOptions.Caller
	Method string
	URL    string // absolute URL on the upstream, with secrets redacted

	Request      Head      // as the client sent it
	Interim      []Interim // 1xx answers of the agent, in order; a 101 that switches protocols is Response
	Response     Head      // as the agent sent it; Status is 0 until it answered
	RequestSent  *Head     // what was forwarded to the agent if it differs from Request, else nil
	ResponseSent *Head     // what was forwarded to the client if it differs from Response, else nil

	Started     time.Time // request head read
	RequestDone time.Time // request body wholly read
	Answered    time.Time // response head read
	FirstByte   time.Time // first byte of the response body
	LastByte    time.Time // latest byte of the response body
	Ended       time.Time

	Outcome Outcome
	Problem string // what went wrong, why, and what to try; "" for nothing

	RequestBytes  int64 // body bytes that crossed the wire
	ResponseBytes int64
	RequestKept   int64 // body bytes on record; fewer than RequestBytes where Gaps says why, and for a moment while compressed bytes are kept back
	ResponseKept  int64
	Frames        int          // events without comments, or gRPC or WebSocket messages, after decoding; 1 for a whole body
	Incomplete    bool         // bytes that crossed the wire are not on record: see Gaps
	Rewritten     bool         // the console changed the response: see the side ResponseSent
	PassageKinds  PassageKinds // the kinds of its passages

	Gaps []Gap // what was not recorded of this exchange, in the order in which it was lost

	Redactions []Redaction
	Labels     Labels

	Pinned bool   // by a person: retention keeps its session
	Note   string // written by a person, at most MaxNoteBytes
}

// Duration is the time from the start to the end, or to now while the exchange is open.
func (x *Exchange) Duration(now time.Time) time.Duration {
	if x.Ended.IsZero() {
		return now.Sub(x.Started)
	}
	return x.Ended.Sub(x.Started)
}

// AgentEnded is when the agent ended its response, which may be long before the exchange ends if a rule or a
// person held the response back. Zero while the exchange is open.
func (x *Exchange) AgentEnded() time.Time {
	if at := x.Response.Ended; !at.IsZero() && at.Before(x.Ended) {
		return at
	}
	return x.Ended
}

// ClientLeft reports whether the client disconnected before it had the whole response.
func (x *Exchange) ClientLeft() bool {
	return x.Outcome == Cancelled || !x.Response.ClientLeftAt.IsZero()
}

// HasMissingBytes reports whether body bytes of the exchange crossed the wire and are not on record. Gaps has
// the details that the record knows.
func (x *Exchange) HasMissingBytes() bool {
	return x.Incomplete || len(x.Gaps) > 0 || x.RequestKept < x.RequestBytes || x.ResponseKept < x.ResponseBytes
}

// HasMissingResponseBytes reports whether bytes of the response body are not on record. A gap whose Bytes is
// 0 has an unknown length.
func (x *Exchange) HasMissingResponseBytes() bool {
	return x.ResponseKept < x.ResponseBytes || slices.ContainsFunc(x.Gaps, func(g Gap) bool { return g.Side == Response && g.Bytes == 0 })
}

// Labels is what a reading concluded about an exchange, in A2A 1.0's terms. Labels are derived and may be
// wrong or absent.
type Labels struct {
	Op               string // 1.0 method name: SendMessage, GetTask, GetAgentCard; "" when unknown
	Dialect          string // "0.1", "1.0"; "0.2|0.3" if the wire does not say
	Binding          string // "jsonrpc", "rest", "grpc"
	Task             string
	Context          string
	State            string       // last state seen, 1.0 spelling: TASK_STATE_WORKING
	Error            string       // name of the protocol error, or ""
	Text             string       // extracted text for search, capped
	Findings         int          // not counting muted ones
	Worst            string       // worst severity among Findings: "error", "warning", "info", ""
	AgentSeverity    string       // worst severity among Findings in the agent's bytes
	ResponseSeverity string       // worst severity of what the response shows by itself, muted or not
	Failed           bool         // the exchange failed, as a user would say it; in a reading: its response has a problem and holds neither a message nor a card
	CutOff           bool         // the response ends inside a document
	Muted            int          // findings of muted checks; 0 while labels are being made
	Model            *ModelLabels // of a call with Origin Model that was understood; else nil
	Events           int          // events of a framed response after decoding, without comments; 0 on record, which counts them as Frames
}

// IsForAgent reports whether the exchange is a request to an agent, so that it can be sent or held again.
func (x *Exchange) IsForAgent() bool { return x.Origin != Push && x.Origin != Model && x.Method != "" }

// ModelLabels is what a reading concluded about a call of a model or of a tool server.
type ModelLabels struct {
	API       string   `json:"api"`                 // "openai.chat", "mcp"
	Method    string   `json:"method,omitempty"`    // of MCP, such as "tools/call"
	Kind      string   `json:"kind"`                // "model", "tool", or "other" such as a list of models
	Model     string   `json:"model,omitempty"`     // as the API spells it; "" of a tool server
	Requested string   `json:"requested,omitempty"` // the requested model, if another one answered
	Tools     []string `json:"tools,omitempty"`     // tools that the model asked for, or the one that was called
	Input     int64    `json:"input"`               // tokens, including cached ones
	Output    int64    `json:"output"`              // tokens
	Cached    int64    `json:"cached,omitempty"`
	Finish    string   `json:"finish,omitempty"` // why the model stopped, as the API spells it
	Error     string   `json:"error,omitempty"`  // the API's message, clipped
	IDs       []string `json:"ids,omitempty"`    // ids of tasks and contexts that its request seems to name
}

// EncodedWithoutEnd is the Detail of a Redaction in an encoded body that ends early: its last bytes
// could not be decoded and searched. Readers of records compare it: do not change it.
const EncodedWithoutEnd = "ends in what cannot be looked into"

// Redaction marks secret bytes that were replaced by filler of equal length, so that all lengths stay as on the wire.
type Redaction struct {
	Place       string `json:"where"`                 // "request.header", "request.body", "url", "response.body", ...
	Name        string `json:"name"`                  // header, member or query parameter
	Offset      int64  `json:"offset"`                // in the body; for headers, in the value
	Length      int64  `json:"length"`                // bytes replaced
	Kind        string `json:"kind"`                  // "bearer", "basic", "cookie", "api-key", "token", ...
	Fingerprint string `json:"fingerprint,omitempty"` // keyed hash: see CompareFingerprints
	Detail      string `json:"detail,omitempty"`      // for JWTs: iss, aud, scope, exp
}

// FormatFingerprint joins the name of a key and a hash of a secret keyed with it. Each run of a program has
// its own key.
func FormatFingerprint(key, hash string) string { return key + "-" + hash[:11] }

// CompareFingerprints reports whether two secrets are equal. known is false for unequal hashes under
// different keys, and for those of older records, which do not name their key.
func CompareFingerprints(a, b string) (equal, known bool) {
	x, _, named := strings.Cut(a, "-")
	y, _, both := strings.Cut(b, "-")
	return a == b, a == b || named && both && x == y
}
