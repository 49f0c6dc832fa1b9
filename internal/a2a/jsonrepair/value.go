package jsonrepair

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// Member is a member of an object, or with an empty Name an element of an
// array, as a piece of the document it was found in.
type Member struct {
	Name   string
	Value  json.RawMessage
	Offset int64 // of the value
}

// Object lists the members of a valid JSON object in their order, duplicates
// included. Offsets are relative to b. ok is false when b is no object.
func Object(b []byte) (members []Member, ok bool) { return listOf(b, '{') }

// Array lists the elements of a valid JSON array. ok is false when b is none.
func Array(b []byte) (elements []Member, ok bool) { return listOf(b, '[') }

func listOf(b []byte, opener byte) (all []Member, ok bool) {
	p := parser{input: b, limit: none}
	if p.blank(); !p.closes(opener) {
		return nil, false
	}
	for p.blank(); !p.closes(opener + 2); p.blank() { // its closer
		m := Member{}
		if opener == '{' {
			from, to, _, ok := p.name()
			if !ok {
				break
			}
			m.Name = unquote(b[from:to])
		}
		from := p.offset
		if !p.value(0, 0, false) {
			break
		}
		m.Value, m.Offset = b[from:p.offset:p.offset], int64(from)
		all = append(all, m)
		p.blank()
		p.closes(',')
	}
	return all, true
}

// Text is the text of a JSON string; ok is false when b is none.
func Text(b []byte) (s string, ok bool) {
	if len(b) == 0 || b[0] != '"' {
		return "", false
	}
	return unquote(b), true
}

// Plain reports whether a text is what stands between the quotes of a JSON string that
// is neither empty nor has an escape.
func Plain(b []byte) bool {
	for at := 0; at < len(b); {
		if at += plainLen(b[at:]); at == len(b) {
			break
		}
		char, n := utf8.DecodeRune(b[at:])
		if b[at] < utf8.RuneSelf || char == utf8.RuneError && n == 1 {
			return false
		}
		at += n
	}
	return len(b) > 0
}

// unquote is the text of a quoted JSON string, as package encoding/json reads
// it. Most have no escapes or simple ones, and those need no parser.
func unquote(quoted []byte) string {
	if len(quoted) < 2 {
		return ""
	}
	inner := quoted[1 : len(quoted)-1]
	plain := plainLen(inner)
	if plain == len(inner) {
		return string(inner)
	}
	if utf8.Valid(inner[plain:]) {
		if bytes.IndexByte(inner[plain:], '\\') < 0 {
			return string(inner)
		}
		if s, err := strconv.Unquote(string(quoted)); err == nil { // Go has most of JSON's escapes
			return s
		}
	}
	var s string
	if json.Unmarshal(quoted, &s) != nil {
		return string(inner)
	}
	return s
}
