package jsonrepair

import (
	"bytes"
	"fmt"
	"sort"
	"unicode/utf8"
)

// MaxDepth is the nesting depth beyond which Read repairs nothing.
const MaxDepth = 1000

// MaxRepairs bounds Read's repairs: what needs more is not JSON that somebody wrote.
const MaxRepairs = 100_000

// Document is the result of Read.
type Document struct {
	JSON  []byte // valid JSON, the input itself when nothing needed repair; nil when Read gave up
	Tree  *Tree  // its structure
	Steps []Step // one per kind of repair, in order of first appearance
	End   int64  // offset in the original just after the value and what belongs to it
	Edits
}

// Edits are the places of repairs, in order.
type Edits []edit

// edit says that the repaired bytes from outOffset on correspond to the original bytes from inOffset on.
type edit struct{ outOffset, inOffset int }

// Read reads one JSON document. It returns the repaired document, or an *Error with the repairs up to there.
func Read(b []byte) (Document, error) {
	t, ok := Parse(b)
	if ok && t.Strict() {
		return Document{JSON: b, Tree: t, End: int64(len(b))}, nil
	}
	d, err := repair(b)
	if err != nil && ok && utf8.Valid(b) { // only nested too deeply for most readers
		return Document{JSON: b, Tree: t, End: int64(len(b))}, nil
	}
	return d, err
}

// TooDeep is the Error's reason for a document that may be valid JSON but is too deep.
const TooDeep = "nested too deeply to read"

func repair(b []byte) (Document, error) {
	r := &reader{input: b, lineEnd: lastLineEnd(b)}
	r.document()
	if r.fail == nil {
		r.rest()
	}
	return r.result()
}

// ReadAll reads the documents of a stream dump whose line ends were lost, such as "data: {…} data: {…}". It
// stops at the first unreadable one and returns those before it with the error.
func ReadAll(b []byte) ([]Document, error) {
	var docs []Document
	at, lineEnd := 0, lastLineEnd(b)
	for {
		at = skipPrefix(b, at)
		if at >= len(b) {
			return docs, nil
		}
		r := &reader{input: b, pos: at, copied: at, lineEnd: lineEnd}
		r.edits = append(r.edits, edit{0, at})
		r.document()
		d, err := r.result()
		if err != nil {
			return docs, err
		}
		docs = append(docs, d)
		at = int(d.End)
	}
}

// lastLineEnd returns the offset of the last line end before other text, or -1.
func lastLineEnd(b []byte) int {
	return bytes.LastIndexAny(bytes.TrimRight(b, " \t\r\n"), "\r\n")
}

func skipPrefix(b []byte, at int) int {
	for at += blankLen(b[at:]); hasPrefix(b[at:], "data:"); at += blankLen(b[at:]) {
		at += len("data:")
	}
	return at
}

// Origin converts an offset in the repaired bytes to one in the original. Inserted bytes map to the place of
// their insertion.
func (e Edits) Origin(off int64) int64 {
	n := sort.Search(len(e), func(i int) bool { return e[i].outOffset > int(off) })
	at := int(off)
	if n > 0 {
		at = e[n-1].inOffset + at - e[n-1].outOffset
	}
	if n < len(e) {
		at = min(at, e[n].inOffset)
	}
	return int64(at)
}

// Kind is a way in which a document departs from JSON.
type Kind string

const (
	ByteOrderMark  Kind = "byte order mark"
	OddSpace       Kind = "non-breaking space"
	Comment        Kind = "comment"
	TrailingComma  Kind = "extra comma"
	MissingComma   Kind = "missing comma"
	MissingColon   Kind = "missing colon"
	MissingValue   Kind = "missing value"
	MissingBracket Kind = "missing closing bracket"
	StrayBracket   Kind = "stray closing bracket"
	MembersInArray Kind = "members in an array"
	CutOff         Kind = "incomplete JSON" // its end is missing
	ControlInText  Kind = "control character in text"
	UnknownEscape  Kind = "unknown escape in text"
	InvalidUTF8    Kind = "invalid UTF-8"
	TextAfter      Kind = "text after the document"
	GuessedLineEnd Kind = "comment without a line end"
)

// Step is one kind of repair: where it was first needed, and how often.
type Step struct {
	Kind   Kind
	Offset int64 // in the original bytes, of the first of its kind
	Count  int
}

func (s Step) String() string {
	if s.Count == 1 {
		return fmt.Sprintf("%s at byte %d", s.Kind, s.Offset)
	}
	return fmt.Sprintf("%s, %d times, first at byte %d", s.Kind, s.Count, s.Offset)
}

// Sentence returns the step as the message of a problem.
func (s Step) Sentence() string {
	if s.Kind == CutOff {
		return fmt.Sprintf("Incomplete JSON: it ends at byte %d, before the document does.", s.Offset)
	}
	return "Not strict JSON: " + s.String() + "."
}

// Error says why a document could not be read even with repairs.
type Error struct {
	Offset int64 // in the original bytes
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("%s at byte %d", e.Reason, e.Offset) }
