package wire

import (
	"bytes"
	"iter"
	"net/http"
	"slices"
	"strings"
	"time"
)

// FramingOf returns how a body with these headers is framed: SSE for text/event-stream, GRPC for
// application/grpc with or without a +suffix, WebSocket for an Upgrade to websocket, else Body. A body
// with a Content-Encoding other than identity is a Body: its events are not visible before decoding.
func FramingOf(h http.Header) FrameKind {
	if strings.EqualFold(h.Get("Upgrade"), "websocket") {
		return WebSocket
	}
	if e := h.Get("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") {
		return Body
	}
	switch t := MediaType(h); {
	case t == "text/event-stream":
		return SSE
	case t == "application/grpc", strings.HasPrefix(t, "application/grpc+"):
		return GRPC
	}
	return Body
}

// Framing returns the same as FramingOf, except that a WebSocket that was requested and not granted
// is a Body.
func (h *Head) Framing() FrameKind {
	kind := FramingOf(h.Header)
	if kind == WebSocket && h.Status != http.StatusSwitchingProtocols {
		return Body
	}
	return kind
}

// HasEncodedFrames reports whether the body consists of frames once it is decoded.
func (h *Head) HasEncodedFrames() bool {
	return h.Framing() == Body && MediaType(h.Header) == "text/event-stream"
}

// MediaType is the Content-Type without parameters, in lower case, even if the parameters are malformed.
func MediaType(h http.Header) string { return BaseType(h.Get("Content-Type")) }

// BaseType is a media type without parameters, in lower case.
func BaseType(text string) string {
	t, _, _ := strings.Cut(text, ";")
	return strings.ToLower(strings.TrimSpace(t))
}

// Splitter cuts one side of an exchange into frames as its bytes arrive. The Raw of all frames, concatenated,
// is always the input; how the input was divided into reads changes only the times of a frame. It keeps at
// most one unfinished frame and one read. Not safe for concurrent use.
type Splitter struct {
	scanner scanner
	max     int64

	buf   []byte    // bytes of the unfinished frame, then those not yet scanned
	base  int64     // offset of buf[0] in the side
	index int       // index of the next frame
	began time.Time // when buf[0] arrived
}

// scanner finds where frames end. next returns the length of the frame at the start of buf, or 0 if
// it needs more bytes; the caller removes that frame before the next call. closing means that no
// more bytes will arrive.
type scanner interface {
	next(buf []byte, base, max int64, closing bool) (n int, cut bool)
	frame(raw []byte, base int64, cut, closing bool) Frame
}

// NewSplitter returns a splitter for a framing. A frame longer than maxFrame bytes is cut into Partial pieces
// of that size; 0 means no limit.
func NewSplitter(kind FrameKind, maxFrame int64) *Splitter {
	return &Splitter{scanner: newScanner(kind), max: maxFrame}
}

func newScanner(kind FrameKind) scanner {
	switch kind {
	case SSE, Comment:
		return &sseScanner{}
	case Line:
		return &lineScanner{}
	case GRPC:
		return &grpcScanner{}
	case WebSocket, WSText, WSBin, WSClose, WSPing, WSPong:
		return &wsScanner{}
	}
	return &bodyScanner{}
}

// Feed takes what one read returned and returns the frames that it completed. It keeps no reference to p.
func (s *Splitter) Feed(at time.Time, p []byte) (out []Frame) {
	if len(p) == 0 {
		return nil
	}
	s.add(at, p)
	s.cutFrames(at, false, false, func(f Frame) { out = append(out, f) })
	return out
}

// Each is Feed with a callback. The frames share memory: keeping one keeps the whole read.
func (s *Splitter) Each(at time.Time, p []byte, f func(Frame)) {
	if len(p) > 0 {
		s.add(at, p)
		s.cutFrames(at, false, true, f)
	}
}

// Close returns what remains of the input as frames; one that is incomplete is Partial.
func (s *Splitter) Close(at time.Time) (out []Frame) {
	s.cutFrames(at, true, false, func(f Frame) { out = append(out, f) })
	return out
}

func (s *Splitter) add(at time.Time, p []byte) {
	if len(s.buf) == 0 {
		s.began = at
	}
	s.buf = append(s.buf, p...)
}

// largeFrame is the length above which a frame takes over the buffer that it fills instead of copying it, and
// above which an empty buffer is freed.
const largeFrame = 64 << 10

// cutFrames cuts off the complete frames. shared allows them to share memory.
func (s *Splitter) cutFrames(at time.Time, closing, shared bool, give func(Frame)) {
	var own []byte
	pos := 0
	for pos < len(s.buf) {
		n, cut := s.scanner.next(s.buf[pos:], s.base, s.max, closing)
		if n == 0 {
			break
		}
		raw, next := []byte(nil), pos+n
		switch {
		case pos == 0 && n > largeFrame && n > len(s.buf)/2:
			raw, s.buf, next = s.buf[:n:n], bytes.Clone(s.buf[n:]), 0
		case !shared:
			raw = bytes.Clone(s.buf[pos:next])
		default:
			if own == nil {
				own = bytes.Clone(s.buf)
			}
			raw = own[pos:next:next]
		}
		f := s.scanner.frame(raw, s.base, cut, closing)
		f.Index, f.Offset, f.Length = s.index, s.base, int64(n)
		f.At, f.Complete = s.began, at
		pos, s.base, s.index, s.began = next, s.base+int64(n), s.index+1, at
		give(f)
	}
	s.buf = s.buf[:copy(s.buf, s.buf[pos:])]
	if len(s.buf) == 0 && cap(s.buf) > largeFrame {
		s.buf = nil
	}
}

// Pending is the number of bytes buffered for an incomplete frame.
func (s *Splitter) Pending() int64 { return int64(len(s.buf)) }

// Frames cuts the recorded chunks of a side into frames. Times are those of the chunks. It keeps
// few frames at a time, because a frame takes far more memory than the few bytes that it may hold.
func Frames(kind FrameKind, maxFrame int64, chunks []Chunk) iter.Seq[Frame] {
	return func(yield func(Frame) bool) {
		s := NewSplitter(kind, maxFrame)
		var last time.Time
		for _, c := range chunks {
			last = c.At
			for piece := range slices.Chunk(c.Data, 64<<10) {
				for _, f := range s.Feed(c.At, piece) {
					if !yield(f) {
						return
					}
				}
			}
		}
		for _, f := range s.Close(last) {
			if !yield(f) {
				return
			}
		}
	}
}

type bodyScanner struct{ cutting bool }

func (b *bodyScanner) next(buf []byte, _, max int64, closing bool) (int, bool) {
	if max > 0 && int64(len(buf)) > max {
		b.cutting = true
		return int(max), true
	}
	if closing {
		return len(buf), b.cutting
	}
	return 0, false
}

func (b *bodyScanner) frame(raw []byte, _ int64, cut, _ bool) Frame {
	return Frame{Kind: Body, Raw: raw, Data: raw, Partial: cut}
}
