package redact

// lose gives the document up at c. What was a name just now counts as the first
// in what is lost; what is secret, or within a secret, begins the filler.
func (m *jsonMode) lose(r *Redactor, c byte) byte {
	t := m.top()
	secret := t.all >= 0 || m.beyond == 0 && t.secret >= 0 && t.part != namePart
	m.endWord(r)
	if m.amid && !secret { // a brace of a program or of prose
		m.reset(r)
		m.text, m.prose = true, true
		m.outside(c)
		return c
	}
	m.lost, m.levels, m.quote, m.esc = true, len(m.stack)+m.beyond, 0, false
	m.loose.enter(m.loud)
	switch {
	case secret:
		m.loose.fill(r)
	case m.beyond == 0 && t.part == barePart:
		m.loose.last(m.key)
	}
	return m.inLost(r, c)
}

// inLost is a byte of a document that is lost. It ends where its brackets are
// closed, as nameScan.documents counts them, unless what hides a secret goes on.
func (m *jsonMode) inLost(r *Redactor, c byte) byte {
	if c == '\n' && m.lines {
		m.leave(r)
		return c
	}
	out := m.loose.step(r, c)
	switch {
	case m.loose.filling:
	case m.esc:
		m.esc = false
	case m.quote != 0:
		m.esc = c == '\\'
		if c == '"' {
			m.quote = 0
		}
	case c == '"':
		m.quote = c
	case c == '{' || c == '[':
		m.levels++
	case c == '}' || c == ']':
		if m.levels--; m.levels <= 0 {
			m.leave(r)
			m.nextDocument()
		}
	}
	return out
}

// leave ends a document that is lost.
func (m *jsonMode) leave(r *Redactor) {
	prose := m.prose
	m.reset(r)
	m.fresh, m.prose = m.docs, prose
}

func (m *jsonMode) afterSlash(r *Redactor, c byte) byte {
	m.slash = false
	switch {
	case c == '/' || c == '*':
		m.note, m.star = c, false
		m.loose.enter(m.loud)
		return c
	case len(m.stack) > 0:
		return m.lose(r, c)
	}
	m.text = true
	m.outside(c)
	return c
}

// inComment is a byte of a comment. Members that lie in one are no less secret,
// and where all line ends were lost nobody can tell where it ends.
func (m *jsonMode) inComment(r *Redactor, c byte) byte {
	if m.note == '*' && m.star && c == '/' || m.note == '/' && (c == '\n' || c == '\r') {
		m.note = 0
		m.loose.leave(r)
		return c
	}
	m.star = c == '*'
	return m.loose.step(r, c)
}
