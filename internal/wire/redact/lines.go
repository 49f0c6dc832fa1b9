package redact

import "bytes"

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
// there. value is that of its data line. With several, which may cut a name in
// two, or with a line that may begin a document of its own, it is not simple.
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
		switch {
		case len(line) == 0:
			return at, value, lines < 2
		case line[0] == '{' || line[0] == '[' || line[0] == '"':
			lines += 2
		case len(line) >= len(dataField) && string(line[:len(dataField)]) == dataField:
			lines++
			value = line[len(dataField):]
		}
	}
	return -1, nil, false
}
