package proxy

import (
	"bytes"
	"net/http"
)

// maxHeadBytes bounds a head, in bytes. A longer head of an agent is not forwarded; a longer head of a client
// is not kept.
const maxHeadBytes = 256 << 10

// phase is what a follower expects next on its connection.
type phase uint8

const (
	phaseBetween   phase = iota // no message is due
	phaseHead                   // the head of a message
	phaseBody                   // bytes of a body of known length
	phaseChunkSize              // a line with the size of a chunk
	phaseChunk                  // bytes of a chunk
	phaseChunkEnd               // the line end after a chunk
	phaseTrailer                // the lines after the last chunk
	phaseUntilEOF               // whatever arrives until the connection ends
	phaseUnsure                 // nothing more is forwarded, because the message may end anywhere; it is kept, up to maxHeadBytes
)

// follower follows the HTTP/1 messages in one direction of a connection, so that heads are
// available as they arrived and the end of a message is known. It decides as net/http does. If it
// cannot decide, it lets the rest of a connection to a client pass, and stops a response. It skips
// body bytes without looking at them.
type follower struct {
	phase  phase
	idle   phase             // phase after a message
	head   []byte            // bytes of the current head; everything that arrived while unsure
	onHead func(head []byte) // receives a head, complete unless it has maxHeadBytes; sets phase and remaining

	bodyBytes int   // bytes that arrived together with the end of the latest head
	remaining int64 // bytes left of a body or chunk
	size      int64 // size of the chunk whose size line is being read
	sizeState int   // within a size line: 0 no digit yet, 1 digits, 2 what follows them
	line      int   // bytes of the current line of a head or trailer
	cr        bool  // the line begins with a carriage return
}

// feed processes what a read returned. It returns how many bytes belong to messages: the others arrived when
// no message was due, or after a head that leaves the end of its message uncertain.
func (f *follower) feed(p []byte) int {
	n := 0
	for n < len(p) && f.phase != phaseBetween && f.phase != phaseUnsure {
		n += f.step(p[n:])
	}
	if f.phase == phaseUnsure {
		f.appendHead(p[n:])
	}
	return n
}

func (f *follower) step(p []byte) int {
	switch f.phase {
	case phaseHead:
		return f.readHead(p)
	case phaseBody:
		return f.skip(p, f.idle)
	case phaseChunkSize:
		return f.readChunkSize(p)
	case phaseChunk:
		f.size = 0
		return f.skip(p, phaseChunkEnd)
	case phaseChunkEnd:
		if p[0] == '\n' {
			f.phase, f.sizeState, f.size = phaseChunkSize, 0, 0
		} else if p[0] != '\r' {
			f.phase = phaseUntilEOF
		}
		return 1
	case phaseTrailer:
		n, blank := f.findBlankLine(p)
		if blank {
			f.phase = f.idle
		}
		return n
	}
	return len(p)
}

// skip passes over the remaining bytes of a body or chunk; next is the phase after them.
func (f *follower) skip(p []byte, next phase) int {
	n := min(f.remaining, int64(len(p)))
	if f.remaining -= n; f.remaining == 0 {
		f.phase = next
	}
	return int(n)
}

func (f *follower) readHead(p []byte) int {
	n, blank := f.findBlankLine(p)
	f.appendHead(p[:n])
	if blank {
		head := f.head
		f.head, f.bodyBytes = nil, len(p)-n
		f.onHead(head)
		f.endHead()
	}
	return n
}

// endHead ends a message that has no body, or prepares for the first chunk.
func (f *follower) endHead() {
	if f.phase == phaseBody && f.remaining == 0 {
		f.phase = f.idle
	}
	f.size, f.sizeState = 0, 0
}

func (f *follower) appendHead(p []byte) {
	if f.head == nil {
		f.head = make([]byte, 0, len(p))
	}
	f.head = append(f.head, p[:min(len(p), maxHeadBytes-len(f.head))]...)
}

// findBlankLine looks for the blank line that ends a head or a trailer. n is the number of bytes up to its end.
func (f *follower) findBlankLine(p []byte) (n int, blank bool) {
	for n < len(p) {
		if f.line == 0 {
			f.cr = p[n] == '\r'
		}
		i := bytes.IndexByte(p[n:], '\n')
		if i < 0 {
			f.line += len(p) - n
			return len(p), false
		}
		length := f.line + i
		n, f.line = n+i+1, 0
		if length == 0 || length == 1 && f.cr {
			return n, true
		}
	}
	return n, false
}

// readChunkSize reads the line before a chunk (RFC 9112 §7.1).
func (f *follower) readChunkSize(p []byte) int {
	for i, c := range p {
		switch {
		case c == '\n' && f.sizeState > 0:
			f.phase, f.remaining, f.line = phaseChunk, f.size, 0
			if f.size == 0 {
				f.phase = phaseTrailer
			}
			return i + 1
		case f.sizeState == 2:
		case hexDigit(c) >= 0 && f.size < 1<<56:
			f.size, f.sizeState = f.size<<4|hexDigit(c), 1
		case f.sizeState == 1 && (c == ';' || c == ' ' || c == '\t' || c == '\r'):
			f.sizeState = 2
		default:
			f.phase = phaseUntilEOF
			return len(p)
		}
	}
	return len(p)
}

func hexDigit(c byte) int64 {
	switch {
	case c >= '0' && c <= '9':
		return int64(c - '0')
	case c >= 'a' && c <= 'f':
		return int64(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int64(c-'A') + 10
	}
	return -1
}

// setFraming sets the phase after a head. without is the length of a body whose head declares none, -1 if it
// lasts until EOF.
func (f *follower) setFraming(h headFraming, without int64) {
	switch {
	case h.chunked:
		f.phase = phaseChunkSize
	case h.length >= 0:
		f.phase, f.remaining = phaseBody, h.length
	case without >= 0:
		f.phase, f.remaining = phaseBody, without
	default:
		f.phase = phaseUntilEOF
	}
}

// beginResponse sets the phase after the head of a response to a request with method. flaw says why net/http
// will reject the head, or is "".
func (f *follower) beginResponse(head []byte, method string) (interim bool, flaw string) {
	h := framingOf(head)
	status, ok := statusOf(head)
	switch {
	case !ok:
		h.flaw = notHTTP
		fallthrough
	case h.flaw != "":
		f.phase = phaseUnsure
		f.appendHead(head)
	case status == http.StatusSwitchingProtocols:
		f.phase = phaseUntilEOF
	case status >= 100 && status < 200:
		return true, "" // another head follows
	case method == http.MethodHead, status == http.StatusNoContent, status == http.StatusNotModified:
		f.phase, f.remaining = phaseBody, 0
	default:
		f.setFraming(h, -1)
	}
	return false, h.flaw
}

// beginRequest sets the phase after the head of a request.
func (f *follower) beginRequest(head []byte) {
	h := framingOf(head)
	if h.flaw != "" || h.upgrade || bytes.HasPrefix(head, []byte("PRI * HTTP/2")) || bytes.HasPrefix(head, []byte(http.MethodConnect)) {
		f.phase = phaseUntilEOF
		return
	}
	f.setFraming(h, 0)
}
