package a2a

import (
	"encoding/json"
	"slices"
)

// Kind says what a body or stream event was understood to be.
type Kind string

const (
	KindCall     Kind = "call"
	KindTask     Kind = "task"
	KindMessage  Kind = "message"
	KindStatus   Kind = "status"
	KindArtifact Kind = "artifact"
	KindPush     Kind = "push"  // a push config, or a list of them
	KindTasks    Kind = "tasks" // a list of tasks
	KindCard     Kind = "card"
	KindError    Kind = "error"
	KindEmpty    Kind = "empty" // a success that carries nothing
	KindNone     Kind = "none"  // not A2A, or not readable: see Problems
)

// Reading is what one document means in the version it speaks. It never fails:
// what cannot be read is said in Problems, and Raw is always there.
type Reading struct {
	Kind     Kind
	Dialect  []Version // one, or several where the wire does not tell
	Binding  Binding
	Op       Operation
	ID       json.RawMessage // JSON-RPC id as written; nil when absent
	Call     *Call           // Kind call
	Result   *Result         // all kinds but call, error, none
	Error    *Error
	Card     *Card // Kind card
	Problems []Problem
	Raw      json.RawMessage // the document as received, before any repair; over gRPC a protobuf message
	Repaired json.RawMessage // what was read, when Raw had to be repaired to be read, or is a gRPC message; else nil
}

// JSON is the document as it was received; over gRPC, where that is not JSON, as
// it was read.
func (r Reading) JSON() json.RawMessage {
	if r.Binding == GRPC {
		return r.Repaired
	}
	return r.Raw
}

// CutOff is the problem of a document that ends before it is whole: what was read is its
// beginning.
func (r Reading) CutOff() (Problem, bool) {
	i := slices.IndexFunc(r.Problems, func(p Problem) bool { return p.CutOff })
	if i < 0 {
		return Problem{}, false
	}
	return r.Problems[i], true
}

// Severity ranks a Problem.
type Severity string

const (
	SeverityError   Severity = "error"   // breaks a MUST, or could not be read
	SeverityWarning Severity = "warning" // breaks a SHOULD, or a MUST the field's own samples break
	SeverityInfo    Severity = "info"    // worth knowing
)

// Problem is a place where a document strays from its version's rules.
type Problem struct {
	Check    string // id of the check, as in docs/checks.md: CARD-05, RPC-08
	Severity Severity
	Message  string // plain words: what is there, what was expected
	Path     string // JSON path from the document's root: $.result.status.state
	Offset   int64  // byte offset in the document; -1 when it has no place
	Spec     string // version and section: "1.0 §9.5"
	CutOff   bool   // the document ends before it is whole
	Cause    string // which of the check's fixes fits: "role"; "" for the one that fits all others
}

// ProblemKey is what problems have in common that are one finding: check, severity and place,
// or for those without a check or a place their words, too.
type ProblemKey struct {
	Check    string
	Severity Severity
	Place    string
}

// Key tells whether two problems are one finding.
func (p Problem) Key() ProblemKey {
	k := ProblemKey{p.Check, p.Severity, p.Path}
	if p.Path == "" || p.Check == "" {
		k.Place += p.Message
	}
	return k
}

// Evidence is one reason for a dialect, with its weight in words.
type Evidence struct {
	Text     string // "method tasks/send", "A2A-Version: 1.0"
	Versions []Version
	Strong   bool
}

// Identity is what Identify concluded about an exchange: which versions it may
// speak. More than one when the wire does not tell; none when it is not A2A.
type Identity struct {
	Versions []Version
	Binding  Binding
	Variant  Variant // how the bodies stray from the version's form for the binding
	Op       Operation
	Evidence []Evidence
}

// Variant names a form of bodies that goes by the name of a version and binding
// without being theirs. "" is the form of the specification.
type Variant string

// KindJSON is 0.3's JSON-RPC bodies (with "kind" members, results not wrapped)
// sent over HTTP+JSON, where 0.3 has ProtoJSON.
const KindJSON Variant = "kind"

// Certain reports whether exactly one version fits.
func (i Identity) Certain() bool { return len(i.Versions) == 1 }

// Label is the versions as one word: "1.0", or "0.2|0.3".
func (i Identity) Label() string {
	s := ""
	for n, v := range i.Versions {
		if n > 0 {
			s += "|"
		}
		s += string(v)
	}
	return s
}
