package redact

import "bytes"

// brokenText searches for secret names in text that is not JSON. If such a name is followed by a
// colon, an equals sign or the quote of a value, the rest of the document becomes filler (the rest of
// the line, if jsonWalk.lines is set).
type brokenText struct {
	word    []byte
	inWord  bool
	before  byte // the byte before the word, ignoring spaces
	secret  bool // the last word is the name of a secret if a colon follows
	filling bool
}

// giveUp treats the document as broken from i on. In a secret value, filler begins at once.
func (m *jsonWalk) giveUp(r *Redactor, i int) int {
	secret := m.secretValue() >= 0
	m.word = false
	m.valueEnds(r)
	if m.text && !secret { // a brace in source code or in a sentence
		m.reset(r)
		m.text = true
		return i
	}
	m.broken, m.rest = true, brokenText{before: '\n', word: m.rest.word[:0], filling: secret}
	if secret {
		m.fill(r)
	}
	return i
}

func (m *jsonWalk) fill(r *Redactor) {
	m.rest.filling = true
	r.begin(string(bytes.Trim(m.rest.word, `\`)))
	r.open.kind = kindUnreadable
}

// inBroken processes part of a line that is not JSON.
func (m *jsonWalk) inBroken(r *Redactor, i, to int) int {
	for ; i < to && !m.rest.filling; i++ {
		c := r.input[i]
		if c == '\n' && m.lines {
			m.reset(r)
			return i + 1
		}
		if m.next(c) {
			m.fill(r)
		}
	}
	for ; i < to; i++ {
		c := r.input[i]
		if c == '\n' && m.lines {
			m.reset(r)
			return i + 1
		}
		if c != '\r' && c != '\n' {
			r.hide(i, i+1, filler)
		}
	}
	return to
}

// next reports whether a value begins after the name of a secret.
func (m *jsonWalk) next(c byte) bool {
	l := &m.rest
	switch {
	case isAlphanumeric(rune(c)) || bytes.IndexByte([]byte(`-_.[]\`), c) >= 0:
		if !l.inWord {
			l.inWord, l.secret, l.word = true, false, l.word[:0]
		}
		if len(l.word) <= maxKeyBytes {
			l.word = append(l.word, c)
		}
		return false
	case l.inWord:
		m.wordEnds()
	}
	switch {
	case c == ' ' || c == '\t':
		return false
	case l.secret && (c == ':' || c == '=' || isQuote(c) && isQuote(l.before)): // a colon may be missing
		return true
	case !isQuote(c) && c != ':' && c != '=':
		l.secret = false
	}
	l.before = c
	return false
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

func (m *jsonWalk) wordEnds() {
	l := &m.rest
	l.inWord = false
	word := bytes.TrimRight(l.word, `\`)
	if len(word) == 0 { // the backslash belongs to a quote
		return
	}
	name := unescapeName(word)
	if i := bytes.LastIndexAny(name, "&?\"'"); i >= 0 { // spelled with escapes, as Go writes a push URL
		name, l.before = name[i+1:], name[i]
	}
	l.secret = bytes.IndexByte([]byte("\n\r\"'`{}[](),;&?*/<>"), l.before) >= 0 && isListed(m.last, string(name))
	l.before = 'a'
}
