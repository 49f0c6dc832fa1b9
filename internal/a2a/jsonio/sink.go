package jsonio

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
)

// maxProblems bounds what one document may complain about.
const maxProblems = 100

// Sink collects the problems of one document.
type Sink struct {
	repair   *jsonrepair.Document // nil when it is read as it stands
	tree     *jsonrepair.Tree
	root     int32 // of the document in the tree, which may be of more than it
	base     int64 // where the document begins in the tree's
	spec     Spec
	names    *Rule // of members by their proto names; nil: they are not looked for
	problems []a2a.Problem
	more     int
}

// Open reads raw, repairing it when it has to, and returns its root. spec is the
// reference a problem has when its reader names no other. The root of what
// cannot be read is absent, with a problem that says why.
func Open(raw []byte, spec Spec) (Node, *Sink) {
	if tree, ok := jsonrepair.Parse(raw); ok && tree.Strict() {
		s := &Sink{spec: spec, tree: tree}
		return Node{sink: s}, s
	}
	s := &Sink{spec: spec}
	doc, err := jsonrepair.Read(raw)
	s.repair = &doc
	for _, step := range doc.Steps {
		s.add(a2a.Problem{Check: "FORM-03", Severity: severityOf(step.Kind), Message: "Not strict JSON: " + step.String() + ".", Path: "$", Offset: step.Offset, Spec: "RFC 8259"})
	}
	if err == nil {
		if tree, ok := jsonrepair.Parse(doc.JSON); ok {
			s.tree = tree
			return Node{sink: s}, s
		}
		err = errUnlike
	}
	offset := int64(0)
	if e, ok := err.(*jsonrepair.Error); ok {
		offset = e.Offset
	}
	s.add(a2a.Problem{Check: "FORM-03", Severity: a2a.SeverityError, Message: fmt.Sprintf("Not readable as JSON: %v.", err), Path: "$", Offset: offset, Spec: "RFC 8259"})
	return Node{}, s // without a sink: nothing more can be said of it
}

// errUnlike is a document that even repairs make no JSON of.
var errUnlike = errors.New("no JSON, even with repairs")

// Place is a value in a document that was taken apart already. The document is
// strict JSON.
type Place struct {
	Tree *jsonrepair.Tree
	Node int32
}

// Raw is the value as JSON. It shares the document's memory.
func (p Place) Raw() json.RawMessage { return p.Tree.Raw(p.Node) }

// Open is Open of the value alone: paths and offsets begin with it.
func (p Place) Open(spec Spec) (Node, *Sink) {
	s := &Sink{spec: spec, tree: p.Tree, root: p.Node, base: p.Tree.Offset(p.Node)}
	return Node{sink: s, at: p.Node}, s
}

func severityOf(k jsonrepair.Kind) a2a.Severity {
	if k == jsonrepair.ByteOrderMark || k == jsonrepair.OddSpace {
		return a2a.SeverityWarning
	}
	return a2a.SeverityError
}

// Problems is what was found, at most a hundred.
func (s *Sink) Problems() []a2a.Problem {
	if s.more > 0 {
		return append(s.problems, a2a.Problem{Check: "READ-02", Severity: a2a.SeverityInfo, Message: fmt.Sprintf("%d further problems are not listed.", s.more), Path: "$", Offset: -1})
	}
	return s.problems
}

func (s *Sink) add(p a2a.Problem) {
	if s.full() {
		s.more++
		return
	}
	if p.Spec == "" {
		p.Spec = string(s.spec)
	}
	if !slices.Contains(s.problems, p) { // a place may be looked at twice
		s.problems = append(s.problems, p)
	}
}

func (s *Sink) full() bool { return len(s.problems) >= maxProblems }
