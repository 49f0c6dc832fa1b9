package redact

import "bytes"

// formMode walks name=value&name=value.
type formMode struct {
	names []string
	name  []byte
	value bool
	hide  bool
}

func (m *formMode) step(r *Redactor, c byte) byte {
	switch {
	case c == '&':
		r.end()
		m.name, m.value, m.hide = m.name[:0], false, false
	case !m.value && c == '=':
		m.value = true
		name := unescapeQuery(string(m.name))
		if m.hide = foldedIn(m.names, name); m.hide {
			r.begin(name)
		}
	case !m.value:
		if len(m.name) < keyKept {
			m.name = append(m.name, c)
		}
	case m.hide && c != '\r' && c != '\n':
		return r.hide(c, filler)
	}
	return c
}

// plain passes over the value of a parameter that is not secret.
func (m *formMode) plain(p []byte) int {
	if !m.value || m.hide {
		return 0
	}
	if i := bytes.IndexByte(p, '&'); i >= 0 {
		return i
	}
	return len(p)
}
