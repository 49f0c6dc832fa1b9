package fault

import "strings"

// The functions of this file find places in JSON that is known to be valid, without making
// anything of it: a document that an agent sends may be large.

const jsonBlanks = " \t\r\n"

// skipBlanks is the offset of what is not blank from at on.
func skipBlanks(s string, at int) int { return len(s) - len(strings.TrimLeft(s[at:], jsonBlanks)) }

// skipString is where the string that begins at ends.
func skipString(s string, at int) int {
	for i := at + 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}

// skipValue is where the value that begins at ends.
func skipValue(s string, at int) int {
	for i, depth := at, 0; i < len(s); {
		switch s[i] {
		case '"':
			i = skipString(s, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			if depth == 0 {
				return i // of a scalar, the end of what it is in
			}
			depth--
			i++
		case ',', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return i
			}
			i++
			continue
		default:
			i++
			continue
		}
		if depth == 0 {
			return i
		}
	}
	return len(s)
}

// span is where an item of an object or array stands: from its name, where it has one, and
// its value.
type span struct {
	from, value, to int
	name            string // as JSON
}

// eachItem gives f what an object or array that begins at holds, until f returns false. It
// returns where its closing bracket is, or where f ended it.
func eachItem(s string, at int, f func(span) bool) int {
	object := s[at] == '{'
	at = skipBlanks(s, at+1)
	for at < len(s) && s[at] != '}' && s[at] != ']' {
		i := span{from: at}
		if object {
			end := skipString(s, at)
			i.name = s[at:end]
			at = skipBlanks(s, end) + 1 // the colon
			at = skipBlanks(s, at)
		}
		i.value = at
		i.to = skipValue(s, at)
		if at = skipBlanks(s, i.to); at < len(s) && s[at] == ',' {
			at = skipBlanks(s, at+1)
		}
		if !f(i) {
			return at
		}
	}
	return at
}

// memberValue is the value of a member of a document, "" where there is none.
func memberValue(doc []byte, name string) (value string) {
	s := string(doc)
	at := skipBlanks(s, 0)
	if at == len(s) || s[at] != '{' {
		return ""
	}
	eachItem(s, at, func(i span) bool {
		if unquoteJSON(i.name) == name {
			value = s[i.value:i.to]
		}
		return true
	})
	return value
}
