package wire

import (
	"encoding/binary"
	"math"
	"unicode/utf8"
)

// wsScanner finds the ends of WebSocket messages (RFC 6455 §5), masked or not. A fragmented message is one
// frame whose Raw includes the control frames between its fragments; any other control frame is a frame of
// its own.
type wsScanner struct {
	boundary int64 // offset in the side at which the current protocol frame ends, or the next begins
	head     int64 // offset at which the current protocol frame's header ends
	inFrame  bool  // a header was read, and boundary is the end of its frame
	done     bool  // the current protocol frame ends the message
	open     bool  // earlier fragments of the message were read
	skip     bool  // inside the rest of a message that the limit cut
	wasSkip  bool
	kind     FrameKind
}

// SocketHead is the head of a WebSocket protocol frame (RFC 6455 §5.2).
type SocketHead struct {
	Fin    bool
	RSV    byte // the reserved bits, in their places of the first byte
	Op     byte
	Mask   []byte // nil for an unmasked payload; shares memory with what was read
	Length int    // of the head, in bytes
	Size   int64  // of the payload
}

// ReadSocketHead parses the head at the start of b; ok is false if b does not hold all of it.
func ReadSocketHead(b []byte) (h SocketHead, ok bool) {
	if len(b) < 2 {
		return h, false
	}
	h.Fin, h.RSV, h.Op = b[0]&0x80 != 0, b[0]&0x70, b[0]&0x0f
	h.Length, h.Size = 2, int64(b[1]&0x7f)
	if h.Size >= 126 {
		h.Length = 4
		if h.Size == 127 {
			h.Length = 10
		}
	}
	masked := b[1]&0x80 != 0
	if masked {
		h.Length += 4
	}
	if len(b) < h.Length {
		return h, false
	}
	switch b[1] & 0x7f {
	case 126:
		h.Size = int64(binary.BigEndian.Uint16(b[2:]))
	case 127:
		h.Size = int64(min(binary.BigEndian.Uint64(b[2:]), math.MaxInt64/4))
	}
	if masked {
		h.Mask = b[h.Length-4 : h.Length]
	}
	return h, true
}

// IsControl reports whether the frame is a control frame (RFC 6455 §5.5).
func (h SocketHead) IsControl() bool { return h.Op >= 8 }

func (h SocketHead) kind() FrameKind {
	switch h.Op {
	case 1:
		return WSText
	case 8:
		return WSClose
	case 9:
		return WSPing
	case 10:
		return WSPong
	}
	return WSBin
}

func (s *wsScanner) next(buf []byte, base, max int64, closing bool) (int, bool) {
	s.wasSkip = s.skip
	have := int64(len(buf))
	for {
		if s.inFrame {
			end := s.boundary - base
			if max > 0 && end > max && have > max && have >= s.head-base {
				return s.cutMessage(base, max), true
			}
			if end > have {
				break
			}
			s.inFrame = false
			if s.done {
				s.open, s.skip = false, false
				return int(end), s.wasSkip
			}
			s.open = true
		}
		h, ok := ReadSocketHead(buf[min(s.boundary-base, have):])
		if !ok {
			break
		}
		if h.Op == 8 && s.open { // the message before it never ended
			s.open, s.skip = false, false
			if n := s.boundary - base; n > 0 {
				return int(n), true
			}
		}
		s.beginFrame(h)
	}
	if closing {
		return len(buf), true
	}
	return 0, false
}

func (s *wsScanner) beginFrame(h SocketHead) {
	if !s.open {
		s.kind = h.kind()
	}
	s.inFrame, s.done = true, h.Op == 8 || h.IsControl() && !s.open || !h.IsControl() && h.Fin
	s.head = s.boundary + int64(h.Length)
	s.boundary = s.head + h.Size
}

// cutMessage ends a frame at the limit, or at the end of the protocol frame's header that crosses it.
func (s *wsScanner) cutMessage(base, limit int64) int {
	n := min(max(limit, s.head-base), s.boundary-base)
	s.skip = true
	if n == s.boundary-base {
		s.inFrame, s.open, s.skip = false, !s.done, !s.done
	}
	return int(n)
}

func (s *wsScanner) frame(raw []byte, base int64, cut, closing bool) Frame {
	f := Frame{Raw: raw, Kind: s.kind, Partial: cut}
	if f.Kind == "" {
		f.Kind = WSBin
	}
	var found flaws
	end := base + int64(len(raw))
	if cut && closing {
		found.add(end, "the connection ended inside this message")
	} else if cut {
		found.add(end, "a piece of a message: it was longer than the limit, or never finished")
	}
	if !s.wasSkip { // else it begins in the middle of a payload
		f.Data = []byte{}
		f.payload(base, &found)
		if f.Kind == WSText && !cut && len(found.list) == 0 && !utf8.Valid(f.Data) {
			found.add(base, "a text message that is not UTF-8")
		}
	}
	f.Problems = found.all()
	return f
}

// payload parses a message's protocol frames and assembles its Data.
func (f *Frame) payload(base int64, found *flaws) {
	first := true
	for i := 0; i < len(f.Raw); {
		h, ok := ReadSocketHead(f.Raw[i:])
		if !ok {
			break
		}
		body := f.Raw[i+h.Length:]
		body = body[:min(h.Size, int64(len(body)))]
		h.checkHead(base+int64(i), first, found)
		if first || !h.IsControl() {
			f.Data = appendUnmasked(f.Data, body, h.Mask)
		}
		first = false
		i += h.Length + len(body)
	}
}

func (h SocketHead) checkHead(at int64, first bool, found *flaws) {
	switch {
	case h.Op > 2 && h.Op < 8 || h.Op > 10:
		found.add(at, "opcode %d is reserved", h.Op)
	case h.IsControl() && (h.Size > 125 || !h.Fin):
		found.add(at, "a control frame must have at most 125 bytes and no fragments")
	case first && h.Op == 0:
		found.add(at, "a continuation without a message to continue")
	}
	if h.RSV != 0 && first {
		found.add(at, "compressed or extended (reserved bits set): the payload is shown as sent")
	}
}

func appendUnmasked(dst, body, mask []byte) []byte {
	n := len(dst)
	dst = append(dst, body...)
	for i := range dst[n:] {
		if mask == nil {
			break
		}
		dst[n+i] ^= mask[i&3]
	}
	return dst
}
