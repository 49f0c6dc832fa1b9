package redact

import (
	"bytes"
	"strings"
)

// textMode walks a body as what its first bytes show: JSON, events, a form, several
// parts. Where they are ambiguous, the head decides. UTF-16 and UTF-32 are not read:
// what begins so is filler.
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
	jwtKind    // a JWT as a whole, signed or encrypted
	wideKind   // in UTF-16 or UTF-32
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
	case *fillMode:
		w.begin(r, m.head)
		m.head = nil
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
	switch c, next := p[0], p[1]; {
	case next == 0:
		return 0
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
	case wideKind, jwtKind, bearerKind:
		return &fillMode{kind: kind}
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
	if isWide(head) {
		return wideKind
	}
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte(byteOrderMark)), " \t\r\n\x00")
	if len(head) < 2 {
		return unknownKind
	}
	if kind, ok := m.kindOfJWT(bytes.TrimPrefix(head, []byte{'"'})); ok && head[0] == '"' {
		return kind
	}
	switch c := head[0]; {
	case c == '{' || c == '[' || c == '"' || c == '/':
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
	if kind, ok := m.kindOfJWT(head); ok {
		return kind
	}
	return m.kindOfName(head)
}

// kindOfJWT tells a JWT by its head, which is base64 of an object and ends with a dot. What
// is called one is one from its first byte on.
func (m *textMode) kindOfJWT(head []byte) (kind textKind, is bool) {
	const start = "eyJ"
	if m.secrets.declared == jwtKind {
		return jwtKind, true
	}
	if n := min(len(head), len(start)); string(head[:n]) != start[:n] {
		return unknownKind, false
	}
	i := bytes.IndexFunc(head, func(c rune) bool { return c != '-' && c != '_' && !isAlphanumeric(c) })
	if i > 0 && head[i] == '.' {
		return jwtKind, true
	}
	return unknownKind, i < 0
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

// isWide reports whether a text begins as one in UTF-16 or UTF-32: with a byte order mark,
// or as JSON of which each character has zeros.
func isWide(head []byte) bool {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) || bytes.HasPrefix(head, []byte("\x00\x00\xfe\xff")) {
		return true
	}
	head = bytes.TrimLeft(head, " \t\r\n\x00")
	return len(head) > 1 && head[1] == 0 && bytes.IndexByte([]byte(`{["`), head[0]) >= 0
}

// fillMode is filler for what is a secret as a whole, or not looked into.
type fillMode struct {
	kind textKind
	over bool // the token has ended
}

func (*fillMode) reset(r *Redactor) { r.end() }
func (*fillMode) plain([]byte) int  { return 0 }

// begin takes what came before it was known what it is.
func (m *fillMode) begin(r *Redactor, head []byte) {
	switch m.kind {
	case wideKind:
		r.begin("encoded body")
		r.open.kind = encoded
	case bearerKind:
		r.begin("bearer")
	default:
		r.begin("jwt")
		for _, c := range bytes.Trim(head, "\" \t\r\n") {
			r.open.write(c)
		}
	}
}

func (m *fillMode) step(r *Redactor, c byte) byte {
	space := c == '\r' || c == '\n' || c == '"' || c == ' ' && m.kind == bearerKind
	m.over = m.over || space && m.kind == bearerKind && r.open.offset >= 0
	if m.over || space && m.kind != wideKind {
		return c
	}
	return r.hide(c, filler)
}
