package wire

import (
	"net/http"
	"slices"
	"strings"
	"time"
)

// Origin says whose doing an exchange was.
type Origin string

const (
	Client   Origin = "client"   // another program, through a tap
	Compose  Origin = "compose"  // the developer, from the pages; in older records from the command line, too
	Terminal Origin = "terminal" // the developer, from the command line
	Console  Origin = "console"  // the console's own probes: card fetches, discovery
	Replay   Origin = "replay"   // a recorded exchange sent again
	Push     Origin = "push"     // an agent, calling the webhook receiver
)

// Outcome says how an exchange ended. The zero value means it is still open.
type Outcome string

const (
	Open        Outcome = ""
	ByAgent     Outcome = "agent"       // the agent finished its response
	Cut         Outcome = "cut"         // the agent's side broke before the response was whole
	Cancelled   Outcome = "cancelled"   // the client went away
	TimedOut    Outcome = "timeout"     // a deadline of ours passed
	Refused     Outcome = "refused"     // the console refused to pass it on, as Problem says; a connection that the agent refuses is Unreachable
	Unreachable Outcome = "unreachable" // no response: the agent could not be reached
	Interrupted Outcome = "interrupted" // the console stopped while the exchange was open; neither side had ended it
)

// Head is what of a message is not its body. Header names are as net/http gives
// them, in canonical spelling.
type Head struct {
	Proto   string      `json:"proto,omitempty"` // "HTTP/1.1", "HTTP/2.0"
	Status  int         `json:"status,omitempty"`
	Header  http.Header `json:"header,omitempty"`
	Trailer http.Header `json:"trailer,omitempty"`
	// Received is a head of HTTP/1 as it came, "" where the members above tell as
	// much: its names are in the order in which Go writes them (Host, User-Agent,
	// Content-Length, then by the alphabet; in a response by the alphabet, then
	// Date, Content-Length). It has what they lack: the spelling and order of names, the reason
	// phrase, the request target as it was written, spaces and line ends, and what
	// net/http takes for itself. Each value that Header holds, and the target that
	// the URL tells, is left out: NUL takes its place. A byte above 127 is the
	// character of its number (ISO 8859-1). ReceivedBytes puts it together.
	Received string `json:"received,omitempty"`
	// Surplus is what came after the end of a response on its connection and
	// belongs to no message: the beginning of it, at most MaxSurplusBytes bytes. No
	// client is given it.
	Surplus []byte `json:"surplus,omitempty"`
	// Ended is when the agent ended a response that rules had a hand in: the exchange ends
	// when what they kept has gone on. Zero for all others. See Exchange.AgentEnded.
	Ended time.Time `json:"ended,omitzero"`
	// ClientLeftAt is when the client went away before it had the whole of a response whose head
	// had come: what the agent sent after that was read for the record. Zero for others.
	ClientLeftAt time.Time `json:"left,omitzero"`
}

// MaxSurplusBytes bounds Head.Surplus, in bytes.
const MaxSurplusBytes = 4 << 10

// Exchange is one HTTP request with its response. Times are UTC; a zero time
// means "not yet". It is a value: recorders hand out copies.
type Exchange struct {
	ID      string // UUIDv7
	Seq     int64  // order in the store, from 1; 0 until stored
	Version int64  // grows with every change to the row; orders changes across exchanges
	Session string
	Origin  Origin
	Link    string // id of the exchange this one repeats, or ""
	Repeats bool   // by a replay, and Link is of the same session

	Agent  string // origin of the upstream: scheme://host[:port]
	Tap    string // origin of the listener it came in by, or "" for calls of our own
	Caller string // who called: the request's User-Agent
	Method string
	URL    string // absolute URL on the upstream, secrets redacted

	Request      Head      // as the client sent it
	Interim      []Interim // 1xx answers of the agent, in order; a 101 that switches protocols is Response
	Response     Head      // as the agent sent it; Status is 0 until it answered
	RequestSent  *Head     // what went on to the agent, where it differs from Request; nil where it does not
	ResponseSent *Head     // what went on to the client, where it differs from Response; nil where it does not

	Started     time.Time // request head read
	RequestDone time.Time // request body wholly read
	Answered    time.Time // response head read
	FirstByte   time.Time // first byte of the response body
	LastByte    time.Time // latest byte of the response body
	Ended       time.Time

	Outcome Outcome
	Problem string // for Cut, TimedOut, Refused, Unreachable: what, why, what to try

	RequestBytes  int64 // body bytes that crossed the wire
	ResponseBytes int64
	RequestKept   int64 // body bytes on record; less than RequestBytes when the limit cut it
	ResponseKept  int64
	Frames        int          // events, comments not counted, gRPC or WebSocket messages, encodings undone, or 1 for a whole body
	Incomplete    bool         // bytes that crossed the wire are not on record: see Gaps
	Rewritten     bool         // the console changed the response: see the side ResponseSent
	PassageKinds  PassageKinds // how frames passed that did not simply go on as they came: of its passages

	Gaps []Gap // what of this exchange could not be recorded, in the order in which it was lost

	Redactions []Redaction
	Labels     Labels

	Pinned bool   // by a person: retention keeps its session
	Note   string // by a person, of any length up to MaxNoteBytes
}

// Duration is the time from request to end, or to now while open.
func (x *Exchange) Duration(now time.Time) time.Duration {
	if x.Ended.IsZero() {
		return now.Sub(x.Started)
	}
	return x.Ended.Sub(x.Started)
}

// AgentEnded is when the agent ended its response, which may be long before the end of an
// exchange whose response a rule or a person kept back. Zero while it is open.
func (x *Exchange) AgentEnded() time.Time {
	if at := x.Response.Ended; !at.IsZero() && at.Before(x.Ended) {
		return at
	}
	return x.Ended
}

// ClientLeft reports whether the client went away before it had the whole response.
func (x *Exchange) ClientLeft() bool {
	return x.Outcome == Cancelled || !x.Response.ClientLeftAt.IsZero()
}

// HasMissingBytes reports whether body bytes of the exchange that crossed the wire are not
// on record. Gaps say more, where the record knows more.
func (x *Exchange) HasMissingBytes() bool {
	return x.Incomplete || len(x.Gaps) > 0 || x.RequestKept < x.RequestBytes || x.ResponseKept < x.ResponseBytes
}

// HasMissingResponseBytes reports whether bytes of the response's body are not on record. A gap
// without a length is one of unknown length.
func (x *Exchange) HasMissingResponseBytes() bool {
	return x.ResponseKept < x.ResponseBytes || slices.ContainsFunc(x.Gaps, func(g Gap) bool { return g.Side == Response && g.Bytes == 0 })
}

// Labels is what a reading concluded about an exchange, in A2A 1.0's words.
// They are derived and may be wrong or absent; the bytes are the truth.
type Labels struct {
	Op               string // 1.0 method name: SendMessage, GetTask, GetAgentCard; "" when unknown
	Dialect          string // "0.1", "1.0"; "0.2|0.3" when the wire does not tell
	Binding          string // "jsonrpc", "rest", "grpc"
	Task             string
	Context          string
	State            string // last state seen, 1.0 spelling: TASK_STATE_WORKING
	Error            string // name of the protocol error, or ""
	Text             string // extracted text for search, capped
	Findings         int    // muted ones are not counted
	Worst            string // severity of the worst of these: "error", "warning", "info", ""
	AgentSeverity    string // severity of the worst of these in the bytes of the agent
	ResponseSeverity string // severity of the worst that the response shows alone; muted or not
	Failed           bool   // the exchange failed, as a user would say it; of a reading: something is wrong with its response, and it has no message and no card
	CutOff           bool   // a document of the answer ends before it is whole
	Muted            int    // findings of checks that are muted; 0 while labels are made
	Events           int    // of a response that comes in frames, its encodings undone and comments not counted; 0 on record, where they are frames
}

// EncodedWithoutEnd is the detail of a Redaction of what came of an encoded body that breaks off: it
// could not be looked into.
const EncodedWithoutEnd = "ends in what cannot be looked into"

// Redaction marks bytes that were secret and are not on record: they were
// replaced by filler of equal length, so that lengths stay the wire's.
type Redaction struct {
	Place       string `json:"where"`                 // "request.header", "request.body", "url", "response.body", ...
	Name        string `json:"name"`                  // header, member or query parameter
	Offset      int64  `json:"offset"`                // in the body; in the header's value otherwise
	Length      int64  `json:"length"`                // bytes replaced
	Kind        string `json:"kind"`                  // "bearer", "basic", "cookie", "api-key", "token", ...
	Fingerprint string `json:"fingerprint,omitempty"` // keyed hash: see CompareFingerprints
	Detail      string `json:"detail,omitempty"`      // for JWTs: iss, aud, scope, exp
}

// FormatFingerprint is a keyed hash of a secret with the name of its key, which is another in each run of
// a program.
func FormatFingerprint(key, hash string) string { return key + "-" + hash[:11] }

// CompareFingerprints reports whether two secrets are equal. Of those that were hashed by different
// keys nobody can tell, nor of unequal ones of older records, which have no key's name.
func CompareFingerprints(a, b string) (equal, known bool) {
	x, _, named := strings.Cut(a, "-")
	y, _, both := strings.Cut(b, "-")
	return a == b, a == b || named && both && x == y
}
