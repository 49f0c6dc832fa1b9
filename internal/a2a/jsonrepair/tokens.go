package jsonrepair

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// text reads a string and repairs what a strict parser would refuse. Invalid UTF-8 is noted but kept: it does
// not stop a parser.
func (r *reader) text() bool {
	r.pos++
	for r.hasMore() {
		switch c := r.input[r.pos]; {
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
			r.pos += plainLen(r.input[r.pos:])
		default:
			char, n := utf8.DecodeRune(r.input[r.pos:])
			if char == utf8.RuneError && n == 1 {
				r.note(InvalidUTF8, r.pos)
			}
			r.pos += n
		}
	}
	return r.unfinished()
}

// prose are the members, with quotes, whose text makes sense without its end. The beginning of an id or state
// is a different one, or none.
var prose = map[string]bool{`"text"`: true, `"message"`: true, `"description"`: true}

// wholeText reads a string that means nothing without its end. A truncated one becomes null.
func (r *reader) wholeText() bool {
	from, before := r.pos, *r
	r.text()
	if r.isCut {
		r.output, r.copied, r.edits = r.output[:len(before.output)], before.copied, r.edits[:len(before.edits)]
		r.replace(from, len(r.input)-from, "null")
	}
	return r.fail == nil
}

// escape skips an escape; false means that the input ended inside it.
func (r *reader) escape() bool {
	rest := r.input[r.pos:]
	if n := escapeLen(rest); n > 0 {
		r.pos += n
		return true
	}
	if len(rest) < 2 || rest[1] == 'u' && len(rest) < 6 && hexLen(rest[2:]) == len(rest)-2 {
		return false
	}
	r.note(UnknownEscape, r.pos)
	r.replace(r.pos, 1, `\\`)
	r.pos++
	return true
}

// unfinished closes a string that the input cut short.
func (r *reader) unfinished() bool {
	r.cut()
	r.replace(r.pos, len(r.input)-r.pos, `"`)
	r.pos = len(r.input)
	return true
}

// oddSpace returns the length of the byte order mark or non-breaking space at the start of b, or 0.
func oddSpace(b []byte) int {
	switch {
	case hasPrefix(b, "\xc2\xa0"):
		return 2
	case hasPrefix(b, "\xef\xbb\xbf"):
		return 3
	}
	return 0
}

// space skips white space, and notes and blanks comments and odd spaces.
func (r *reader) space() {
	for r.hasMore() {
		switch c := r.input[r.pos]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			r.pos++
		case c == '/' && (hasPrefix(r.input[r.pos:], "//") || hasPrefix(r.input[r.pos:], "/*")):
			end, guessed := r.commentEnd(r.pos)
			r.note(Comment, r.pos)
			if guessed {
				r.note(GuessedLineEnd, r.pos)
			}
			r.replace(r.pos, end-r.pos, " ")
			r.pos = end
		case oddSpace(r.input[r.pos:]) > 0:
			n, kind := oddSpace(r.input[r.pos:]), OddSpace
			if n == 3 {
				kind = ByteOrderMark
			}
			r.note(kind, r.pos)
			r.replace(r.pos, n, " ")
			r.pos += n
		default:
			return
		}
	}
}

// commentEnd returns the offset after the comment at an offset. If all line ends were lost, a line comment
// would swallow the rest of the document, so it ends at the next member or closing bracket.
func (r *reader) commentEnd(at int) (end int, guessed bool) {
	rest := r.input[at:]
	if rest[1] == '*' {
		if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
			return at + 2 + n + 2, false
		}
		return len(r.input), false
	}
	if r.lineEnd > at { // check this first: otherwise every comment would scan to the end
		return at + bytes.IndexAny(rest, "\r\n"), false
	}
	if r.depth == 0 {
		return len(r.input), false
	}
	for n := 2; n < len(rest); n++ {
		switch rest[n] {
		case '}', ']', '{', '[':
			return at + n, true
		case '"':
			quoted := quotedLen(rest[n:])
			if after := blankLen(rest[n+quoted:]); n+quoted+after < len(rest) && rest[n+quoted+after] == ':' {
				return at + n, true
			}
			n += quoted - 1
		}
	}
	return len(r.input), false
}

// quotedLen returns the length of the quoted string at the start of b, or len(b) if it is not closed.
func quotedLen(b []byte) int {
	for n := 1; n < len(b); n++ {
		switch n += plainLen(b[n:]); {
		case n >= len(b):
			return len(b)
		case b[n] == '\\':
			n++
		case b[n] == '"':
			return n + 1
		}
	}
	return len(b)
}

// blankLen returns the length of the white space at the start of b, odd spaces included.
func blankLen(b []byte) int {
	n := 0
	for n < len(b) {
		switch c := b[n]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			n++
		case oddSpace(b[n:]) > 0:
			n += oddSpace(b[n:])
		default:
			return n
		}
	}
	return n
}

// membersAhead reports whether the array at pos begins with "key": value.
func (r *reader) membersAhead() bool {
	rest := r.input[r.pos+1:]
	n := blankLen(rest)
	if n >= len(rest) || rest[n] != '"' {
		return false
	}
	n += quotedLen(rest[n:])
	if n > len(rest) {
		return false
	}
	n += blankLen(rest[n:])
	return n < len(rest) && rest[n] == ':'
}
