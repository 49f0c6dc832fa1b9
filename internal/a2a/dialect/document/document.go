package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
)

// Document is a body as it can be read: as it stands, or repaired.
type Document struct {
	Raw        []byte // as received
	Text       []byte // valid JSON: raw itself when nothing had to be repaired; nil when unreadable
	Unreadable bool
	base       int64 // where in raw the repaired document begins
	repair     jsonrepair.Document
	tree       *jsonrepair.Tree // of text; nil when it is unreadable, or nests too deeply
	Problems   []a2a.Problem    // what was repaired, or why it is unreadable
}

// Load reads a body as JSON: strictly, else by the repairs of package jsonrepair,
// each of which becomes a problem of the given check.
func Load(raw []byte, check, spec string) Document {
	d := Document{Raw: raw}
	if t, ok := jsonrepair.Parse(raw); ok && t.Strict() {
		d.Text, d.tree = raw, t
		return d
	}
	if json.Valid(raw) && utf8.Valid(raw) {
		d.Text = raw
		return d
	}
	m, err := jsonrepair.Read(raw)
	d = repaired(raw, m, check, spec)
	if err == nil && d.tree == nil && !json.Valid(d.Text) {
		err = errors.New("no JSON, even with repairs")
	}
	if err != nil {
		d.Text, d.tree, d.Unreadable = nil, nil, true
		p := Problem(check, a2a.SeverityError, "$", Value{Raw: raw}, spec, "not JSON: "+err.Error())
		if e := (*jsonrepair.Error)(nil); errors.As(err, &e) {
			p.Offset = e.Offset
		}
		d.Problems = append(d.Problems, p)
	}
	return d
}

// repaired is a document that package jsonrepair has read, with an error for each
// repair: other parsers refuse the whole document.
func repaired(raw []byte, m jsonrepair.Document, check, spec string) Document {
	d := Document{Raw: raw, Text: m.JSON, repair: m}
	d.tree, _ = jsonrepair.Parse(m.JSON)
	for _, s := range m.Steps {
		d.Problems = append(d.Problems, jsonio.Repaired(s, jsonio.Rule{Check: check, Severity: a2a.SeverityError, Spec: spec}))
	}
	return d
}

// Relocate moves problems found in the repaired text to their places in the body as
// received. Of a body that is cut off only those outside it stay: that its end is missing
// has been said, and what else is wrong may come of that.
func (d Document) Relocate(ps []a2a.Problem) []a2a.Problem {
	if d.cutOff() {
		return slices.DeleteFunc(ps, func(p a2a.Problem) bool { return p.Path != "" })
	}
	if len(d.repair.Steps) > 0 { // what was repaired has been said
		ps = slices.DeleteFunc(ps, func(p a2a.Problem) bool { return p.Check == "FORM-03" })
	}
	if d.repair.Repaired() {
		for i := range ps {
			if ps[i].Offset >= 0 {
				ps[i].Offset = d.base + d.repair.Origin(ps[i].Offset)
			}
		}
	}
	return ps
}

// cutOff reports whether the body ends before its document does.
func (d Document) cutOff() bool {
	return slices.ContainsFunc(d.Problems, func(p a2a.Problem) bool { return p.CutOff })
}

// Repaired is the repaired text, or nil when the body could be read as it stands.
func (d Document) Repaired() json.RawMessage {
	if d.Unreadable || bytes.Equal(d.Raw, d.Text) {
		return nil
	}
	return d.Text
}

// Blank reports whether a body holds nothing to read.
func Blank(body []byte) bool { return len(bytes.TrimSpace(body)) == 0 }

// Strict reports whether the document is JSON as it stands.
func (d Document) Strict() bool { return d.tree != nil && d.tree.Strict() && len(d.repair.Steps) == 0 }

// root is the document as a value.
func (d Document) root() Value {
	if d.tree != nil {
		return NodeOf(d.tree, 0)
	}
	return ValueOf(d.Text)
}
