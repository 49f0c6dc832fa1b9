package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/lenient"
)

// Document is a body as it can be read: as it stands, or mended.
type Document struct {
	Raw        []byte // as received
	Text       []byte // valid JSON: raw itself when nothing had to be mended; nil when unreadable
	Unreadable bool
	base       int64 // where in raw the mended document begins
	mended     lenient.Document
	tree       *lenient.Tree // of text; nil when it is unreadable, or nests too deeply
	Problems   []a2a.Problem // what was mended, or why it is unreadable
}

// Load reads a body as JSON: strictly, else by the repairs of package lenient,
// each of which becomes a problem of the given check.
func Load(raw []byte, check, spec string) Document {
	d := Document{Raw: raw}
	if t, ok := lenient.Parse(raw); ok && t.Strict() {
		d.Text, d.tree = raw, t
		return d
	}
	if json.Valid(raw) && utf8.Valid(raw) {
		d.Text = raw
		return d
	}
	m, err := lenient.Read(raw)
	d = mended(raw, m, check, spec)
	if err == nil && d.tree == nil && !json.Valid(d.Text) {
		err = errors.New("no JSON, even with repairs")
	}
	if err != nil {
		d.Text, d.tree, d.Unreadable = nil, nil, true
		p := a2a.Problem{Check: check, Severity: a2a.Fault, Message: Sentence("not JSON: " + err.Error()), Path: "$", Spec: spec}
		if e := (*lenient.Error)(nil); errors.As(err, &e) {
			p.Offset = e.Offset
		}
		d.Problems = append(d.Problems, p)
	}
	return d
}

// mended is a document that package lenient has read, with a problem for each
// repair.
func mended(raw []byte, m lenient.Document, check, spec string) Document {
	d := Document{Raw: raw, Text: m.JSON, mended: m}
	d.tree, _ = lenient.Parse(m.JSON)
	for _, s := range m.Steps {
		d.Problems = append(d.Problems, a2a.Problem{
			Check: check, Severity: weight(s.Kind), Message: Sentence("not strict JSON: " + s.String()),
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

// Home moves problems found in the mended text to their places in the body as
// received.
func (d Document) Home(ps []a2a.Problem) []a2a.Problem {
	if len(d.mended.Steps) > 0 { // what was mended has been said
		ps = slices.DeleteFunc(ps, func(p a2a.Problem) bool { return p.Check == "FORM-03" })
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

// Repaired is the mended text, or nil when the body could be read as it stands.
func (d Document) Repaired() json.RawMessage {
	if d.Unreadable || bytes.Equal(d.Raw, d.Text) {
		return nil
	}
	return d.Text
}

// Blank reports whether a body holds nothing to read.
func Blank(body []byte) bool { return len(bytes.TrimSpace(body)) == 0 }

// Strict reports whether the document is JSON as it stands.
func (d Document) Strict() bool { return d.tree != nil && d.tree.Strict() && len(d.mended.Steps) == 0 }

// root is the document as a value.
func (d Document) root() Value {
	if d.tree != nil {
		return NodeOf(d.tree, 0)
	}
	return ValueOf(d.Text)
}
