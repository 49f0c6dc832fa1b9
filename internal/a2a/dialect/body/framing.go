package body

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// FramingOf tells how a response is framed of which the whole body is known, its
// encodings undone; without a body it is what its head says.
func FramingOf(status int, h http.Header, plain []byte) wire.FrameKind {
	s := newSniffer(status, h)
	kind, _ := s.kind(plain, true)
	return kind
}

// sniffer tells how a body is framed. Servers answer a request for a stream with
// one document and the reverse, and name types that they do not send.
type sniffer struct {
	said  wire.FrameKind // by the head
	lines bool           // it may have a document on each line, if it looks so
	seen  int            // up to here is no end of the first line
	line  int            // where the first line ends, once that is a document
}

func newSniffer(status int, h http.Header) sniffer {
	plain := http.Header{"Content-Type": h["Content-Type"], "Upgrade": h["Upgrade"]}
	s := sniffer{said: (&wire.Head{Status: status, Header: plain}).Framing()}
	switch wire.MediaType(h) {
	case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines":
		s.said = wire.Line
	case "", "text/plain", "text/event-stream":
		s.lines = true
	}
	return s
}

// sniffed is how much of a body that says nothing is looked at.
const sniffed = 4 << 10

// kind decides by the first bytes; sure is false while more could change the
// answer. whole says that there will be no more.
func (s *sniffer) kind(b []byte, whole bool) (kind wire.FrameKind, sure bool) {
	if s.said == wire.GRPC || s.said == wire.WebSocket {
		return s.said, true
	}
	const mark = "\xef\xbb\xbf"
	text := bytes.TrimLeft(bytes.TrimPrefix(b, []byte(mark)), " \t\r\n")
	switch {
	case !whole && len(b) < len(mark) && strings.HasPrefix(mark, string(b)):
		return s.said, false
	case len(text) == 0:
		return s.said, whole || len(b) > sniffed // a server may send line ends for ever
	case text[0] == '{' && (s.lines || s.said == wire.Line):
		return s.document(b, len(b)-len(text), whole)
	case text[0] == '{', text[0] == '[', text[0] == '<':
		return wire.Body, true
	case s.said == wire.SSE:
		return wire.SSE, true
	}
	return beginning(text, whole)
}

// beginning tells an event by its first field, whatever the head says.
func beginning(text []byte, whole bool) (wire.FrameKind, bool) {
	for _, field := range []string{":", "data:", "event:", "id:", "retry:"} {
		if bytes.HasPrefix(text, []byte(field)) {
			return wire.SSE, true
		}
		if !whole && strings.HasPrefix(field, string(text)) {
			return wire.Body, false
		}
	}
	return wire.Body, true
}

// document tells one document, over however many lines, from one on each line.
func (s *sniffer) document(b []byte, from int, whole bool) (wire.FrameKind, bool) {
	if s.line == 0 {
		end := bytes.IndexByte(b[max(from, s.seen):], '\n')
		if end < 0 {
			if s.seen = len(b); !whole {
				return wire.Body, false
			}
			end = 0
		}
		s.line = max(from, s.seen) + end
		line := bytes.TrimSpace(b[from:s.line])
		switch c := line[len(line)-1]; {
		case s.said == wire.Line && c != '{' && c != '[' && c != ',':
			return wire.Line, true
		case s.said == wire.Line, !json.Valid(line):
			return wire.Body, true
		}
	}
	rest := bytes.TrimLeft(b[s.line:], " \t\r\n")
	if s.line = len(b) - len(rest); len(rest) == 0 {
		return wire.Body, whole
	}
	if rest[0] == '{' {
		return wire.Line, true
	}
	return wire.Body, true
}
