package redact

import "strings"

// word is a byte of a number, of true, false or null, of a name without quotes,
// or of something that is no JSON. In a secret place digits are hidden, and
// anything else that is not one of the three words.
func (m *jsonMode) word(r *Redactor, c byte) byte {
	if m.unfollowed > 0 && m.secretValue() < 0 {
		if !plainByte[c] {
			return m.giveUp(r, c)
		}
		return c
	}
	if !m.num {
		m.beginWord(r, c)
	}
	if m.isKey || m.maybeName() {
		m.addKey(c)
	}
	if m.hide < 0 {
		return c
	}
	return r.hide(c, digit)
}

func (m *jsonMode) beginWord(r *Redactor, c byte) {
	m.num = true
	m.beginToken(r, c != 't' && c != 'f' && c != 'n')
}

func (m *jsonMode) endWord(r *Redactor) {
	if !m.num {
		return
	}
	m.num = false
	if m.endToken(r) {
		m.top().part = unquotedColonPart
	}
}

func (m *jsonMode) openString(r *Redactor, c byte) {
	m.quote, m.esc = c, false
	m.beginToken(r, true)
}

func (m *jsonMode) endString(r *Redactor) {
	m.quote = 0
	m.endToken(r)
}

// beginToken begins a name or a value. hides is false for true, false and null, which are
// no secrets.
func (m *jsonMode) beginToken(r *Redactor, hides bool) {
	m.hide = -1
	m.isKey = m.nameExpected()
	if m.isKey || m.maybeName() {
		m.key = m.key[:0]
	}
	if m.isKey || !hides {
		return
	}
	if m.hide = m.secretValue(); m.hide < 0 {
		return
	}
	if name := m.names[m.hide]; strings.HasSuffix(name, Telling) {
		r.begin(m.told)
	} else {
		r.begin(name)
	}
	if m.isURL(m.hide) {
		m.url.begin()
	}
}

// endToken ends a name or a value, and reports whether it was a name.
func (m *jsonMode) endToken(r *Redactor) bool {
	if m.isKey {
		m.isKey = false
		m.named()
		return true
	}
	if m.hide >= 0 {
		m.hide = -1
		r.end()
	}
	m.valueEnds()
	return false
}

func (m *jsonMode) inString(r *Redactor, c byte) byte {
	if m.hide >= 0 && m.isURL(m.hide) && (c != m.quote || m.esc) {
		return m.inURL(r, c)
	}
	switch {
	case m.esc:
		m.esc = false
	case c == '\\':
		m.esc = true
	case c == m.quote:
		m.endString(r)
		return c
	case c == '\n' && len(m.stack) == 0:
		m.quote, m.text = 0, false
		return c
	}
	if m.isKey || m.maybeName() {
		m.addKey(c)
	}
	if m.hide >= 0 {
		return r.hide(c, filler)
	}
	return c
}

// maybeName reports that the string may be a name though it is in an array.
func (m *jsonMode) maybeName() bool {
	t := m.top()
	return t != nil && t.array && t.part == namePart && m.unfollowed == 0
}

func (m *jsonMode) addKey(c byte) {
	if len(m.key) <= keyKept {
		m.key = append(m.key, c)
	}
}
