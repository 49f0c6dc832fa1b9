// Package version defines the Version value that describes one protocol version. Each version's folder makes
// one, and package registry lists them. It holds everything that differs between versions: names and shapes,
// how to recognise the version, its bindings, stream rules, sections of its specification, and agent
// behaviour. Code outside those folders never compares versions; it asks for a fact.
package version

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
)

// Version is a version of the protocol. The embedded Dialect is that of JSON-RPC, also used for cards and
// push notifications. A Version does not change once it is listed.
type Version struct {
	Dialect

	// ExtendedCard returns the URL of the extended card of the agent at endpoint. It is nil when a method
	// returns that card.
	ExtendedCard func(endpoint string) (string, error)

	// WholeMajor makes the version stand in for all of its major number that the console does not speak: 1.0
	// is read where "1" or "1.7" is asked for.
	WholeMajor bool

	// Terse marks a version whose documents reveal little about their version. An exchange is read in the
	// oldest version that it may speak if that one is terse, otherwise in the newest.
	Terse bool

	// Negotiated means that agents serve a card of this version to clients that request it by A2A-Version.
	Negotiated bool

	// DraftOf is the released version in which a draft is read when nothing names the draft, "" for a
	// released version. Drafts are offered only on request.
	DraftOf a2a.Version

	Form     Form       // of documents over JSON-RPC and in push notifications
	Drafts   []Draft    // method names that no release has
	Paths    []CardPath // card paths that suggest this version
	Card     Card
	Calls    Calls
	Stream   Stream
	Sections Sections
	Checks   Checks
	Agent    Agent
	Kits     []Kit // the conformance kits for the version, the first one in use unless another is chosen

	REST *REST // nil when the version lacks the binding
	GRPC *GRPC

	Dialects map[a2a.Binding]Dialect // of further bindings, whose folders hold their other facts
}

// DialectOf returns the dialect for the version's bodies in a binding, false when the version lacks the
// binding. The empty binding means JSON-RPC.
func (v *Version) DialectOf(b a2a.Binding) (Dialect, bool) {
	switch {
	case b == "" || b == a2a.JSONRPC:
		return v.Dialect, true
	case b == a2a.REST && v.REST != nil:
		return v.REST.Dialect, true
	case b == a2a.GRPC && v.GRPC != nil:
		return v.GRPC.Service, true
	}
	d, ok := v.Dialects[b]
	return d, ok
}

// Dialect is a version's codec. It also reads values of documents that are already parsed.
type Dialect interface {
	a2a.Dialect
	ReadParamsAt(a2a.Operation, document.Value) (*a2a.Call, []a2a.Problem)
	ReadResultAt(a2a.Operation, document.Value) (*a2a.Result, []a2a.Problem)
}

// Draft is a method name that no released version has.
type Draft struct {
	Method string // of JSON-RPC
	Op     a2a.Operation
	From   string // the source of the name
	Spec   string // the section with the released name
}

// Calls has rules about requests and answers.
type Calls struct {
	NamesTask  bool // the client chooses the id of a new task, in the params
	OptionalID bool // a JSON-RPC request may lack an id
	VoidDelete bool // a deletion is answered by result: null
}

// Form is a way to write messages, tasks and events as JSON.
type Form string

// The names are those used in tables.
const (
	Typed     Form = "Typed"     // parts distinguished by type, events by their members, artifacts by index: 0.1
	Kinded    Form = "Kinded"    // everything distinguished by kind
	Resources Form = "Resources" // ProtoJSON of package a2a.v1: content in place of parts, resource names
	Wrapped   Form = "Wrapped"   // ProtoJSON of package lf.a2a.v1: results and events in a member that names them
)

var Forms = []Form{Typed, Kinded, Resources, Wrapped}

// Stream has rules for the order of a stream's events.
type Stream struct {
	// Final is the check that a stream ends with a status update with final:true, "" where a stream just
	// ends. FinalStrict allows no excuse for any other end.
	Final       string
	FinalStrict bool
	Early       string // the check that it does not end so before the task is over

	Opening   bool // a stream begins with a task or a message
	Messages  bool // a stream may be one message
	IsOneTask bool // all events are of one task and one context

	// Moved is the check that a finished task does not change.
	Moved         string
	MovedSeverity a2a.Severity

	// Append and Late are checks on artifact chunks: one that continues an artifact that never began, and one
	// after the last chunk.
	Append, Late string

	// Gap is the check that no generation of the task is skipped, "" where tasks have none.
	Gap string
}

// Checks are ids of checks that differ between versions.
type Checks struct {
	Task, Subscription string // that an answer is about the requested task
	Sent               string // the same for the answer to a message, "" to use Task
	Extensions         string
	Config             string // the same for an answer with a push configuration, "" to use Task
}

// Sections are the sections of rules that all versions have: "1.0 §9.1". A folder's table gives only the
// numbers.
type Sections struct {
	Envelope, Request, StreamBody string // JSON-RPC over HTTP
	Events, StreamEnd, Chunks     string
	Opening, Subscribing          string // how a stream begins
	States, Errors, Delete        string
	Task, Subscription            string // that an answer is about the requested task
	Header, HeaderEmpty           string // A2A-Version: that clients send it, and what it means when they do not
	Extensions                    string // the header that lists extensions
	Place, Cached                 string // where a card is served, and how it is cached
	Moved                         string // that a finished task does not change
	Generations                   string
}

// RESTSections are the sections of the HTTP+JSON rules.
type RESTSections struct {
	Binding, Body, Object, Query, Route, Result, Params, Errors, Stream string
}

// CardPath is the end of a path at which a version serves cards.
type CardPath struct {
	Suffix string
	Op     a2a.Operation
}

// Card says how to distinguish a version's cards from others.
type Card struct {
	// Interfaces means that cards list their endpoints in supportedInterfaces, each with its version, and
	// have no url of their own.
	Interfaces bool

	// Transport means that an endpoint without a version is of this version when it calls its binding
	// "transport".
	Transport bool

	// MayOmitVersion means that cards may omit their version.
	MayOmitVersion bool

	// Fits rates how well a card with a url but no version matches this version.
	Fits func(document.Value) Fit

	// DeclaredVersion returns the version of a card with a url that declares this one; nil when every such
	// card does.
	DeclaredVersion func(document.Value) a2a.Version

	Place  string // the check on where cards are served
	Signed bool   // cards may be signed
}

// Fit is how well a card matches a version.
type Fit int

const (
	No       Fit = iota
	Possible     // nothing contradicts it
	Marked       // it has members of this version
)
