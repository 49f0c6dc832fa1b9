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

// Document is a body as it can be read: as it stands, or repaired.
type Document struct {
	Raw        []byte // as received
	Text       []byte // valid JSON: raw itself when nothing had to be repaired; nil when unreadable
	Unreadable bool
	TooDeep    bool  // it is unreadable for that, and may be JSON
	base       int64 // where in raw the repaired document begins
	repair     jsonrepair.Document
	Problems   []a2a.Problem // what was repaired, or why it is unreadable
}

// Load reads a body as JSON: strictly, else by the repairs of package jsonrepair,
// each of which becomes a problem of the given check.
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

// seemsOf is what bytes that are not JSON begin as, behind why they are none, "" where nothing tells.
func seemsOf(raw []byte) string {
	for _, of := range [][2]string{
		{"\x1f\x8b", "it begins as gzip does, and no Content-Encoding says so"}, {"\x28\xb5\x2f\xfd", "it begins as zstd does, and no Content-Encoding says so"},
		{"\xff\xfe", "it is in UTF-16; JSON is in UTF-8"}, {"\xfe\xff", "it is in UTF-16; JSON is in UTF-8"}, {"{\x00", "it is in UTF-16; JSON is in UTF-8"}, {"\x00{", "it is in UTF-16; JSON is in UTF-8"},
	} {
		if bytes.HasPrefix(raw, []byte(of[0])) {
			return " (" + of[1] + ")"
		}
	}
	return ""
}

// repaired is a document that package jsonrepair has read, with an error for each
// repair: other parsers refuse the whole document.
func repaired(raw []byte, m jsonrepair.Document, check, spec string) Document {
	d := Document{Raw: raw, Text: m.JSON, repair: m}
	for _, s := range m.Steps {
		d.Problems = append(d.Problems, jsonio.Repaired(s, jsonio.Rule{Check: check, Severity: a2a.SeverityError, Spec: spec}))
	}
	return d
}

// Relocate moves problems found in the repaired text to their places in the body as
// received. Of a body that is cut off only those outside it stay: that its end is missing
// has been said, and what else is wrong may come of that.
func (d *Document) Relocate(ps []a2a.Problem) []a2a.Problem {
	if d.CutOff() {
		return slices.DeleteFunc(ps, func(p a2a.Problem) bool { return p.Path != "" })
	}
	if len(d.repair.Steps) > 0 { // what was repaired has been said
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

// Repaired is the repaired text, or nil when the body could be read as it stands.
func (d *Document) Repaired() json.RawMessage {
	if d.Unreadable || bytes.Equal(d.Raw, d.Text) {
		return nil
	}
	return d.Text
}

// Blank reports whether a body holds nothing to read.
func Blank(body []byte) bool { return len(bytes.TrimSpace(body)) == 0 }

// Strict reports whether the document is JSON as it stands.
func (d *Document) Strict() bool {
	return d.repair.Tree != nil && d.repair.Tree.Strict() && len(d.repair.Steps) == 0
}
