package wire

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
)

// omitted replaces, in Head.Received, what other fields hold. No valid head contains it.
const omitted = 0

// ReceivedRequest returns the Head.Received of a request. raw is the head as it arrived, including
// its blank line; h is the part of it that Head.Header holds; target is the part of the request
// line that the exchange's URL holds.
func ReceivedRequest(raw []byte, h http.Header, target string) string {
	s := headWriter{header: h, isRequest: true, target: target}
	return s.received(raw)
}

// ReceivedResponse returns the Head.Received of a response. h is the part of raw that Head.Header holds.
func ReceivedResponse(raw []byte, status int, h http.Header) string {
	s := headWriter{header: h, status: status}
	return s.received(raw)
}

// cutLine splits off the first line, including its line end.
func cutLine(b []byte) (line, rest []byte) {
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		return b[:i+1], b[i+1:]
	}
	return b, nil
}

// headWriter writes a head without its values.
type headWriter struct {
	header     http.Header
	isRequest  bool
	target     string // request target according to the URL
	status     int    // response status
	writes     bool   // write; else only find out whether the head is odd
	text       strings.Builder
	odd        bool           // the head is not what would be written from the other fields
	lineCounts map[string]int // lines of each name; nil if each has one
	last       []byte         // name of the previous line, in canonical spelling
	rank       int            // headerRank of last
	noEnd      bool           // a blank line does not end the head
}

// received returns the Head.Received of raw, "" if nothing about the head is odd.
func (s *headWriter) received(raw []byte) string {
	if s.head(raw); !s.odd {
		return ""
	}
	s.writes = true
	s.text.Grow(len(raw))
	s.head(raw)
	return s.text.String()
}

func (s *headWriter) head(raw []byte) {
	line, rest := cutLine(raw)
	if s.isRequest {
		s.requestLine(line)
	} else {
		s.statusLine(line)
	}
	s.fields(rest)
}

func (s *headWriter) requestLine(line []byte) {
	method, after, ok := bytes.Cut(line, []byte(" "))
	i := bytes.LastIndexByte(after, ' ')
	if !ok || i < 0 || string(after[:i]) != s.target {
		s.odd = true
		s.writeLatin1(line)
		return
	}
	s.odd = s.odd || string(after[i:]) != " HTTP/1.1\r\n"
	s.writeLatin1(method)
	s.writeLatin1([]byte{' ', omitted})
	s.writeLatin1(after[i:])
}

func (s *headWriter) statusLine(line []byte) {
	after, ok := bytes.CutPrefix(line, []byte("HTTP/1.1 "))
	s.odd = s.odd || !ok || len(after) < 4 || string(after[4:]) != http.StatusText(s.status)+"\r\n"
	s.writeLatin1(line)
}

// fields writes the lines after the first. When it is not writing, it stops at the first odd one.
func (s *headWriter) fields(raw []byte) {
	s.lineCounts, s.last, s.rank = nil, nil, 0
	if bytes.Count(raw, []byte("\n")) != len(s.header)+1 {
		s.lineCounts = map[string]int{}
	}
	for line := range bytes.Lines(raw) {
		switch blank := string(line) == "\r\n" || string(line) == "\n"; {
		case s.odd && !s.writes:
			return
		case blank:
			s.odd = s.odd || len(line) == 1
			s.writeLatin1(line)
			if !s.noEnd {
				return
			}
		default:
			s.field(line)
		}
	}
}

func (s *headWriter) field(line []byte) {
	colon := nameEnd(line)
	if !s.noEnd && isContinuation(line) { // continues the previous line, whose value Header holds joined
		s.odd = true
		return
	}
	if colon < 0 {
		s.odd = true
		s.writeLatin1(line)
		return
	}
	name := line[:colon]
	values, canonical := s.header[string(name)]
	if !canonical { // not in this spelling
		spelled := http.CanonicalHeaderKey(string(name))
		s.odd = s.odd || spelled != string(name)
		name, values = []byte(spelled), s.header[spelled]
	}
	rank := headerRank(name, s.isRequest)
	s.odd = s.odd || bytes.IndexByte(name, ' ') >= 0 || rank < s.rank || rank == s.rank && bytes.Compare(name, s.last) < 0
	s.last, s.rank = name, rank
	from, to := valueSpan(line, colon+1)
	s.writeLatin1(line[:from])
	if s.countLine(name) < len(values) {
		s.writeLatin1([]byte{omitted})
	} else {
		// net/http removes some headers from Header for its own use. Any other value missing there may be secret.
		s.odd = true
		if isFramingHeader(string(name)) {
			s.writeLatin1(line[from:to])
		}
	}
	s.odd = s.odd || line[colon] != ':' || from != colon+2 || string(line[to:]) != "\r\n"
	s.writeLatin1(line[to:])
}

// headerRank is the position of a name in the order in which Go writes heads; names of equal rank are sorted
// alphabetically. Heads of Go programs thus need no Received.
func headerRank(name []byte, asks bool) int {
	switch n := string(name); {
	case asks && n == "Host":
		return 0
	case asks && n == "User-Agent":
		return 1
	case asks && n == "Content-Length":
		return 2
	case !asks && n == "Date":
		return 4
	case !asks && n == "Content-Length":
		return 5
	}
	return 3
}

// countLine counts a line of a header and returns how many lines of the same name preceded it.
func (s *headWriter) countLine(name []byte) int {
	if s.lineCounts == nil {
		return 0
	}
	s.lineCounts[string(name)]++
	return s.lineCounts[string(name)] - 1
}

// nameEnd is the index at which the name in a header line ends, -1 if it has none. In a line without a colon,
// from a head that could not be parsed, whatever looks like a name counts as one: what follows may be secret.
func nameEnd(line []byte) int {
	if i := bytes.IndexByte(line, ':'); i >= 0 {
		return i
	}
	return bytes.IndexAny(line, " \t=")
}

// valueSpan returns the bounds of a header line's value, without surrounding spaces.
func valueSpan(line []byte, from int) (start, end int) {
	end = len(line)
	for end > from && strings.IndexByte(" \t\r\n", line[end-1]) >= 0 {
		end--
	}
	for from < end && (line[from] == ' ' || line[from] == '\t') {
		from++
	}
	if from == end { // no value: its place is after one space
		end = from
		if from < len(line) && line[from] == ' ' {
			from, end = from+1, end+1
		}
	}
	return from, end
}

// isFramingHeader reports whether name is a header that says how a message is framed. net/http
// removes some of them from Header; session files that store bodies decoded leave out their
// Content-Encoding.
func isFramingHeader(name string) bool {
	switch name {
	case "Connection", "Content-Encoding", "Content-Length", "Host", "Trailer", "Transfer-Encoding":
		return true
	}
	return false
}

// writeLatin1 writes each byte as the character of that number (ISO 8859-1), so that any byte can be restored
// from the text.
func (s *headWriter) writeLatin1(p []byte) {
	if !s.writes {
		return
	}
	high := byte(0)
	for _, c := range p {
		high |= c
	}
	if high < 0x80 {
		s.text.Write(p)
		return
	}
	for _, c := range p {
		if c < 0x80 {
			s.text.WriteByte(c)
		} else {
			s.text.WriteRune(rune(c))
		}
	}
}

// ReceivedBytes returns the head as it arrived over the wire, nil if Received is empty. target
// completes the first line of a request. Values come from Header, so secrets are filler.
func (h *Head) ReceivedBytes(target string) []byte {
	if h.Received == "" {
		return nil
	}
	var out []byte
	seen := map[string]int{}
	for i, line := range strings.SplitAfter(h.Received, "\n") {
		value := target
		if i > 0 {
			value = ""
			if end := nameEnd([]byte(line)); end >= 0 {
				name := http.CanonicalHeaderKey(line[:end])
				if seen[name] < len(h.Header[name]) {
					value = h.Header[name][seen[name]]
				}
				seen[name]++
			}
		}
		for _, r := range line {
			if r == omitted {
				out, value = append(out, value...), "" // only once: files may contain anything
			} else {
				out = append(out, byte(r))
			}
		}
	}
	return out
}

// StripValues removes the values that Header holds from a Received that another program may have
// written. A Received that this program wrote is unchanged.
func StripValues(received string) string {
	first, rest := cutLine([]byte(received))
	out := bytes.Clone(first)
	for line := range bytes.Lines(rest) {
		after := nameEnd(line)
		from, to := valueSpan(line, after+1)
		if isContinuation(line) && string(line[from:to]) != string(rune(omitted)) {
			continue
		}
		if after < 0 || from == to || isFramingHeader(http.CanonicalHeaderKey(string(line[:after]))) {
			out = append(out, line...)
			continue
		}
		out = append(append(append(out, line[:from]...), omitted), line[to:]...)
	}
	return string(out)
}

// RequestTarget returns the part of a request line that an upstream URL holds: what follows the origin.
func RequestTarget(url string) string {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		return url
	}
	i := strings.IndexAny(rest, "/?")
	if i < 0 {
		return "/"
	}
	if rest[i] == '?' {
		return "/" + rest[i:]
	}
	return rest[i:]
}

// UnreadHead parses what it can of a response head that net/http could not read. Values go into Header so
// that redaction finds secrets there. A head that does not begin as HTTP has no end: a blank line in it means
// nothing.
func UnreadHead(raw []byte) Head {
	h := Head{Header: http.Header{}}
	line, rest := cutLine(raw)
	proto, after, _ := strings.Cut(strings.TrimRight(string(line), "\r\n"), " ")
	status, _, _ := strings.Cut(strings.TrimLeft(after, " "), " ")
	if n, err := strconv.ParseUint(status, 10, 16); err == nil && len(status) == 3 && strings.HasPrefix(proto, "HTTP/") {
		h.Proto, h.Status = proto, int(n)
	}
	s := headWriter{header: h.Header, writes: true, noEnd: !BeginsAsHTTP(raw)}
	s.parseFields(rest)
	s.head(raw)
	h.Received = s.text.String()
	return h
}

func (s *headWriter) parseFields(rest []byte) {
	name := ""
	for line := range bytes.Lines(rest) {
		after := nameEnd(line)
		from, to := valueSpan(line, after+1)
		switch values := s.header[name]; {
		case !s.noEnd && isContinuation(line):
			if n := len(values); n > 0 {
				values[n-1] = strings.TrimSpace(values[n-1] + " " + strings.TrimSpace(string(line)))
			}
		case after >= 0:
			name = http.CanonicalHeaderKey(string(line[:after]))
			s.header[name] = append(s.header[name], string(line[from:to]))
		}
	}
}

// isContinuation reports whether a line continues the value of the previous one. In a head that is not
// HTTP, such a line only happens to begin with a space or a tab.
func isContinuation(line []byte) bool { return line[0] == ' ' || line[0] == '\t' }

// BeginsAsHTTP reports whether bytes may be an HTTP/1 response, even a malformed one.
func BeginsAsHTTP(raw []byte) bool { return bytes.HasPrefix(raw, []byte("HTTP")) }
