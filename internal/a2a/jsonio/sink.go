package jsonio

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
)

const maxProblems = 100

// Sink collects the problems of one document.
type Sink struct {
	edits jsonrepair.Edits // the repairs of the document, if any
	tree  *jsonrepair.Tree
	root  int32 // the document's node; the tree may contain more
	isCut bool  // a cut node was reported
	base  int64 // the document's offset in the tree's text
	spec  Spec
	names *Rule // the rule for members under their proto names; nil: these are not read
	found Found
	cased map[int32][]string // by object: members present in another case

	counted, index int32 // a cache for Node.Index
}

// addCased notes a member that an object has in another case, once: an object may be read as several types.
func (s *Sink) addCased(of int32, name string) {
	if slices.Contains(s.cased[of], name) {
		return
	}
	if s.cased == nil {
		s.cased = map[int32][]string{}
	}
	s.cased[of] = append(s.cased[of], name)
}

// Found holds the problems of one document, up to maxProblems. More are only counted.
type Found struct {
	list    []a2a.Problem
	omitted int
}

// Full reports whether further problems are only counted.
func (f *Found) Full() bool { return len(f.list) >= maxProblems }

// Add adds a problem unless it was added before: a place may be read twice.
func (f *Found) Add(p a2a.Problem) {
	switch {
	case f.Full():
		f.omitted++
	case !slices.Contains(f.list, p):
		f.list = append(f.list, p)
	}
}

func (f *Found) All() []a2a.Problem {
	if f.omitted > 0 {
		return append(f.list, a2a.Problem{Check: "READ-02", Severity: a2a.SeverityInfo, Message: fmt.Sprintf("%d further problems are not listed.", f.omitted), Path: "$", Offset: -1})
	}
	return f.list
}

// Open parses raw, repaired if necessary, and returns its root. spec is cited by problems without a document
// of their own. The root of an unreadable document is absent, with a problem that says why.
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
	return Node{}, s // without a sink: nothing more is reported
}

// Repaired returns the problem of one repair. A truncated document has a check of its own.
func Repaired(step jsonrepair.Step, r Rule) a2a.Problem {
	cut := step.Kind == jsonrepair.CutOff
	if cut {
		r.Check, r.Spec = "FORM-04", "RFC 8259 §2"
	}
	check, cause, _ := strings.Cut(r.Check, "/")
	return a2a.Problem{Check: check, Cause: cause, Severity: r.Severity, Message: step.Sentence(), Path: "$", Offset: step.Offset, Spec: r.Spec, CutOff: cut}
}

// OpenNode is Open for a value in a strict document that is already parsed: paths and offsets start at the
// value.
func OpenNode(t *jsonrepair.Tree, node int32, spec Spec) (Node, *Sink) {
	s := &Sink{spec: spec, tree: t, root: node, base: t.Offset(node)}
	return Node{sink: s, index: node}, s
}

func (s *Sink) Problems() []a2a.Problem { return s.found.All() }

func (s *Sink) add(p a2a.Problem) {
	p.Spec = cmp.Or(p.Spec, string(s.spec))
	s.found.Add(p)
}
