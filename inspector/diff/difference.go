package diff

import (
	"bytes"
	"encoding/json"
)

// Kind says what differs.
type Kind string

const (
	KindText      Kind = "text"      // what is said to people: parts, descriptions, error messages
	KindData      Kind = "data"      // structured data and metadata
	KindFile      Kind = "file"      // a file's content
	KindState     Kind = "state"     // a task's state, or the way it took
	KindError     Kind = "error"     // a protocol error by name
	KindStructure Kind = "structure" // which parts there are, and of which kind
	KindValue     Kind = "value"     // names, flags, settings
	KindID        Kind = "id"        // an id that did not meet the same id before
	KindTime      Kind = "timestamp"
	KindURL       Kind = "url"
	KindOutcome   Kind = "outcome" // how the exchange ended
	KindEvent     Kind = "event"   // how a stream was cut; JSON members that mean nothing to us
)

func kinds() []Kind {
	return []Kind{KindText, KindData, KindFile, KindState, KindError, KindStructure, KindValue, KindID, KindTime, KindURL, KindOutcome, KindEvent}
}

// Difference is one place where two exchanges differ.
type Difference struct {
	// Path is the place in the neutral document, with 1.0's member names:
	// $.task.artifacts[0].parts[1].text. Indices are A's where A has the place.
	Path string `json:"path"`
	// A and B are the values as JSON, nil where there is none, which JSON has no
	// member for. Of a file they are its size, sha256, media type and name.
	A json.RawMessage `json:"a,omitempty"`
	B json.RawMessage `json:"b,omitempty"`
	// Kind is what rules of the form type:KIND go by.
	Kind Kind `json:"kind"`
	// Level is the least strict level at which the difference shows.
	Level Level `json:"level"`

	quotedA, quotedB json.RawMessage // as people read them, nil where that is not known
}

// Size is about how many bytes the difference holds.
func (d Difference) Size() int {
	return len(d.Path) + len(d.A) + len(d.B) + len(d.quotedA) + len(d.quotedB) + 128
}

// ForDisplay is a difference with its values as people read them: states and roles as the two
// sides wrote them, and outcomes in words.
func (d Difference) ForDisplay() Difference {
	if d.quotedA != nil {
		d.A = d.quotedA
	}
	if d.quotedB != nil {
		d.B = d.quotedB
	}
	return d
}

// WordSpans compares two texts word by word, when the difference is one of text;
// else it returns nil.
func (d Difference) WordSpans() []Span {
	a, isText := textOf(d.A)
	b, areTexts := textOf(d.B)
	if d.Kind != KindText || !isText || !areTexts {
		return nil
	}
	return CompareWords(a, b)
}

// DisplayText is a value for people: a text without its quotes, but for one that would read as
// another value, such as "1", "null" and "".
func DisplayText(v json.RawMessage) string {
	if s, ok := textOf(v); ok && s != "" && !json.Valid([]byte(s)) {
		return s
	}
	return string(v)
}

// textOf is a value that is a text; null, which any Go value can be read from, is none.
func textOf(v json.RawMessage) (s string, ok bool) {
	ok = bytes.HasPrefix(v, []byte{'"'}) && json.Unmarshal(v, &s) == nil
	return s, ok
}
