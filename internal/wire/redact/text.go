package redact

import (
	"bytes"
	"strings"
)

// textWalk walks a body in the format that its first bytes show: JSON, events, a form, several
// parts. Where they are ambiguous, the head decides.
type textWalk struct {
	secrets textSecrets
	head    []byte // bytes before the format was clear
	walker  walker
}

// textSecrets says where a text has secrets, and what its head declares.
type textSecrets struct {
	document, events *Members // of one document, and of each of several
	form             parameterNames
	declared         textKind
	plainText        bool // the head declares text/*, where "code" may mean anything
}

// textKind is the format of a text.
type textKind uint8

const (
	unknownKind textKind = iota
	jsonKind
	linesKind // documents, one per line
	eventKind
	formKind
	partsKind
)

// maxSniffBytes bounds how many bytes are examined to decide on the format.
const maxSniffBytes = 256

func (m *textWalk) reset(r *Redactor) {
	if m.walker != nil {
		m.walker.reset(r)
	}
	m.walker, m.head = nil, m.head[:0]
}

func (m *textWalk) walk(r *Redactor, i, to int) {
	if m.walker != nil || i == to {
		if m.walker != nil {
			m.walker.walk(r, i, to)
		}
		return
	}
	n := len(m.head)
	head := r.input[i:min(to, i+maxSniffBytes-n)]
	if n > 0 {
		m.head = append(m.head, head...)
		head = m.head
	}
	kind := m.kindOf(head)
	if kind == unknownKind && len(head) < maxSniffBytes {
		m.head = append(m.head[:n], r.input[i:to]...)
		return
	}
	m.walker = m.walkerOf(kind)
	skip := 0
	if bytes.HasPrefix(head, []byte(byteOrderMark)) {
		skip = len(byteOrderMark)
	}
	if skip < n { // no secret has begun in the head
		in, out := r.input, r.output
		r.input, r.output = head, head
		m.walker.walk(r, skip, n)
		r.input, r.output = in, out
	}
	m.head = m.head[:0]
	m.walker.walk(r, i+max(skip-n, 0), to)
}

func (m *textWalk) walkerOf(kind textKind) walker {
	if kind == unknownKind {
		kind = m.secrets.declared
	}
	switch s := &m.secrets; kind {
	case formKind:
		return newFormWalk(s.form, s.plainText)
	case eventKind:
		return &eventWalk{json: newJSONWalk(s.events, nil)}
	case partsKind:
		return &partsWalk{secrets: *s}
	case linesKind:
		j := newJSONWalk(s.events, nil)
		j.lines = true
		return j
	}
	return newJSONWalk(m.secrets.document, m.secrets.events)
}

const byteOrderMark = "\xef\xbb\xbf"

// kindOf recognizes a text by its beginning. unknownKind means that more bytes or the head must decide.
func (m *textWalk) kindOf(head []byte) textKind {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte(byteOrderMark)), " \t\r\n")
	if len(head) < 3 {
		return unknownKind
	}
	switch c := head[0]; {
	case c == '{' || c == '[' || c == '"':
		if m.secrets.declared == linesKind {
			return linesKind
		}
		return jsonKind
	case c == ':':
		return eventKind
	case c == '-' && head[1] == '-' && head[2] > ' ':
		return partsKind
	}
	return m.kindOfName(head)
}

func isAlphanumeric(c rune) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// kindOfName recognizes a text that begins with a possible name by the character after it.
func (m *textWalk) kindOfName(head []byte) textKind {
	i := bytes.IndexAny(head, "=&:\r\n \t{\"<(")
	if i < 0 {
		return unknownKind
	}
	switch name, ends := string(head[:i]), head[i]; {
	case (ends == '=' || ends == '&') && len(m.secrets.form) > 0:
		return formKind
	case ends == ':' && (name == "data" || name == "event" || name == "id" || name == "retry"):
		return eventKind
	case m.secrets.declared == formKind && strings.IndexByte("{\"<(", ends) >= 0:
		return jsonKind
	}
	return m.secrets.declared
}
