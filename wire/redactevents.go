package wire

// eventMode walks Server-Sent Events and shows the data of each to jsonMode as
// one document.
type eventMode struct {
	json  *jsonMode
	line  int  // bytes of the current line so far, counted to just past "data: "
	field bool // what came of the line is, or may become, "data:"
	data  bool // in the value of a data line
	cr    bool // the last byte was a CR
}

const dataField = "data:"

func (m *eventMode) step(r *Redactor, c byte) byte {
	if c == '\r' || c == '\n' {
		m.end(r, c)
		return c
	}
	m.cr = false
	if m.line == 0 {
		m.field, m.data = true, false
	}
	switch {
	case m.data && m.line == len(dataField) && c == ' ':
		m.line++
		return c
	case m.data:
		m.line = len(dataField) + 1
		return m.json.step(r, c)
	case m.field && m.line < len(dataField) && c == dataField[m.line]:
		m.line++
		m.data = m.line == len(dataField)
		return c
	}
	m.field = false
	m.line = len(dataField) + 1
	// A bare line end inside a secret string makes its rest a line of its own,
	// which clients ignore, but which is no less secret.
	if m.json.str && m.json.hide >= 0 && r.open != nil {
		return r.hide(c, filler)
	}
	return c
}

// end is a line end. A blank line ends the document; the LF of a CRLF is not
// another line.
func (m *eventMode) end(r *Redactor, c byte) {
	pair := m.cr && c == '\n'
	m.cr = c == '\r'
	if pair {
		return
	}
	if m.line == 0 {
		m.json.reset(r)
	} else if m.data && !m.json.str {
		m.json.step(r, '\n')
	}
	m.line, m.data = 0, false
}

func (m *eventMode) plain(p []byte) int {
	if !m.data || m.line <= len(dataField) {
		return 0
	}
	return m.json.plain(p)
}
