package jsonio

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
)

// maxProblems bounds what one document may complain about.
const maxProblems = 100

// Sink collects the problems of one document.
type Sink struct {
	repair *jsonrepair.Document // nil when it is read as it stands
	tree   *jsonrepair.Tree
	root   int32 // of the document in the tree, which may be of more than it
	base   int64 // where the document begins in the tree's
	spec   Spec
	names  *Rule // of members by their proto names; nil: they are not looked for
	found  Found
}

// Found are the problems of one document, at most a hundred.
type Found struct {
	list []a2a.Problem
	more int
}

// Full reports whether problems are only counted by now.
func (f *Found) Full() bool { return len(f.list) >= maxProblems }

// Add adds a problem that is not there yet: a place may be looked at twice.
func (f *Found) Add(p a2a.Problem) {
	switch {
	case f.Full():
		f.more++
	case !slices.Contains(f.list, p):
		f.list = append(f.list, p)
	}
}

// All is what was found.
func (f *Found) All() []a2a.Problem {
	if f.more > 0 {
		return append(f.list, a2a.Problem{Check: "READ-02", Severity: a2a.SeverityInfo, Message: fmt.Sprintf("%d further problems are not listed.", f.more), Path: "$", Offset: -1})
	}
	return f.list
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
		s.add(Repaired(step, Rule{Check: "FORM-03", Severity: a2a.SeverityError, Spec: "RFC 8259"}))
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

// Repaired is the problem of one repair, by a rule. That a document is cut off has a rule
// of its own.
func Repaired(step jsonrepair.Step, r Rule) a2a.Problem {
	cut := step.Kind == jsonrepair.CutOff
	if cut {
		r.Check, r.Spec = "FORM-04", "RFC 8259 §2"
	}
	check, cause, _ := strings.Cut(r.Check, "/")
	return a2a.Problem{Check: check, Cause: cause, Severity: r.Severity, Message: step.Sentence(), Path: "$", Offset: step.Offset, Spec: r.Spec, CutOff: cut}
}

// errUnlike is a document that even repairs make no JSON of.
var errUnlike = errors.New("no JSON, even with repairs")

// Place is a value in a document that was taken apart already and is strict JSON; or a
// document that was not, see Bytes.
type Place struct {
	Tree *jsonrepair.Tree
	Node int32
	raw  json.RawMessage // without a tree
}

// Bytes is a document that is to be taken apart.
func Bytes(raw json.RawMessage) Place { return Place{raw: raw} }

// Raw is the value as JSON. It shares the document's memory.
func (p Place) Raw() json.RawMessage {
	if p.Tree == nil {
		return p.raw
	}
	return p.Tree.Raw(p.Node)
}

// Open is Open of the value alone: paths and offsets begin with it.
func (p Place) Open(spec Spec) (Node, *Sink) {
	if p.Tree == nil {
		return Open(p.raw, spec)
	}
	s := &Sink{spec: spec, tree: p.Tree, root: p.Node, base: p.Tree.Offset(p.Node)}
	return Node{sink: s, at: p.Node}, s
}

// OpenAny is Open of what need not be there: no bytes are read as null.
func (p Place) OpenAny(spec Spec) (Node, *Sink) {
	if p.Tree == nil && len(p.raw) == 0 {
		p.raw = json.RawMessage("null")
	}
	return p.Open(spec)
}

// Problems is what was found.
func (s *Sink) Problems() []a2a.Problem { return s.found.All() }

func (s *Sink) add(p a2a.Problem) {
	p.Spec = cmp.Or(p.Spec, string(s.spec))
	s.found.Add(p)
}
