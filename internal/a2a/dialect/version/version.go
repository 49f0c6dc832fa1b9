// Package version says what a version of the protocol is: one value, made in the
// version's own folder and listed by package registry. It has all that tells one
// version from another: names and shapes, how it is recognised, bindings, rules of
// streams, sections of its specification, and how an agent of that version behaves.
// Nothing outside the folders asks which version it has; it asks for a fact.
package version

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
)

// Version is a version of the protocol. The dialect is that of JSON-RPC; cards and
// push notifications are written in it, too. Values are not changed once listed.
type Version struct {
	Dialect

	// ExtendedCard is where an agent at this URL serves its extended card, nil where that
	// is answered to a method.
	ExtendedCard func(endpoint string) (string, error)

	// WholeMajor says that the version stands for all of its major number that the
	// console does not speak: 1.0 is read where "1" or "1.7" is asked for.
	WholeMajor bool

	// Terse says that documents of the version say little of themselves. Where the
	// oldest version that an exchange may speak is terse, it is read in that one, else
	// in the newest.
	Terse bool

	// Negotiated says that agents serve a card of this version to clients that ask for
	// it by A2A-Version.
	Negotiated bool

	// DraftOf is the released version that a draft is read as wherever nothing names the
	// draft, "" for a released version. Nobody offers a draft unasked.
	DraftOf a2a.Version

	Form     Form       // of documents over JSON-RPC and in push notifications
	Drafts   []Draft    // names of methods that no release has
	Paths    []CardPath // that speak for the version
	Card     Card
	Calls    Calls
	Stream   Stream
	Sections Sections
	Checks   Checks
	Agent    Agent
	Kits     []Kit // the conformance kits for the version, the first one in use unless another is chosen

	REST *REST // nil where the version does not have the binding
	GRPC *GRPC

	Dialects map[a2a.Binding]Dialect // of further bindings, whose folders know all else of them
}

// DialectOf is the dialect that treats the version's bodies in a binding, false when the
// version does not have the binding. The empty binding is JSON-RPC.
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

// Dialect is the codec of a version, which also reads values of documents that were
// taken apart already.
type Dialect interface {
	a2a.Dialect
	ReadParamsAt(a2a.Operation, document.Value) (*a2a.Call, []a2a.Problem)
	ReadResultAt(a2a.Operation, document.Value) (*a2a.Result, []a2a.Problem)
}

// Draft is a name that no released version has for an operation.
type Draft struct {
	Method string // of JSON-RPC
	Op     a2a.Operation
	From   string // where the name is from
	Spec   string // where the released name stands
}

// Calls are rules about requests and answers.
type Calls struct {
	NamesTask  bool // the client names a new task, beside the message
	OptionalID bool // a JSON-RPC request may lack an id
	VoidDelete bool // a deletion is answered by result: null
}

// Form is a way to write messages, tasks and events as JSON.
type Form string

// The forms there are, by the names that tables have for them.
const (
	Typed     Form = "Typed"     // parts told apart by type, events by their members, artifacts by index: 0.1
	Kinded    Form = "Kinded"    // told apart by kind
	Resources Form = "Resources" // ProtoJSON of package a2a.v1: content in place of parts, resource names
	Wrapped   Form = "Wrapped"   // ProtoJSON of package lf.a2a.v1: results and events in a member that names them
)

// Forms are all forms.
var Forms = []Form{Typed, Kinded, Resources, Wrapped}

// Stream are the rules for the order of a stream's events.
type Stream struct {
	// Final is the check that a stream ends with the status update that says
	// final:true, "" where it just ends. FinalStrict says that nothing excuses another
	// end.
	Final       string
	FinalStrict bool
	Early       string // the check that it does so when the task is over

	Opening   bool // a stream begins with a task or a message
	Messages  bool // a stream may be one message
	IsOneTask bool // all events are of one task and one context

	// Moved is the check that a task that is over stays as it is.
	Moved         string
	MovedSeverity a2a.Severity

	// Append and Late are the checks on chunks of an artifact: of one that did not
	// begin, and after the last.
	Append, Late string

	// Gap is the check that no generation of the task is left out, "" where tasks have
	// none.
	Gap string
}

// Checks are ids of checks that versions number differently.
type Checks struct {
	Task, Subscription string // that an answer is about the task that was asked for
	Sent               string // the same of the answer to a message, "" where it is Task
	Extensions         string
	Config             string // the same of an answer with a push configuration, "" where it is Task
}

// Sections are the places of rules that all versions have: "1.0 §9.1". A folder's table
// gives their numbers alone.
type Sections struct {
	Envelope, Request, StreamBody string // JSON-RPC over HTTP
	Events, StreamEnd, Chunks     string
	Opening, Subscribing          string // how a stream begins
	States, Errors, Delete        string
	Task, Subscription            string // that an answer is about the task that was asked for
	Header, HeaderEmpty           string // A2A-Version: that clients send it, and what it means when they do not
	Extensions                    string // the header that lists extensions
	Place, Cached                 string // where a card is served, and how
	Moved                         string // that a task that is over stays as it is
	Generations                   string
}

// RESTSections are the places of the rules of HTTP+JSON.
type RESTSections struct {
	Binding, Body, Object, Query, Route, Result, Params, Errors, Stream string
}

// CardPath is a path at which a version serves cards, whatever comes before it.
type CardPath struct {
	Suffix string
	Op     a2a.Operation
}

// Card is how a version's cards are told from others.
type Card struct {
	// Interfaces says that cards list their endpoints in supportedInterfaces, each with
	// its version, and have no url of their own.
	Interfaces bool

	// Transport says that such an endpoint, where it does not give its version, is of
	// this one when it calls its binding "transport".
	Transport bool

	// Unsaid says that cards need not give their version.
	Unsaid bool

	// Fits says how well a card with a url that does not give its version agrees with
	// this one.
	Fits func(document.Value) Fit

	// DeclaredVersion is the version of a card with a url that says it is of this one; nil where
	// that is always true.
	DeclaredVersion func(document.Value) a2a.Version

	Place  string // the check on where cards are served
	Signed bool   // cards may be signed
}

// Fit is how well a card agrees with a version.
type Fit int

// From not at all to surely.
const (
	No       Fit = iota
	Possible     // nothing tells against it
	Marked       // it has members of this version
)
