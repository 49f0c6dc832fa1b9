package redact

// charWidth is how many bytes a character takes, and their order.
type charWidth struct {
	bytes     int
	bigEndian bool
}

// charWidthOf reads the character encoding off the first bytes of a text: a byte order
// mark, or the zeros of its first character, which no secret begins with. skip is the
// length of the mark. ok is false where more bytes are needed.
func charWidthOf(head []byte) (u charWidth, skip int, ok bool) {
	switch {
	case hasPrefix(head, "\xff\xfe\x00\x00"):
		return charWidth{4, false}, 4, true
	case hasPrefix(head, "\x00\x00\xfe\xff"):
		return charWidth{4, true}, 4, true
	case hasPrefix(head, "\xef\xbb\xbf"):
		return charWidth{1, false}, 3, true
	case hasPrefix(head, "\xfe\xff"):
		return charWidth{2, true}, 2, true
	case hasPrefix(head, "\xff\xfe") && len(head) > 3:
		return charWidth{2, false}, 2, true
	case len(head) < 4 && (head[0] == 0 || head[0] >= 0xef || len(head) < 2 || head[1] == 0):
		return u, 0, false
	}
	at := 0
	for at < len(head) && head[at] == 0 {
		at++
	}
	zeros := 0
	for at+1+zeros < len(head) && head[at+1+zeros] == 0 {
		zeros++
	}
	switch {
	case at+1 >= len(head), at%4 == 3 && zeros < 3 && at+1+zeros == len(head), at == 0 && zeros > 0 && 1+zeros == len(head) && zeros < 3:
		return charWidth{1, false}, 0, len(head) >= 64 // NUL bytes and no text, so far
	case at == 0 && zeros == 3:
		return charWidth{4, false}, 0, true
	case at == 0 && zeros == 1:
		return charWidth{2, false}, 0, true
	case at%4 == 3 && zeros == 3:
		return charWidth{4, true}, 0, true
	case at%2 == 1 && zeros == 1:
		return charWidth{2, true}, 0, true
	}
	return charWidth{1, false}, 0, true
}

func hasPrefix(b []byte, with string) bool {
	return len(b) >= len(with) && string(b[:len(with)]) == with
}

// wideMode shows text in UTF-16 or UTF-32 to another mode, a byte for each
// character.
type wideMode struct {
	charWidth
	in   bodyMode
	n    int // bytes of the character that came
	low  byte
	high uint32 // the others of its bytes
}

func (m *wideMode) reset(r *Redactor) {
	m.in.reset(r)
	*m = wideMode{charWidth: m.charWidth, in: m.in}
}

func (m *wideMode) hiding() bool     { return m.in.hiding() }
func (m *wideMode) plain([]byte) int { return 0 }

// step writes filler for each byte of a character on its own. What may end a
// secret stays until the last byte tells whether it does.
func (m *wideMode) step(r *Redactor, c byte) byte {
	lowest := m.n == 0
	if m.bigEndian {
		lowest = m.n == m.bytes-1
	}
	m.n++
	hidden := m.in.hiding()
	if lowest {
		m.low = c
	} else {
		m.high = m.high<<8 | uint32(c)
	}
	if m.n < m.bytes {
		switch {
		case !hidden, lowest && isDelimiter(c):
			return c
		case lowest:
			return filler
		}
		return 0
	}
	was := m.char()
	m.n, m.high = 0, 0
	w := m.in.step(r, was)
	switch {
	case r.open == nil || r.open.length == 0 || r.open.offset+r.open.length != r.off+1: // not hidden
		return c
	case lowest:
		return w
	case isDelimiter(m.low) && was >= 0x80: // or it would become what ends the secret
		return 1
	}
	return 0
}

// char is the byte that represents a character.
func (m *wideMode) char() byte {
	if !m.bigEndian && m.bytes == 4 { // the lower of the high bytes came first
		m.high = m.high>>16&0xff | m.high&0xff00 | m.high&0xff<<16
	}
	switch v := m.high<<8 | uint32(m.low); {
	case v == 0x17f: // folds to s
		return 's'
	case v == 0x212a: // folds to k
		return 'k'
	case v == 0xfeff || v == 0xa0:
		return ' '
	case v >= 0x80:
		return 0x81
	}
	return m.low
}

// isDelimiter reports whether a byte may end a secret or delimit what holds it.
func isDelimiter(c byte) bool {
	switch c {
	case '"', '\'', '\\', '&', '#', '?', '/', '@', ',', '}', ']', ':', '*', '-', ' ', '\t', '\r', '\n':
		return true
	}
	return false
}
