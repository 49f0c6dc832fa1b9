package a2a

import (
	"encoding/json"
	"slices"
)

// Kind is what a body or stream event turned out to be.
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

// Reading is what one document means in its version. Reading never fails: Problems lists what could not be
// read, and Raw is always set.
type Reading struct {
	Kind     Kind
	Dialect  []Version // one, or several where the wire does not decide
	Binding  Binding
	Op       Operation
	ID       json.RawMessage // JSON-RPC id as written; nil when absent
	Call     *Call           // Kind call
	Result   *Result         // all kinds but call, error, none
	Error    *Error
	Card     *Card // Kind card
	Problems []Problem
	Raw      json.RawMessage // the document as received, before any repair; over gRPC a protobuf message
	Repaired json.RawMessage // what was read, if Raw needed repair or is a gRPC message; else nil
}

// JSON returns the document as received. Over gRPC it returns the ProtoJSON that was read.
func (r Reading) JSON() json.RawMessage {
	if r.Binding == GRPC {
		return r.Repaired
	}
	return r.Raw
}

// CutOff returns the problem of a truncated document, of which only the beginning was read.
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
	SeverityWarning Severity = "warning" // breaks a SHOULD, or a MUST that the specification's examples break
	SeverityInfo    Severity = "info"    // worth knowing
)

// Problem is a place where a document breaks its version's rules.
type Problem struct {
	Check    string // id of the check, as in docs/checks.md: CARD-05, RPC-08
	Severity Severity
	Message  string // plain words: what is there, what was expected
	Path     string // JSON path from the document's root: $.result.status.state
	Offset   int64  // byte offset in the document; -1 without a place
	Spec     string // version and section: "1.0 §9.5"
	CutOff   bool   // the document ends before it is whole
	Cause    string // selects the check's "fix CAUSE" line: "role"; "" for its plain "fix"
}

// ProblemKey is the same for problems that count as one finding: check, severity and place, plus the message
// where check or path is missing.
type ProblemKey struct {
	Check    string
	Severity Severity
	Place    string
}

// Key returns equal keys for problems that count as one finding.
func (p Problem) Key() ProblemKey {
	k := ProblemKey{p.Check, p.Severity, p.Path}
	if p.Path == "" || p.Check == "" {
		k.Place += p.Message
	}
	return k
}

// Evidence is one reason to assume certain versions.
type Evidence struct {
	Text     string // "method tasks/send", "A2A-Version: 1.0"
	Versions []Version
	Strong   bool
}

// Identity is what Identify concluded about an exchange. Versions has several entries when the wire does not
// decide, and none when it is not A2A.
type Identity struct {
	Versions []Version
	Binding  Binding
	Variant  Variant // how the bodies differ from the version's form for the binding
	Op       Operation
	Evidence []Evidence
}

// Variant is a form of bodies that claims a version and binding without following them. "" is the
// specification's form.
type Variant string

// KindJSON is 0.3's JSON-RPC bodies (with "kind" members, results not wrapped) sent over HTTP+JSON, where 0.3
// has ProtoJSON.
const KindJSON Variant = "kind"

// Certain reports whether exactly one version fits.
func (i Identity) Certain() bool { return len(i.Versions) == 1 }

// Label joins the versions into one word: "1.0", or "0.2|0.3".
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
