package redact

import "bytes"

// textMode walks a body as what its first bytes say that it is, whatever its
// head calls it: JSON, events, a form, several parts, in any encoding of
// characters. Where they do not say, the head decides.
type textMode struct {
	how  textPlaces
	head []byte // what came before that was clear
	mode bodyMode
}

// textPlaces is where a text has secrets, and what its head calls it.
type textPlaces struct {
	whole, events *Members // of one document, and of each of several
	form          parameterNames
	called        textKind
	prose         bool // called a text by its head
}

// textKind is how a text is written.
type textKind uint8

const (
	unclear textKind = iota
	jsonKind
	linesKind // documents, one after the other
	eventKind
	formKind
	partsKind
)

// headKept bounds what is looked at to tell.
const headKept = 256

func (m *textMode) reset(r *Redactor) {
	if m.mode != nil {
		m.mode.reset(r)
		if _, wide := m.mode.(*wideMode); wide {
			r.width = 0
		}
		m.mode = nil
	}
	m.head = m.head[:0]
}

func (m *textMode) hiding() bool { return m.mode != nil && m.mode.hiding() }

func (m *textMode) step(r *Redactor, c byte) byte {
	if m.mode != nil {
		return m.mode.step(r, c)
	}
	m.head = append(m.head, c)
	u, skip, ok := unitOf(m.head)
	if !ok {
		return c
	}
	kind := unclear
	if u.size == 1 {
		if kind = m.kindOf(m.head[skip:]); kind == unclear && len(m.head) < headKept {
			return c
		}
		m.mode = m.newMode(kind)
	} else {
		m.mode = &wideMode{unit: u, in: &textMode{how: m.how}}
		r.width = u.size
	}
	switch w := m.mode.(type) { // the document is not looked at from its beginning
	case *jsonMode:
		w.fresh = false
	case *eventMode:
		w.fresh = false
	}
	for _, b := range m.head[skip:] { // nothing secret has begun
		m.mode.step(r, b)
	}
	m.head = nil
	return c
}

func (m *textMode) plain(p []byte) int {
	if m.mode != nil {
		return m.mode.plain(p)
	}
	if len(m.head) > 0 || len(p) < 4 || m.how.called == formKind {
		return 0
	}
	// Most bodies say at once.
	switch c, next := p[0], p[1]; {
	case next == 0 || next >= 0x80:
		return 0
	case (c == '{' || c == '[') && m.how.called != eventKind:
		m.mode = m.newMode(jsonKind)
	case m.how.called == eventKind && c == 'd' && string(p[:4]) == "data":
		m.mode = m.newMode(eventKind)
	default:
		return 0
	}
	return m.mode.plain(p)
}

// newMode makes the walk for a kind.
func (m *textMode) newMode(kind textKind) bodyMode {
	if kind == unclear {
		kind = m.how.called
	}
	switch kind {
	case formKind:
		return &formMode{names: m.how.form, prose: m.how.prose}
	case eventKind:
		return newEventMode(m.how.events, m.how.whole)
	case partsKind:
		return &partsMode{how: m.how}
	}
	j := newJSONMode(m.how.whole)
	j.docs, j.fresh, j.then = true, true, m.how.events
	if m.how.called == linesKind {
		j = newJSONMode(m.how.events)
		j.docs, j.fresh, j.lines = true, true, true
	}
	return j
}

// kindOf tells a text by how it begins; unclear asks for more, or for the head.
func (m *textMode) kindOf(head []byte) textKind {
	head = bytes.TrimLeft(head, " \t\r\n\x00")
	if len(head) == 0 {
		return unclear
	}
	switch c := head[0]; {
	case c == '{' || c == '[' || c == '"' || c == '/':
		if m.how.called == eventKind {
			return eventKind
		}
		return jsonKind
	case c == ':':
		return eventKind
	case c == '-':
		if len(head) < 3 {
			return unclear
		}
		if head[1] == '-' && head[2] > ' ' {
			return partsKind
		}
		return jsonKind
	}
	i := bytes.IndexAny(head, "=&:\r\n \t{[\"<(")
	if i < 0 {
		return unclear
	}
	name, ends := string(head[:i]), head[i]
	switch {
	case (ends == '=' || ends == '&') && len(m.how.form) > 0:
		return formKind
	case ends == ':' || ends == '\r' || ends == '\n':
		if name == "data" || name == "event" || name == "id" || name == "retry" {
			return eventKind
		}
	}
	if m.how.called == unclear || m.how.called == formKind {
		return jsonKind
	}
	return m.how.called
}
