package redact

import "strings"

// word is a byte of a number, of true, false or null, of a name without quotes,
// or of something that is not JSON. In a secret place digits are hidden, and
// anything else that is not one of the three words.
func (m *jsonMode) word(r *Redactor, c byte) byte {
	if m.unfollowed > 0 && m.secretValue() < 0 {
		if !plainByte[c] {
			return m.giveUp(r, c)
		}
		return c
	}
	if !m.num {
		if m.nameExpected() {
			return m.giveUp(r, c)
		}
		m.num = true
		m.beginToken(r, c != 't' && c != 'f' && c != 'n')
	}
	if m.hide < 0 {
		return c
	}
	return r.hide(c, digit)
}

func (m *jsonMode) endWord(r *Redactor) {
	if m.num {
		m.num = false
		m.endToken(r)
	}
}

// beginToken begins a name or a value. hides is false for true, false and null, which are
// no secrets.
func (m *jsonMode) beginToken(r *Redactor, hides bool) {
	m.hide = -1
	if m.isKey = m.nameExpected(); m.isKey {
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

// endToken ends a name or a value.
func (m *jsonMode) endToken(r *Redactor) {
	if m.isKey {
		m.isKey = false
		m.endName()
		return
	}
	if m.hide >= 0 {
		m.hide = -1
		r.end()
	}
	m.valueEnds()
}

func (m *jsonMode) inString(r *Redactor, c byte) byte {
	if m.hide >= 0 && m.isURL(m.hide) && (c != '"' || m.esc) {
		return m.inURL(r, c)
	}
	switch {
	case m.esc:
		m.esc = false
	case c == '\\':
		m.esc = true
	case c == '"':
		m.quote = false
		m.endToken(r)
		return c
	case c == '\n' && len(m.stack) == 0:
		m.quote, m.text = false, false
		return c
	}
	if m.isKey && len(m.key) <= keyKept {
		m.key = append(m.key, c)
	}
	if m.hide >= 0 {
		return r.hide(c, filler)
	}
	return c
}
