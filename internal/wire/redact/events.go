package redact

import "bytes"

// eventWalk walks Server-Sent Events; jsonWalk walks the data of each event as one document. It skips lines
// that clients ignore.
type eventWalk struct {
	json *jsonWalk
	line int  // bytes of the current line so far, up to the end of "data:"
	data bool // in the value of a data line
	skip bool // in any other line
	cr   bool // the last byte was a CR
}

const dataField = "data:"

func (m *eventWalk) reset(r *Redactor) {
	m.json.reset(r)
	*m = eventWalk{json: m.json}
}

func (m *eventWalk) walk(r *Redactor, i, to int) {
	lf := -1
	for i < to {
		if lf < i {
			if lf = to; bytes.IndexByte(r.input[i:to], '\n') >= 0 {
				lf = i + bytes.IndexByte(r.input[i:to], '\n')
			}
		}
		end := lf
		if cr := bytes.IndexByte(r.input[i:lf], '\r'); cr >= 0 {
			end = i + cr
		}
		m.inLine(r, i, end)
		if i = end; i < to {
			m.lineEnds(r, r.input[i])
			i++
		}
	}
}

func (m *eventWalk) inLine(r *Redactor, i, end int) {
	for ; i < end && !m.data && !m.skip; i++ {
		m.skip = r.input[i] != dataField[m.line]
		m.line++
		m.data = m.line == len(dataField) && !m.skip
	}
	if m.data {
		m.json.walk(r, i, end)
	}
}

// lineEnds processes a line end. A blank line ends the event; the LF of a CRLF does not end another line.
func (m *eventWalk) lineEnds(r *Redactor, c byte) {
	pair := m.cr && c == '\n'
	if m.cr = c == '\r'; pair {
		return
	}
	if m.line == 0 {
		m.json.reset(r)
	}
	m.line, m.data, m.skip = 0, false, false
}
