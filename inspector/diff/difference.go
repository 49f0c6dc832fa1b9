package diff

import (
	"bytes"
	"encoding/json"
)

// Kind is the kind of value that differs.
type Kind string

const (
	KindText      Kind = "text"      // text for people: parts, descriptions, error messages
	KindData      Kind = "data"      // structured data and metadata
	KindFile      Kind = "file"      // a file's content
	KindState     Kind = "state"     // a task's state, at the end or before
	KindError     Kind = "error"     // an error of the protocol, by name
	KindStructure Kind = "structure" // which parts exist, and their kinds
	KindValue     Kind = "value"     // names, flags, settings
	KindID        Kind = "id"        // an id that does not correspond to its counterpart
	KindTime      Kind = "timestamp"
	KindURL       Kind = "url"
	KindOutcome   Kind = "outcome" // how the exchange ended
	KindEvent     Kind = "event"   // how a stream was cut; JSON members outside the protocol
)

func kinds() []Kind {
	return []Kind{KindText, KindData, KindFile, KindState, KindError, KindStructure, KindValue, KindID, KindTime, KindURL, KindOutcome, KindEvent}
}

type Difference struct {
	// Path is the place in the neutral document, with the member names of version 1.0:
	// $.task.artifacts[0].parts[1].text. Indices are A's, or B's if only B has the place.
	Path string `json:"path"`
	// A and B are the values as JSON, nil if missing. For a file, they are its size and SHA-256.
	A json.RawMessage `json:"a,omitempty"`
	B json.RawMessage `json:"b,omitempty"`
	// Kind is what rules of the form type:KIND match.
	Kind Kind `json:"kind"`
	// Level is the least strict level at which the difference shows.
	Level Level `json:"level"`

	quotedA, quotedB json.RawMessage // as people read them, nil if A and B already are
}

// Size estimates the memory that the difference takes, in bytes.
func (d Difference) Size() int {
	return len(d.Path) + len(d.A) + len(d.B) + len(d.quotedA) + len(d.quotedB) + 128
}

// ForDisplay returns the difference with values for people: states and roles as the two sides wrote them, and
// outcomes in words.
func (d Difference) ForDisplay() Difference {
	if d.quotedA != nil {
		d.A = d.quotedA
	}
	if d.quotedB != nil {
		d.B = d.quotedB
	}
	return d
}

// WordSpans compares the two texts word by word; it returns nil if the difference is not between texts.
func (d Difference) WordSpans() []Span {
	a, isText := textOf(d.A)
	b, areTexts := textOf(d.B)
	if d.Kind != KindText || !isText || !areTexts {
		return nil
	}
	return CompareWords(a, b)
}

// DisplayText returns a value for people: a text without its quotes, unless it would then read as another JSON
// value, such as "1", "null" and "".
func DisplayText(v json.RawMessage) string {
	if s, ok := textOf(v); ok && s != "" && !json.Valid([]byte(s)) {
		return s
	}
	return string(v)
}

// textOf decodes a JSON string. It rejects null, which json.Unmarshal accepts for any type.
func textOf(v json.RawMessage) (s string, ok bool) {
	ok = bytes.HasPrefix(v, []byte{'"'}) && json.Unmarshal(v, &s) == nil
	return s, ok
}
