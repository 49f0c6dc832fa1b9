package fault

import "strings"

// The functions of this file locate places in valid JSON without decoding it, because a document from an
// agent may be large.

const jsonBlanks = " \t\r\n"

// skipBlanks returns the offset of the first character at or after at that is not blank.
func skipBlanks(s string, at int) int { return len(s) - len(strings.TrimLeft(s[at:], jsonBlanks)) }

// skipString returns the end of the string that begins at at.
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

// skipValue returns the end of the value that begins at at.
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
				return i // a scalar ends at the end of its parent
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

// span is the position of an item of an object or array: from its name, if it has one, to the end of its value.
type span struct {
	from, value, to int
	name            string // as JSON
}

// eachItem calls f for each item of the object or array that begins at at, until f returns false.
// It returns the offset of the closing bracket, or of what follows the item at which f returned
// false.
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

// memberValue returns the value of a member of a document, "" if there is none.
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
