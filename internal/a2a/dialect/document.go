package dialect

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/lenient"
)

// document is a body as it can be read: as it stands, or mended.
type document struct {
	raw        []byte // as received
	text       []byte // valid JSON: raw itself when nothing had to be mended; nil when unreadable
	unreadable bool
	base       int64 // where in raw the mended document begins
	mended     lenient.Document
	tree       *lenient.Tree // of text; nil when it is unreadable, or nests too deeply
	problems   []a2a.Problem // what was mended, or why it is unreadable
}

// load reads a body as JSON: strictly, else by the repairs of package lenient,
// each of which becomes a problem of the given check.
func load(raw []byte, check, spec string) document {
	d := document{raw: raw}
	if t, ok := lenient.Parse(raw); ok && t.Strict() {
		d.text, d.tree = raw, t
		return d
	}
	if json.Valid(raw) && utf8.Valid(raw) {
		d.text = raw
		return d
	}
	m, err := lenient.Read(raw)
	d = mended(raw, m, check, spec)
	if err == nil && d.tree == nil && !json.Valid(d.text) {
		err = errors.New("no JSON, even with repairs")
	}
	if err != nil {
		d.text, d.tree, d.unreadable = nil, nil, true
		p := a2a.Problem{Check: check, Severity: a2a.Fault, Message: sentence("not JSON: " + err.Error()), Path: "$", Spec: spec}
		if e := (*lenient.Error)(nil); errors.As(err, &e) {
			p.Offset = e.Offset
		}
		d.problems = append(d.problems, p)
	}
	return d
}

// mended is a document that package lenient has read, with a problem for each
// repair.
func mended(raw []byte, m lenient.Document, check, spec string) document {
	d := document{raw: raw, text: m.JSON, mended: m}
	d.tree, _ = lenient.Parse(m.JSON)
	for _, s := range m.Steps {
		d.problems = append(d.problems, a2a.Problem{
			Check: check, Severity: weight(s.Kind), Message: sentence("not strict JSON: " + s.String()),
			Path: "$", Offset: s.Offset, Spec: spec,
		})
	}
	return d
}

// weight of a repair: those that the protocol's own documents need are
// warnings; where content was lost or guessed, a fault.
func weight(k lenient.Kind) a2a.Severity {
	switch k {
	case lenient.ByteOrderMark, lenient.OddSpace, lenient.Comment, lenient.TrailingComma,
		lenient.MissingComma, lenient.MembersInArray:
		return a2a.Warning
	}
	return a2a.Fault
}

// home moves problems found in the mended text to their places in the body as
// received.
func (d document) home(ps []a2a.Problem) []a2a.Problem {
	if len(d.mended.Steps) > 0 { // what was mended has been said
		ps = slices.DeleteFunc(ps, func(p a2a.Problem) bool { return p.Check == "" && p.Spec == "RFC 8259" })
	}
	if d.mended.Mended() {
		for i := range ps {
			if ps[i].Offset >= 0 {
				ps[i].Offset = d.base + d.mended.Origin(ps[i].Offset)
			}
		}
	}
	return ps
}

// repaired is the mended text, or nil when the body could be read as it stands.
func (d document) repaired() json.RawMessage {
	if d.unreadable || bytes.Equal(d.raw, d.text) {
		return nil
	}
	return d.text
}

// blank reports whether a body holds nothing to read.
func blank(body []byte) bool { return len(bytes.TrimSpace(body)) == 0 }

// strict reports whether the document is JSON as it stands.
func (d document) strict() bool { return d.tree != nil && d.tree.Strict() && len(d.mended.Steps) == 0 }

// root is the document as a value.
func (d document) root() value {
	if d.tree != nil {
		return nodeOf(d.tree, 0)
	}
	return whole(d.text)
}
