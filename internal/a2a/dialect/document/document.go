package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
)

// Document is a body parsed as JSON, after repair if necessary.
type Document struct {
	Raw        []byte // as received
	Text       []byte // valid JSON: Raw itself when nothing needed repair; nil when unreadable
	Unreadable bool
	TooDeep    bool  // Unreadable because it nests too deeply; it may be valid JSON
	base       int64 // offset in Raw of the repaired document
	repair     jsonrepair.Document
	Problems   []a2a.Problem // what was repaired, or why it is unreadable
}

// Load parses a body as JSON: strictly, else with the repairs of package jsonrepair, each of which becomes a
// problem of check.
func Load(raw []byte, check, spec string) Document {
	m, err := jsonrepair.Read(raw)
	if err == nil {
		return repaired(raw, m, check, spec)
	}
	d := repaired(raw, m, check, spec)
	d.Unreadable = true
	p := Problem(check, a2a.SeverityError, "$", Value{Raw: raw}, spec, "not JSON: "+err.Error()+seemsOf(raw))
	if e := (*jsonrepair.Error)(nil); errors.As(err, &e) && e.Reason == jsonrepair.TooDeep {
		d.TooDeep = true
		p = Problem("READ-02", a2a.SeverityInfo, "$", Value{Raw: raw}, "", "The document is not read: it nests deeper than the console reads. Its bytes are on record.")
	} else if e != nil {
		p.Offset = e.Offset
	}
	d.Problems = append(d.Problems, p)
	return d
}

// seemsOf says, for bytes that are not JSON, what they appear to be, "" when unknown.
func seemsOf(raw []byte) string {
	for _, of := range [][2]string{
		{"\x1f\x8b", "it begins like gzip, but no Content-Encoding says so"}, {"\x28\xb5\x2f\xfd", "it begins like zstd, but no Content-Encoding says so"},
		{"\xff\xfe", "it is in UTF-16; JSON is in UTF-8"}, {"\xfe\xff", "it is in UTF-16; JSON is in UTF-8"}, {"{\x00", "it is in UTF-16; JSON is in UTF-8"}, {"\x00{", "it is in UTF-16; JSON is in UTF-8"},
	} {
		if bytes.HasPrefix(raw, []byte(of[0])) {
			return " (" + of[1] + ")"
		}
	}
	return ""
}

// repaired makes a Document from jsonrepair's result. Each repair is an error, since other parsers refuse the
// whole document.
func repaired(raw []byte, m jsonrepair.Document, check, spec string) Document {
	d := Document{Raw: raw, Text: m.JSON, repair: m}
	for _, s := range m.Steps {
		d.Problems = append(d.Problems, jsonio.Repaired(s, jsonio.Rule{Check: check, Severity: a2a.SeverityError, Spec: spec}))
	}
	return d
}

// Relocate moves problems found in the repaired text to their places in the body as received. For a truncated
// body it drops problems inside the document: they may follow from the missing end, which has been reported.
func (d *Document) Relocate(ps []a2a.Problem) []a2a.Problem {
	if d.CutOff() {
		return slices.DeleteFunc(ps, func(p a2a.Problem) bool { return p.Path != "" })
	}
	if len(d.repair.Steps) > 0 { // each repair has been reported
		ps = slices.DeleteFunc(ps, func(p a2a.Problem) bool { return p.Check == "FORM-03" })
	}
	for i := range ps {
		if ps[i].Offset >= 0 {
			ps[i].Offset = d.base + d.repair.Origin(ps[i].Offset)
		}
	}
	return ps
}

// CutOff reports whether the body ends before its document does.
func (d *Document) CutOff() bool {
	return slices.ContainsFunc(d.Problems, func(p a2a.Problem) bool { return p.CutOff })
}

// Repaired returns the repaired text, nil when the body needed no repair.
func (d *Document) Repaired() json.RawMessage {
	if d.Unreadable || bytes.Equal(d.Raw, d.Text) {
		return nil
	}
	return d.Text
}

// Blank reports whether a body has only white space.
func Blank(body []byte) bool { return len(bytes.TrimSpace(body)) == 0 }

// Strict reports whether the document is JSON without repair.
func (d *Document) Strict() bool {
	return d.repair.Tree != nil && d.repair.Tree.Strict() && len(d.repair.Steps) == 0
}
