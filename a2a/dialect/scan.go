package dialect

import (
	"encoding/json"
	"strconv"

	"github.com/a2a-console/a2a-console/a2a/lenient"
)

// value is a piece of a JSON document with its place in it. The zero value is
// an absent one.
type value struct {
	raw json.RawMessage
	at  int64 // byte offset in the document
}

// whole is a document as a value.
func whole(doc []byte) value {
	from, to := 0, len(doc)
	for from < to && space(doc[from]) {
		from++
	}
	for to > from && space(doc[to-1]) {
		to--
	}
	return value{doc[from:to:to], int64(from)}
}

func space(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// present tells absent from null; null holds for both.
func (v value) present() bool { return v.raw != nil }
func (v value) null() bool    { return v.raw == nil || string(v.raw) == "null" }

// is tells the JSON type by its first byte: '{', '[', '"', 't', 'f', 'n', or
// '0' for any number.
func (v value) is(kind byte) bool {
	if len(v.raw) == 0 {
		return false
	}
	c := v.raw[0]
	if c == '-' || c >= '0' && c <= '9' {
		c = '0'
	}
	return c == kind
}

// text is a string's content, "" for anything else.
func (v value) text() string {
	s, _ := lenient.Text(v.raw)
	return s
}

// get follows names and indices into a value; absent when there is no such. Of
// members with the same name the last counts, as for most parsers.
func (v value) get(path ...string) value {
	for _, step := range path {
		found := value{}
		v.each(func(name string, member value) bool {
			if name == step {
				found = member
			}
			return true
		})
		v = found
	}
	return v
}

func (v value) has(name string) bool { return v.get(name).present() }

// each calls f for every member of an object, or element of an array by its
// index, until it returns false.
func (v value) each(f func(name string, member value) bool) {
	if members, ok := lenient.Object(v.raw); ok {
		for _, m := range members {
			if !f(m.Name, value{m.Value, v.at + m.Offset}) {
				return
			}
		}
		return
	}
	elements, _ := lenient.Array(v.raw)
	for i, m := range elements {
		if !f(strconv.Itoa(i), value{m.Value, v.at + m.Offset}) {
			return
		}
	}
}
