package redact

import (
	"bytes"
	"strings"
)

// formMode walks name=value&name=value. Forms sent as plain text have a line for
// each name.
type formMode struct {
	names     parameterNames
	plainText bool // the head declares text/*: "code" may mean anything
	oauth     bool // a parameter came that OAuth sends with a code
	esc       escapes
	name      []byte
	value     bool
	hide      bool
}

// oauthParameters are the parameters that OAuth sends with a code.
var oauthParameters = wordsOf("oauth")

func (m *formMode) reset(r *Redactor) {
	r.end()
	*m = formMode{names: m.names, name: m.name[:0], plainText: m.plainText, oauth: m.oauth}
}

func (m *formMode) step(r *Redactor, c byte) byte {
	switch {
	case c == '&', c == '\n' && !m.hide:
		m.reset(r)
		return c
	case m.hide && c != '\r' && c != '\n':
		return r.hide(c, filler)
	case m.hide:
		return c
	}
	if char, ok := m.esc.next(c); ok {
		m.char(r, char)
	}
	return c
}

// char is a character of a name, or of a value that is not secret. Escapes are
// undone: a value may be a URL with parameters of its own.
func (m *formMode) char(r *Redactor, c byte) {
	switch {
	case beginsParameter(c):
		m.value, m.name = false, m.name[:0]
	case m.value:
	case c != '=':
		if len(m.name) < keyKept {
			m.name = append(m.name, c)
		}
	default:
		m.value = true
		written := strings.ReplaceAll(string(m.name), "+", " ")
		m.oauth = m.oauth || isListed(oauthParameters, strings.TrimLeft(written, " \t\x00"))
		name, secret := m.names.find(written)
		if m.hide = secret && (!m.plainText || m.oauth || !isCode(name)); m.hide {
			r.begin(name)
		}
	}
}

// plain skips the part of a value that is not secret and has no delimiter.
func (m *formMode) plain(p []byte) int {
	if !m.value || m.hide || m.esc.digits > 0 {
		return 0
	}
	if n := bytes.IndexAny(p, "&\n;#?%"); n >= 0 {
		return n
	}
	return len(p)
}
