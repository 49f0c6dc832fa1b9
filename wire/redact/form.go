package redact

import (
	"bytes"
	"strings"
)

// formMode walks name=value&name=value. Forms sent as plain text have a line for
// each name.
type formMode struct {
	names  []string
	prose  bool // it is called a text: "code" may be of anything
	beside bool // a parameter that goes with a code of OAuth came
	name   []byte
	value  bool
	hide   bool
}

// besideCode are parameters that go with a code of OAuth.
var besideCode = []string{"grant_type", "client_id", "client_secret", "redirect_uri", "code_verifier", "state", "iss", "session_state", "id_token", "access_token"}

func (m *formMode) reset(r *Redactor) {
	r.end()
	*m = formMode{names: m.names, name: m.name[:0], prose: m.prose, beside: m.beside}
}

func (m *formMode) hiding() bool { return m.hide }

func (m *formMode) step(r *Redactor, c byte) byte {
	switch {
	case c == '&', c == '\n' && !m.hide:
		m.reset(r)
	case !m.value && c == '=':
		m.value = true
		name := strings.TrimLeft(unescapeQuery(string(m.name)), " \t\x00?#")
		m.beside = m.beside || foldedIn(besideCode, name)
		if m.hide = foldedIn(m.names, name) && (!m.prose || m.beside || !isCode(name)); m.hide {
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
	n := len(p)
	if i := bytes.IndexByte(p, '&'); i >= 0 {
		n = i
	}
	if i := bytes.IndexByte(p[:n], '\n'); i >= 0 {
		n = i
	}
	return n
}
