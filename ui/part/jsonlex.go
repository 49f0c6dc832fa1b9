package part

// token is a piece of JSON text, or of text that should be JSON.
type token struct {
	kind       byte // one of { } [ ] : , or 'k'ey 's'tring 'n'umber 'w'ord 'b'ad
	start, end int
}

// lexer cuts JSON into tokens. It never fails: anything that is not JSON becomes bad tokens, so
// that every byte except white space is in one.
type lexer struct {
	src []byte
	pos int
}

func (l *lexer) next() (token, bool) {
	l.space()
	if l.pos >= len(l.src) {
		return token{}, false
	}
	start := l.pos
	c := l.src[start]
	switch c {
	case '{', '}', '[', ']', ':', ',':
		l.pos++
		return token{c, start, l.pos}, true
	case '"':
		l.str()
		kind := byte('s')
		if l.peek() == ':' {
			kind = 'k'
		}
		return token{kind, start, l.pos}, true
	}
	for l.pos < len(l.src) && !isDelimiter(l.src[l.pos]) {
		l.pos++
	}
	return token{word(l.src[start:l.pos]), start, l.pos}, true
}

func isDelimiter(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', '{', '}', '[', ']', ':', ',', '"':
		return true
	}
	return false
}

func word(b []byte) byte {
	switch string(b[:min(len(b), 6)]) {
	case "true", "false", "null":
		return 'w'
	}
	if c := b[0]; c == '-' || c >= '0' && c <= '9' {
		return 'n'
	}
	return 'b'
}

// str moves past a string, or to the end of the text if the string is not closed.
func (l *lexer) str() {
	for l.pos++; l.pos < len(l.src); l.pos++ {
		switch l.src[l.pos] {
		case '\\':
			l.pos++
		case '"':
			l.pos++
			return
		}
	}
	l.pos = len(l.src)
}

func (l *lexer) space() {
	for l.pos < len(l.src) {
		switch l.src[l.pos] {
		case ' ', '\t', '\r', '\n':
			l.pos++
		default:
			return
		}
	}
}

// peek returns the next byte that is not white space, or 0 at the end.
func (l *lexer) peek() byte {
	for i := l.pos; i < len(l.src); i++ {
		switch l.src[i] {
		case ' ', '\t', '\r', '\n':
		default:
			return l.src[i]
		}
	}
	return 0
}
