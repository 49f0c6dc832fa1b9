package redact

import "bytes"

// eventMode walks Server-Sent Events and shows the data of each to jsonMode as
// one document. Whole events in which no name of a path occurs are passed over
// without a walk.
type eventMode struct {
	json  *jsonMode
	line  int  // bytes of the current line so far, counted to just past "data: "
	field bool // what came of the line is, or may become, "data:"
	data  bool // in the value of a data line
	cr    bool // the last byte was a CR
	fresh bool // between two events, and what follows was not looked at
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
		m.fresh = true
	} else if m.data && !m.json.str {
		m.json.step(r, '\n')
	}
	m.line, m.data = 0, false
}

func (m *eventMode) plain(p []byte) int {
	if m.fresh {
		if n := m.pass(p); n > 0 {
			return n
		}
	}
	if !m.data || m.line <= len(dataField) {
		return 0
	}
	return m.json.plain(p)
}

// pass is how many bytes at the start of p are whole events without a secret. An
// event that is not whole, or may hold one, is then walked to its end before the
// next is looked at.
func (m *eventMode) pass(p []byte) int {
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
		if _, clean := scan.documents(value); !clean {
			break
		}
		n = end
	}
	if n > 0 {
		m.cr, m.fresh = p[n-1] == '\r', n == len(p)
	}
	return n
}

// lineScan finds the ends of lines. It knows the next of either kind, so that no
// byte is searched twice for one.
type lineScan struct {
	p      []byte
	lf, cr int
}

func newLineScan(p []byte) *lineScan { return &lineScan{p: p, lf: -1, cr: -1} }

// end is where the line at from ends, len(p) when it does not.
func (s *lineScan) end(from int) int {
	s.lf, s.cr = s.next('\n', s.lf, from), s.next('\r', s.cr, from)
	return min(s.lf, s.cr)
}

func (s *lineScan) next(c byte, at, from int) int {
	if at >= from {
		return at
	}
	if i := bytes.IndexByte(s.p[from:], c); i >= 0 {
		return from + i
	}
	return len(s.p)
}

// event finds the end of the event that begins at a place, -1 when it is not
// there. value is that of its data line; with several, which may cut a name in
// two, the event is not simple.
func (s *lineScan) event(at int) (end int, value []byte, simple bool) {
	lines := 0
	for at < len(s.p) {
		stop := s.end(at)
		if stop == len(s.p) {
			break
		}
		line := s.p[at:stop]
		at = stop + 1
		if s.p[stop] == '\r' && at < len(s.p) && s.p[at] == '\n' {
			at++
		}
		if len(line) == 0 {
			return at, value, lines < 2
		}
		if len(line) >= len(dataField) && string(line[:len(dataField)]) == dataField {
			lines++
			value = line[len(dataField):]
		}
	}
	return -1, nil, false
}
