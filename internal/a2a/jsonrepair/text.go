package jsonrepair

import (
	"fmt"
	"unicode/utf8"
)

// text reads a string, repairing what a strict parser would refuse in it.
// Invalid UTF-8 is noted and left: it does not stop a parser.
func (r *reader) text() bool {
	r.pos++
	for r.more() {
		switch c := r.in[r.pos]; {
		case c == '"':
			r.pos++
			return true
		case c == '\\':
			if !r.escape() {
				return r.unfinished()
			}
		case c < 0x20:
			r.note(ControlInText, r.pos)
			r.replace(r.pos, 1, fmt.Sprintf("\\u%04x", c))
			r.pos++
		case c < utf8.RuneSelf:
			r.pos += plainLen(r.in[r.pos:])
		default:
			char, n := utf8.DecodeRune(r.in[r.pos:])
			if char == utf8.RuneError && n == 1 {
				r.note(InvalidUTF8, r.pos)
			}
			r.pos += n
		}
	}
	return r.unfinished()
}

// escape passes an escape; false means that the input ended inside it.
func (r *reader) escape() bool {
	at := r.pos
	if at+1 >= len(r.in) {
		return false
	}
	switch r.in[at+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		r.pos += 2
		return true
	case 'u':
		n := 2
		for n < 6 && at+n < len(r.in) && hexDigit(r.in[at+n]) {
			n++
		}
		if n == 6 {
			r.pos += 6
			return true
		}
		if at+n >= len(r.in) {
			return false
		}
	}
	r.note(UnknownEscape, at)
	r.replace(at, 1, `\\`)
	r.pos++
	return true
}

// unfinished closes a text that the input cut short.
func (r *reader) unfinished() bool {
	r.cut()
	r.replace(r.pos, len(r.in)-r.pos, `"`)
	r.pos = len(r.in)
	return true
}

func hexDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
