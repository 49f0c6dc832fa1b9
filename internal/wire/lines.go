package wire

import "bytes"

// lineScanner cuts lines that are each a document, as in application/x-ndjson. Blank lines before a line
// belong to it. A last line without a newline may be unfinished: it is Partial.
type lineScanner struct {
	pos  int  // bytes of the buffer that are scanned already
	skip bool // inside the rest of a line that the limit cut
}

func (s *lineScanner) next(buf []byte, _, max int64, closing bool) (int, bool) {
	for {
		n := bytes.IndexByte(buf[s.pos:], '\n')
		end := s.pos + n + 1
		if n < 0 {
			end = len(buf)
		}
		if max > 0 && int64(end) > max {
			s.pos, s.skip = 0, true
			return int(max), true
		}
		if n < 0 {
			s.pos = end
			if !closing {
				return 0, false
			}
			s.pos = 0
			return len(buf), true
		}
		if s.pos = end; s.skip || len(bytes.TrimSpace(buf[:end])) > 0 {
			was := s.skip
			s.pos, s.skip = 0, false
			return end, was
		}
	}
}

func (s *lineScanner) frame(raw []byte, _ int64, cut, _ bool) Frame {
	f := Frame{Kind: Line, Raw: raw, Data: bytes.TrimSpace(raw), Partial: cut}
	if len(f.Data) == 0 { // blank lines at the end
		f.Kind, f.Data, f.Partial = Comment, nil, false
	}
	return f
}
