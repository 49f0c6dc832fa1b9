package redact

import (
	"bytes"
	"strings"
)

// textMode walks a body as what its first bytes show: JSON, events, a form, several
// parts. Where they are ambiguous, the head decides.
type textMode struct {
	secrets textSecrets
	head    []byte // what came before that was clear
	mode    bodyMode
}

// textSecrets is where a text has secrets, and what its head declares.
type textSecrets struct {
	whole, events *Members // of one document, and of each of several
	form          parameterNames
	declared      textKind
	plainText     bool // the head declares text/*
}

// textKind is how a text is written.
type textKind uint8

const (
	unknownKind textKind = iota
	jsonKind
	linesKind // documents, one after the other
	eventKind
	formKind
	partsKind
	bearerKind // a text that begins with Bearer and a token
)

// headKept bounds what is looked at to decide.
const headKept = 256

func (m *textMode) reset(r *Redactor) {
	if m.mode != nil {
		m.mode.reset(r)
		m.mode = nil
	}
	m.head = m.head[:0]
}

func (m *textMode) step(r *Redactor, c byte) byte {
	if m.mode != nil {
		return m.mode.step(r, c)
	}
	m.head = append(m.head, c)
	kind := m.kindOf(m.head)
	if kind == unknownKind && len(m.head) < headKept {
		return c
	}
	m.mode = m.newMode(kind)
	switch w := m.mode.(type) { // the document is not looked at from its beginning
	case *jsonMode:
		w.fresh = false
	case *eventMode:
		w.fresh = false
	}
	for _, b := range bytes.TrimPrefix(m.head, []byte(byteOrderMark)) { // nothing secret has begun
		m.mode.step(r, b)
	}
	m.head = nil
	return c
}

func (m *textMode) plain(p []byte) int {
	if m.mode != nil {
		return m.mode.plain(p)
	}
	if len(m.head) > 0 || len(p) < 4 || m.secrets.declared == formKind {
		return 0
	}
	// Most bodies say at once.
	switch c := p[0]; {
	case (c == '{' || c == '[') && m.secrets.declared != eventKind:
		m.mode = m.newMode(jsonKind)
	case m.secrets.declared == eventKind && c == 'd' && string(p[:4]) == "data":
		m.mode = m.newMode(eventKind)
	default:
		return 0
	}
	return m.mode.plain(p)
}

// newMode makes the walk for a kind.
func (m *textMode) newMode(kind textKind) bodyMode {
	if kind == unknownKind {
		kind = m.secrets.declared
	}
	switch kind {
	case formKind:
		return &formMode{names: m.secrets.form, plainText: m.secrets.plainText}
	case eventKind:
		return newEventMode(m.secrets)
	case bearerKind:
		return &bearerMode{}
	case partsKind:
		return &partsMode{secrets: m.secrets}
	}
	j := newJSONMode(m.secrets.whole)
	j.skips, j.fresh, j.later = true, true, m.secrets.events
	if m.secrets.declared == linesKind {
		j = newJSONMode(m.secrets.events)
		j.skips, j.fresh, j.lines = true, true, true
	}
	return j
}

// kindOf tells a text by how it begins; unclear asks for more, or for the head.
func (m *textMode) kindOf(head []byte) textKind {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte(byteOrderMark)), " \t\r\n\x00")
	if len(head) < 2 {
		return unknownKind
	}
	switch c := head[0]; {
	case c == '{' || c == '[' || c == '"':
		if m.secrets.declared == eventKind {
			return eventKind
		}
		return jsonKind
	case c == ':':
		return eventKind
	case c == '-':
		if len(head) < 3 {
			return unknownKind
		}
		if head[1] == '-' && head[2] > ' ' {
			return partsKind
		}
		return jsonKind
	}
	return m.kindOfName(head)
}

func isAlphanumeric(c rune) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// kindOfName tells a text that begins with what may be a name by what ends that.
func (m *textMode) kindOfName(head []byte) textKind {
	i := bytes.IndexAny(head, "=&:\r\n \t{[\"<(")
	if i < 0 {
		return unknownKind
	}
	name, ends := string(head[:i]), head[i]
	switch {
	case ends == ' ' && strings.EqualFold(name, "bearer"):
		return bearerKind
	case (ends == '=' || ends == '&') && len(m.secrets.form) > 0:
		return formKind
	case ends == '[' && len(m.secrets.form) > 0 && m.secrets.declared != formKind:
		n := bytes.IndexFunc(head[i:], func(c rune) bool { return c != '[' && c != ']' && c != '_' && !isAlphanumeric(c) })
		if n < 0 {
			return unknownKind
		}
		if bytes.HasPrefix(head[i+n-1:], []byte("]=")) {
			return formKind
		}
	case ends == ':' || ends == '\r' || ends == '\n':
		if name == "data" || name == "event" || name == "id" || name == "retry" {
			return eventKind
		}
	}
	switch m.secrets.declared {
	case unknownKind:
		return jsonKind
	case formKind:
		return kindOfField(head[i:])
	}
	return m.secrets.declared
}

// kindOfField tells a text that is declared a form by what follows the beginning of a name,
// which may go on: user[password]=…
func kindOfField(rest []byte) textKind {
	switch i := bytes.IndexAny(rest, "=\"\r\n"); {
	case i < 0:
		return unknownKind
	case rest[i] == '=':
		return formKind
	}
	return jsonKind
}

const byteOrderMark = "\xef\xbb\xbf"

// bearerMode is a text that begins with Bearer: the word after it is a token.
type bearerMode struct {
	word bool // that was passed
	over bool // the token has ended
}

func (*bearerMode) plain([]byte) int { return 0 }

func (m *bearerMode) reset(r *Redactor) {
	r.end()
	*m = bearerMode{}
}

func (m *bearerMode) step(r *Redactor, c byte) byte {
	space := strings.IndexByte(" \t\r\n\"", c) >= 0
	m.over = m.over || space && r.open != nil
	switch {
	case m.over:
	case !m.word:
		m.word = c == ' '
	case !space && r.open == nil:
		r.begin("bearer")
		fallthrough
	case !space:
		return r.hide(c, filler)
	}
	return c
}
