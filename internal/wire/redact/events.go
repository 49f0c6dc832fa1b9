package redact

import "bytes"

// eventMode walks Server-Sent Events; jsonMode walks the data of each as one document.
// Data that begins with a letter may be a form, or a token, too.
// Lines that are none of an event go to a second jsonMode: a body may be declared as
// events and be a document, or several. Whole events without the name of a path are
// skipped.
type eventMode struct {
	json     *jsonMode // data
	other    *jsonMode // what is no event
	text     *textMode // data of a line that begins with a letter
	letters  bool      // in such data
	line     int       // bytes of the current line so far, counted to just past "data: "
	field    bool      // what came of the line is, or may become, "data:"
	data     bool      // in the value of a data line
	document bool      // in a line that is none of an event
	cr       bool      // the last byte was a CR
	fresh    bool      // between two events, and what follows was not looked at
}

const dataField = "data:"

func newEventMode(ts textSecrets) *eventMode {
	m := &eventMode{json: newJSONMode(ts.events), other: newJSONMode(ts.whole), text: &textMode{}, fresh: true}
	m.text.secrets.form = parameterNames{Telling} // any other name may be a word that a model says
	m.other.later = ts.events
	return m
}

func (m *eventMode) reset(r *Redactor) {
	m.json.reset(r)
	m.other.reset(r)
	m.text.reset(r)
	*m = eventMode{json: m.json, other: m.other, text: m.text, fresh: true}
}

func (m *eventMode) step(r *Redactor, c byte) byte {
	if c == '\r' || c == '\n' {
		m.end(r, c)
		return c
	}
	m.cr = false
	if m.line == 0 {
		m.begin(r, c)
	}
	switch {
	case m.document:
		m.line = len(dataField) + 1
		return m.other.step(r, c)
	case m.data && m.line == len(dataField) && c == ' ':
		m.line++
		return c
	case m.data:
		return m.dataByte(r, c)
	case m.field && m.line < len(dataField) && c == dataField[m.line]:
		m.line++
		m.data = m.line == len(dataField)
		return c
	}
	m.field = false
	m.line = len(dataField) + 1
	// A line end inside a secret string makes its rest a line of its own. Clients
	// ignore that line, but it is secret too.
	if m.json.hiding() && r.open != nil {
		return r.hide(c, filler)
	}
	return c
}

// dataByte is a byte of data.
func (m *eventMode) dataByte(r *Redactor, c byte) byte {
	if len(m.json.open) == 0 && !m.json.quote && !m.json.text && !m.letters {
		m.letters = beginsText(rune(c))
	}
	m.line = len(dataField) + 1
	if m.letters {
		out := m.text.step(r, c)
		switch m.text.mode.(type) {
		case *formMode, *fillMode:
			return out
		case nil:
		default:
			m.letters = false
		}
	}
	return m.json.step(r, c)
}

// beginsText reports a byte that data of JSON does not begin with.
func beginsText(c rune) bool { return isAlphanumeric(c) && c > '9' }

// begin is the first byte of a line. A document in brackets goes on until they are
// closed, or until a line that looks like one of an event.
func (m *eventMode) begin(r *Redactor, c byte) {
	inside := len(m.other.stack) > 0
	if inside && bytes.IndexByte([]byte("deir:"), c) >= 0 {
		m.other.reset(r)
		inside = false
	}
	m.document = len(m.json.stack) == 0 && (inside || c == '{' || c == '[' || c == '"')
	m.field, m.data = !m.document, false
}

// end is a line end. A blank line ends the document; the LF of a CRLF is not
// another line.
func (m *eventMode) end(r *Redactor, c byte) {
	pair := m.cr && c == '\n'
	m.cr = c == '\r'
	if pair {
		return
	}
	if m.letters {
		m.letters = false
		m.text.reset(r)
	}
	switch {
	case m.line == 0 && len(m.other.stack) == 0:
		m.json.reset(r)
		m.fresh = true
	case m.document:
		m.other.step(r, '\n')
	case m.data && !m.json.quote:
		m.json.step(r, '\n')
	}
	m.line, m.data, m.document = 0, false, false
}

func (m *eventMode) plain(p []byte) int {
	if m.fresh {
		if n := m.skipClean(p); n > 0 {
			return n
		}
	}
	switch {
	case m.document:
		return m.other.plain(p)
	case m.data && m.line > len(dataField):
		return m.json.plain(p)
	}
	return 0
}

// skipClean is how many bytes at the start of p are whole events without a secret. An
// event that is not whole, or may hold a secret, is walked to its end before the next is
// tried.
func (m *eventMode) skipClean(p []byte) int {
	m.fresh = false
	scan := m.json.scan
	if scan == nil {
		return 0
	}
	n := 0
	if m.cr && p[0] == '\n' {
		n = 1
	}
	for lines := newLineScan(p); n < len(p); {
		end, value, simple := lines.event(n)
		if end < 0 || !simple {
			break
		}
		if _, clean := scan.documents(value); !clean || bytes.IndexFunc(bytes.TrimLeft(value, " "), beginsText) == 0 {
			break
		}
		n = end
	}
	if n > 0 {
		m.cr, m.fresh = p[n-1] == '\r', n == len(p)
	}
	return n
}
