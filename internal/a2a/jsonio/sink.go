package jsonio

import (
	"cmp"
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
	edits jsonrepair.Edits // of a document that is not read as it stands
	tree  *jsonrepair.Tree
	root  int32 // of the document in the tree, which may be of more than it
	isCut bool  // it was said that not all of the document is read
	base  int64 // where the document begins in the tree's
	spec  Spec
	names *Rule // of members by their proto names; nil: they are not looked for
	found Found
	cased map[int32][]string // by their objects, members that are there in other letters

	counted, index int32 // an element and its place, see Index
}

// addCased notes a member that an object has in other letters, once: an object may be read as
// several types.
func (s *Sink) addCased(of int32, name string) {
	if slices.Contains(s.cased[of], name) {
		return
	}
	if s.cased == nil {
		s.cased = map[int32][]string{}
	}
	s.cased[of] = append(s.cased[of], name)
}

// Found are the problems of one document, at most a hundred.
type Found struct {
	list    []a2a.Problem
	omitted int
}

// Full reports whether problems are only counted by now.
func (f *Found) Full() bool { return len(f.list) >= maxProblems }

// Add adds a problem that is not there yet: a place may be looked at twice.
func (f *Found) Add(p a2a.Problem) {
	switch {
	case f.Full():
		f.omitted++
	case !slices.Contains(f.list, p):
		f.list = append(f.list, p)
	}
}

// All is what was found.
func (f *Found) All() []a2a.Problem {
	if f.omitted > 0 {
		return append(f.list, a2a.Problem{Check: "READ-02", Severity: a2a.SeverityInfo, Message: fmt.Sprintf("%d further problems are not listed.", f.omitted), Path: "$", Offset: -1})
	}
	return f.list
}

// Open reads raw, repairing it when it has to, and returns its root. spec is the
// reference a problem has when its reader names no other. The root of what
// cannot be read is absent, with a problem that says why.
func Open(raw []byte, spec Spec) (Node, *Sink) {
	doc, err := jsonrepair.Read(raw)
	s := &Sink{spec: spec, tree: doc.Tree, edits: doc.Edits}
	for _, step := range doc.Steps {
		s.add(Repaired(step, Rule{Check: "FORM-03", Severity: a2a.SeverityError, Spec: "RFC 8259"}))
	}
	if err == nil {
		return Node{sink: s}, s
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

// OpenNode is Open of a value in a strict document that was taken apart already: paths and
// offsets begin with it.
func OpenNode(t *jsonrepair.Tree, node int32, spec Spec) (Node, *Sink) {
	s := &Sink{spec: spec, tree: t, root: node, base: t.Offset(node)}
	return Node{sink: s, index: node}, s
}

// Problems is what was found.
func (s *Sink) Problems() []a2a.Problem { return s.found.All() }

func (s *Sink) add(p a2a.Problem) {
	p.Spec = cmp.Or(p.Spec, string(s.spec))
	s.found.Add(p)
}
