package jsonrepair

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// Member is a member of an object, or with an empty Name an element of an array. Value is a part of the
// document.
type Member struct {
	Name   string
	Value  json.RawMessage
	Offset int64 // of the value
}

// Object lists the members of a valid JSON object in order, duplicates included. Offsets are relative to b.
// ok is false when b is not an object.
func Object(b []byte) (members []Member, ok bool) { return listOf(b, '{') }

// Array lists the elements of a valid JSON array. ok is false when b is not one.
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

// Text returns the value of a JSON string; ok is false when b is not one.
func Text(b []byte) (s string, ok bool) {
	if len(b) == 0 || b[0] != '"' {
		return "", false
	}
	return unquote(b), true
}

// Plain reports whether b is valid between the quotes of a JSON string without any escape, and not empty.
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

// unquote returns the value of a quoted JSON string, as encoding/json does. Most have no escapes or simple
// ones, and need no parser.
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
		if s, err := strconv.Unquote(string(quoted)); err == nil { // Go shares most of JSON's escapes
			return s
		}
	}
	var s string
	if json.Unmarshal(quoted, &s) != nil {
		return string(inner)
	}
	return s
}
