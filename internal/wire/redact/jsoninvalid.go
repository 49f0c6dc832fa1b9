package redact

// giveUp treats the document as invalid from c on. A name just read counts as the first
// of the invalid part; in a secret value the filler begins at once.
func (m *jsonMode) giveUp(r *Redactor, c byte) byte {
	t := m.top()
	secret := t.all >= 0 || m.unfollowed == 0 && t.secret >= 0
	m.endWord(r)
	if m.afterText && !secret { // a brace of a program or a sentence
		m.reset(r)
		m.text, m.hadText = true, true
		m.outside(c)
		return c
	}
	m.invalid, m.levels, m.quote, m.esc = true, len(m.open), false, false
	m.broken.enter(m.wholeScan)
	switch {
	case secret:
		m.broken.fill(r)
	case m.unfollowed == 0 && t.part == colonPart:
		m.broken.secretName = m.wholeScan != nil && m.wholeScan.has(spelled(m.key))
	}
	return m.inInvalid(r, c)
}

// inInvalid takes a byte of an invalid document. That ends where its brackets are
// closed, as nameScan.documents counts them, unless filler goes on.
func (m *jsonMode) inInvalid(r *Redactor, c byte) byte {
	if c == '\n' && m.lines {
		m.leaveInvalid(r)
		return c
	}
	out := m.broken.step(r, c)
	switch {
	case m.broken.filling:
	case m.esc:
		m.esc = false
	case m.quote:
		m.esc = c == '\\'
		m.quote = c != '"'
	case c == '"':
		m.quote = true
	case c == '{' || c == '[':
		m.levels++
	case c == '}' || c == ']':
		if m.levels--; m.levels <= 0 {
			m.leaveInvalid(r)
			m.nextDocument()
		}
	}
	return out
}

// leaveInvalid ends an invalid document.
func (m *jsonMode) leaveInvalid(r *Redactor) {
	prose := m.hadText
	m.reset(r)
	m.fresh, m.hadText = m.skips, prose
}

// inComment takes a byte of a comment. Members in one are secret too, and without line
// ends nobody can tell where the comment ends.
func (m *jsonMode) inComment(r *Redactor, c byte) byte {
	switch {
	case m.slash:
		if m.slash = false; c != '/' && c != '*' {
			return m.giveUp(r, c)
		}
		m.comment, m.star = c, false
		m.broken.enter(m.wholeScan)
		return c
	case m.comment == '*' && m.star && c == '/', m.comment == '/' && (c == '\n' || c == '\r'):
		m.comment = 0
		m.broken.leave(r)
		return c
	}
	m.star = c == '*'
	return m.broken.step(r, c)
}
