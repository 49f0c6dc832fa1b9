package shape

import (
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/a2a/lenient"
)

// maxProblems bounds what one document may complain about.
const maxProblems = 100

// Sink collects the problems of one document.
type Sink struct {
	doc      lenient.Document
	spec     string
	problems []a2a.Problem
	more     int
}

// Open reads raw, mending it when it has to, and returns its root. spec is the
// reference a problem has when its reader names no other. The root of what
// cannot be read is absent, with a problem that says why.
func Open(raw []byte, spec string) (Node, *Sink) {
	s := &Sink{spec: spec}
	doc, err := lenient.Read(raw)
	s.doc = doc
	for _, step := range doc.Steps {
		s.add(a2a.Problem{Severity: severityOf(step.Kind), Message: "Not strict JSON: " + step.String() + ".", Path: "$", Offset: step.Offset, Spec: "RFC 8259"})
	}
	if err != nil {
		offset := int64(0)
		if e, ok := err.(*lenient.Error); ok {
			offset = e.Offset
		}
		s.add(a2a.Problem{Severity: a2a.Fault, Message: fmt.Sprintf("Not readable as JSON: %v.", err), Path: "$", Offset: offset, Spec: "RFC 8259"})
		return Node{}, s // without a sink: nothing more can be said of it
	}
	return Node{sink: s, raw: trim(doc.JSON), off: int64(leading(doc.JSON))}, s
}

func severityOf(k lenient.Kind) a2a.Severity {
	if k == lenient.ByteOrderMark || k == lenient.OddSpace {
		return a2a.Warning
	}
	return a2a.Fault
}

// Problems is what was found, at most a hundred.
func (s *Sink) Problems() []a2a.Problem {
	if s.more > 0 {
		return append(s.problems, a2a.Problem{Severity: a2a.Info, Message: fmt.Sprintf("%d further problems are not listed.", s.more), Path: "$", Offset: -1})
	}
	return s.problems
}

func (s *Sink) add(p a2a.Problem) {
	if len(s.problems) >= maxProblems {
		s.more++
		return
	}
	if p.Spec == "" {
		p.Spec = s.spec
	}
	if !slices.Contains(s.problems, p) { // a place may be looked at twice
		s.problems = append(s.problems, p)
	}
}

func leading(b []byte) int {
	n := 0
	for n < len(b) && (b[n] == ' ' || b[n] == '\t' || b[n] == '\n' || b[n] == '\r') {
		n++
	}
	return n
}

func trim(b []byte) []byte {
	b = b[leading(b):]
	for len(b) > 0 {
		switch b[len(b)-1] {
		case ' ', '\t', '\n', '\r':
			b = b[:len(b)-1]
		default:
			return b
		}
	}
	return b
}
