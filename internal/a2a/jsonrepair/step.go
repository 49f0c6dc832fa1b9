package jsonrepair

import "fmt"

// Kind names one way in which a document strays from JSON.
type Kind string

const (
	ByteOrderMark  Kind = "byte order mark"
	OddSpace       Kind = "non-breaking space"
	Comment        Kind = "comment"
	TrailingComma  Kind = "comma too many"
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

// Step is a repair: what was repaired, where it happened first, and how often.
type Step struct {
	Kind   Kind
	Offset int64 // in the original bytes, of the first of its kind
	Count  int
}

// String says the step in words.
func (s Step) String() string {
	if s.Count == 1 {
		return fmt.Sprintf("%s at byte %d", s.Kind, s.Offset)
	}
	return fmt.Sprintf("%s, %d times, first at byte %d", s.Kind, s.Count, s.Offset)
}

// Sentence says the step as a finding.
func (s Step) Sentence() string {
	if s.Kind == CutOff {
		return fmt.Sprintf("Incomplete JSON: it ends at byte %d, before the document does.", s.Offset)
	}
	return "Not strict JSON: " + s.String() + "."
}

// Error says where a document could not be read, even with repairs.
type Error struct {
	Offset int64 // in the original bytes
	Why    string
}

func (e *Error) Error() string { return fmt.Sprintf("%s at byte %d", e.Why, e.Offset) }
