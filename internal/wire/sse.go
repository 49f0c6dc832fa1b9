package wire

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// sseScanner finds the ends of Server-Sent Events (WHATWG HTML §9.2.6).
//
// A line ends with LF, CR or CRLF in any mix, and a blank line ends the event. Blank lines before an event
// belong to it, so that every byte belongs to a frame.
//
// A CR that ends the blank line may be half of a CRLF. If the previous line ended with a lone CR,
// the stream uses lone CRs, and the event is complete at once; an LF that follows anyway begins the
// next frame, where it has no meaning. Otherwise ("\r\n\r", "\n\r") the next byte decides: it is
// the other half of the pair, already on its way. The rule depends on the bytes only, never on how
// they were divided into reads.
type sseScanner struct {
	pos     int   // bytes of the buffer that are scanned already
	line    int64 // offset in the side at which the current line began
	hasLine bool  // this frame has a line that is not blank
	cr      bool  // the previous line ended with a lone CR
	skip    bool  // inside the rest of an event that the limit cut
	wasSkip bool  // value of skip for the frame just returned
	bom     bool  // the check for a byte order mark is done

	lf, ret int64 // offsets in the side of the next LF and CR, or up to where there is none
}

const bom = "\xEF\xBB\xBF"

func (s *sseScanner) next(buf []byte, base, max int64, closing bool) (int, bool) {
	if !s.bom && !s.skipBOM(buf, closing) {
		return 0, false
	}
	for {
		j := s.lineEnd(buf, base)
		end := j + 1
		if j < len(buf) && buf[j] == '\r' && !s.endsAtCR(base, j) {
			if end == len(buf) && !closing {
				end = 0
			} else if end < len(buf) && buf[end] == '\n' {
				end++
			}
		}
		if n := knownLength(buf, j, end); max > 0 && n > max && !splitsCRLF(buf, j, end, max) {
			return s.cutEvent(base, j, max), s.wasSkip
		}
		if j == len(buf) || end == 0 {
			s.pos = j
			break
		}
		if n := s.endLine(buf, base, j, end); n > 0 {
			return n, s.wasSkip
		}
	}
	if !closing {
		return 0, false
	}
	s.wasSkip = s.skip || s.hasLine || base+int64(len(buf)) > s.line
	return len(buf), s.wasSkip
}

func knownLength(buf []byte, j, end int) int64 {
	if j == len(buf) || end == 0 {
		return int64(len(buf))
	}
	return int64(end)
}

// splitsCRLF reports whether the limit falls inside a CRLF, which stays whole.
func splitsCRLF(buf []byte, j, end int, max int64) bool {
	return int64(end) == max+1 && j == end-2
}

// skipBOM skips a byte order mark. It returns false if it needs more bytes to know.
func (s *sseScanner) skipBOM(buf []byte, closing bool) bool {
	if len(buf) < len(bom) && strings.HasPrefix(bom, string(buf)) && !closing {
		return false
	}
	if bytes.HasPrefix(buf, []byte(bom)) {
		s.line = int64(len(bom))
	}
	s.bom = true
	return true
}

// endsAtCR reports whether a lone CR at j completes the frame regardless of what follows.
func (s *sseScanner) endsAtCR(base int64, j int) bool {
	return s.cr && s.hasLine && base+int64(j) == s.line
}

// lineEnd returns the index of the next CR or LF, or len(buf). It remembers both, so that no byte is searched twice.
func (s *sseScanner) lineEnd(buf []byte, base int64) int {
	return min(s.find(&s.lf, '\n', buf, base), s.find(&s.ret, '\r', buf, base))
}

func (s *sseScanner) find(known *int64, c byte, buf []byte, base int64) int {
	i := min(max(int(*known-base), s.pos), len(buf))
	if n := bytes.IndexByte(buf[i:], c); n >= 0 {
		i += n
	} else {
		i = len(buf)
	}
	*known = base + int64(i)
	return i
}

// endLine accepts the line that ends at j. It returns the length of the frame that the line completes, or 0.
func (s *sseScanner) endLine(buf []byte, base int64, j, end int) int {
	blank := base+int64(j) <= s.line
	done := blank && s.hasLine
	s.hasLine = s.hasLine || !blank
	s.cr = buf[end-1] == '\r'
	s.line = base + int64(end)
	s.pos = end
	if !done {
		return 0
	}
	s.wasSkip = s.skip
	s.hasLine, s.skip, s.pos = false, false, 0
	return end
}

// cutEvent ends a frame at the limit. The line that crosses it is scanned again as part of the next frame.
func (s *sseScanner) cutEvent(base int64, j int, max int64) int {
	inLine := min(base+int64(j), base+max) > s.line
	s.wasSkip = s.skip || s.hasLine || inLine
	s.hasLine = s.hasLine || inLine
	s.skip = s.wasSkip
	s.pos = 0
	if over := s.line - base; over > max { // by the LF of a CRLF
		return int(over)
	}
	return int(max)
}

// frame parses the fields of an event. Of a cut or unfinished event it parses what arrived.
func (s *sseScanner) frame(raw []byte, base int64, cut, closing bool) Frame {
	e := event{frame: Frame{Raw: raw, Kind: Comment, Partial: cut}, base: base}
	eventLines(raw, base, func(line []byte, at int64) bool {
		e.field(line, at)
		return true
	})
	if e.frame.Data != nil || e.hiddenByBOM {
		e.frame.Kind = SSE
	}
	e.checkEnd(cut, closing)
	e.frame.Problems = e.flaws.all()
	return e.frame
}

// eventLines calls f with each line of an event, without its line end, and the line's offset in the side,
// until f returns false.
func eventLines(raw []byte, base int64, f func(line []byte, at int64) bool) {
	rest := raw
	if base == 0 {
		rest = bytes.TrimPrefix(rest, []byte(bom))
	}
	for len(rest) > 0 {
		i := bytes.IndexByte(rest, '\n')
		if i < 0 {
			i = len(rest)
		}
		if cr := bytes.IndexByte(rest[:i], '\r'); cr >= 0 {
			i = cr
		}
		if !f(rest[:i], base+int64(len(raw)-len(rest))) {
			return
		}
		rest = rest[min(i+1, len(rest)):]
	}
}

// hasData reports whether an event has a data line, or one hidden by a byte order mark.
func hasData(raw []byte, base int64) (has bool) {
	eventLines(raw, base, func(line []byte, _ int64) bool {
		name, _, _ := bytes.Cut(bytes.TrimPrefix(line, []byte(bom)), []byte(":"))
		has = string(name) == "data"
		return !has
	})
	return has
}

// checkEnd notes an event that did not end properly.
func (e *event) checkEnd(cut, closing bool) {
	f := &e.frame
	end := e.base + int64(len(f.Raw))
	switch {
	case cut && closing:
		f.Kind = SSE
		e.flaws.add(end, "the stream ended inside this event: no blank line after it")
	case cut:
		f.Kind = SSE
		e.flaws.add(end, "the event is longer than the limit and is shown in pieces; this one has %d bytes", len(f.Raw))
	case f.Event != "" && f.Kind == Comment:
		e.flaws.add(e.base, "an event without a data line: clients do not deliver it")
	}
}

type event struct {
	frame    Frame
	base     int64
	ownsData bool // Data does not share memory with Raw
	// hiddenByBOM means that a byte order mark hides a data line from clients.
	hiddenByBOM bool
	flaws       flaws
}

func (e *event) field(line []byte, at int64) {
	if len(line) == 0 || line[0] == ':' {
		return
	}
	if !utf8.Valid(line) {
		e.flaws.add(at, "bytes that are not UTF-8")
	}
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "data":
		e.addData(value)
	case "event":
		e.frame.Event = string(value)
	case "id":
		if bytes.IndexByte(value, 0) >= 0 {
			e.flaws.add(at, "an id with a NUL byte: clients ignore it")
			return
		}
		e.frame.ID = string(value)
	case "retry":
		if len(value) == 0 || len(bytes.Trim(value, "0123456789")) > 0 {
			e.flaws.add(at, "retry is not a whole number of milliseconds: clients ignore it")
			return
		}
		e.frame.Retry = string(value)
	case bom + "data":
		e.hiddenByBOM = true
		e.flaws.add(at, "a byte order mark within the stream: clients ignore the data line after it")
	default:
		e.flaws.add(at, "a line that is not a data, event, id or retry field: clients ignore it (%q)", shownLine(line))
	}
}

func (e *event) addData(value []byte) {
	data := &e.frame.Data
	switch {
	case *data == nil && len(value) == 0:
		*data = []byte{}
	case *data == nil:
		*data = value[:len(value):len(value)]
	case !e.ownsData:
		*data, e.ownsData = append(append(bytes.Clone(*data), '\n'), value...), true
	default:
		*data = append(append(*data, '\n'), value...)
	}
}

// shownLine is the part of a line that a flaw quotes. It is formatted only when printed.
type shownLine []byte

func (l shownLine) String() string { return clip.Bytes(string(l[:min(len(l), 41)]), 40) }
