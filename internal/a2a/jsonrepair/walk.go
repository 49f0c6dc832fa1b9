package jsonrepair

import (
	"encoding/json"
	"unicode/utf8"
)

// Member is a member of an object, or with an empty Name an element of an
// array, as a piece of the document it was found in.
type Member struct {
	Name   string
	At     int64 // offset of the name, or of the element
	Value  json.RawMessage
	Offset int64 // offset of the value
}

// Object lists the members of a valid JSON object in their order, duplicates
// included. Offsets are relative to b. ok is false when b is no object.
func Object(b []byte) (members []Member, ok bool) { return listOf(b, '{') }

// Array lists the elements of a valid JSON array. ok is false when b is none.
func Array(b []byte) (elements []Member, ok bool) { return listOf(b, '[') }

func listOf(b []byte, opener byte) (all []Member, ok bool) {
	if at := skipBlank(b, 0); at >= len(b) || b[at] != opener {
		return nil, false
	}
	Each(b, func(m Member) bool {
		all = append(all, m)
		return true
	})
	return all, true
}

// Each calls f for one member of a valid JSON object after the other, or element of an array,
// until it returns false. A value that is neither has none.
func Each(b []byte, f func(Member) bool) {
	at := skipBlank(b, 0)
	if at >= len(b) || b[at] != '{' && b[at] != '[' {
		return
	}
	object := b[at] == '{'
	at = skipBlank(b, at+1)
	for at < len(b) && (b[at] == '"' || !object && b[at] != ']') {
		m := Member{At: int64(at)}
		if object {
			from := at
			at += quotedLen(b[at:])
			m.Name = unquote(b[from:at])
			if at = skipBlank(b, at); at >= len(b) || b[at] != ':' {
				return
			}
			at = skipBlank(b, at+1)
		}
		end := valueEnd(b, at)
		m.Offset, m.Value = int64(at), b[at:end:end]
		if end == at && !object || !f(m) {
			return
		}
		at = skipComma(b, end)
	}
}

// Text is the text of a JSON string; ok is false when b is none.
func Text(b []byte) (s string, ok bool) {
	at := skipBlank(b, 0)
	if at >= len(b) || b[at] != '"' {
		return "", false
	}
	return unquote(b[at : at+quotedLen(b[at:])]), true
}

func skipBlank(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\t' || b[at] == '\n' || b[at] == '\r') {
		at++
	}
	return at
}

func skipComma(b []byte, at int) int {
	at = skipBlank(b, at)
	if at < len(b) && b[at] == ',' {
		at = skipBlank(b, at+1)
	}
	return at
}

// valueEnd is the offset just after the value at an offset.
func valueEnd(b []byte, at int) int {
	for at < len(b) {
		switch b[at] {
		case '"':
			return at + quotedLen(b[at:])
		case '{', '[':
			return containerEnd(b, at)
		case '}', ']', ',', ' ', '\t', '\n', '\r':
			return at
		}
		at++
	}
	return at
}

// containerEnd is the offset just after the object or array at an offset. Its
// brackets are told by one bit less: '[' and '{' differ in it, as do their
// closers.
func containerEnd(b []byte, at int) int {
	depth := 0
	for at < len(b) {
		c := b[at]
		if c == '"' {
			at += quotedLen(b[at:])
			continue
		}
		at++
		switch c | 0x20 {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return at
			}
		}
	}
	return at
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
