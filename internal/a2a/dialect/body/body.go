// Package body takes bodies apart as they crossed the wire: it undoes content encodings, finds the
// framing (events, lines, messages, or one document) from the head and the first bytes, and cuts
// the body into frames. It does not depend on A2A.
package body

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// Limits of reading.
const (
	FrameLimit = 16 << 20 // bytes of one frame; a longer one is split
	BodyLimit  = 64 << 20 // bytes of a single-document body

	// Unfolded is how many frames of a compressed body are read: cutting them takes far more time than
	// decompressing their bytes.
	Unfolded = 20_000
)

// Cutter cuts a body into frames as its bytes arrive, and undoes encodings. Reads of other sizes give the
// same frames, only at other times. A Cutter buffers a body that is one document, otherwise at most one
// unfinished frame. Not safe for concurrent use.
type Cutter struct {
	coded    *coding.Stream // nil without an encoding
	sniff    sniffer
	kind     wire.FrameKind // "" until the first bytes decide
	first    []arrival      // arrivals of bytes before kind was known
	split    *wire.Splitter // nil for wire.Body
	document []byte         // a body that is one document, or may be
	size     int64          // decoded bytes
	count    int            // frames so far
	isDone   bool           // nothing more is read
	err      error
}

// arrival is the time at which a body had reached a length.
type arrival struct {
	at   time.Time
	upTo int
}

// NewCutter returns a cutter for the body of a response. The budget bounds its decoded size.
func NewCutter(h *wire.Head, b *coding.Budget) *Cutter {
	c := &Cutter{coded: coding.NewStream(h.Header, b), sniff: newSniffer(h.Status, h.Header)}
	c.detectFraming(false, nil)
	return c
}

// NewWhole returns a cutter for a body that is one document, as requests are.
func NewWhole(h http.Header, b *coding.Budget) *Cutter {
	return &Cutter{coded: coding.NewStream(h, b), kind: wire.Body}
}

// NewFramed returns a cutter for a body of known framing without an encoding, starting at the beginning of a
// frame.
func NewFramed(kind wire.FrameKind) *Cutter {
	c := &Cutter{kind: kind}
	if kind != wire.Body {
		c.split = wire.NewSplitter(kind, FrameLimit)
	}
	return c
}

// Kind returns the framing of the body, "" while unknown.
func (c *Cutter) Kind() wire.FrameKind { return c.kind }

// HeldBytes returns how many bytes of a possibly single-document body are buffered.
func (c *Cutter) HeldBytes() int {
	if c.coded == nil {
		return len(c.document)
	}
	return len(c.document) + c.coded.BufferedBytes()
}

func (c *Cutter) IsCoded() bool { return c.coded != nil }

// Err returns why part of the body is not read or not decoded, nil if all is.
func (c *Cutter) Err() error { return c.err }

// Fault is coding.Stream.Fault: how the body contradicts its Content-Encoding.
func (c *Cutter) Fault() error {
	if c.coded == nil {
		return nil
	}
	return c.coded.Fault()
}

// Unread is coding.Stream.UnreadReason: why part of a body was not read although it is correctly encoded.
func (c *Cutter) Unread() error {
	if c.coded == nil {
		return nil
	}
	return c.coded.UnreadReason()
}

// Feed takes the bytes of one read and gives the frames that they complete, which may share memory. It does
// not retain p.
func (c *Cutter) Feed(at time.Time, p []byte, give func(wire.Frame)) {
	if c.coded != nil {
		p = c.legible(c.coded.Feed(p))
		c.note(c.coded.Err())
	}
	c.add(at, p, give)
}

// Close ends the body and gives what is left: a Body, even an empty one, if that is the framing.
func (c *Cutter) Close(at time.Time, give func(wire.Frame)) {
	if c.coded != nil {
		p, err := c.coded.Close()
		c.note(err)
		c.add(at, c.legible(p), give)
	}
	if c.kind == "" {
		c.detectFraming(true, give)
	}
	switch {
	case c.isDone:
	case c.kind == wire.Body:
		give(wire.Frame{Kind: wire.Body, At: at, Complete: at, Length: int64(len(c.document)), Raw: c.document, Data: c.document})
	default:
		for _, f := range c.split.Close(at) {
			c.give(f, give)
		}
	}
	c.isDone, c.document = true, nil
}

// Size returns the number of decoded bytes so far.
func (c *Cutter) Size() int64 { return c.size }

// legible drops bytes that are still encoded.
func (c *Cutter) legible(p []byte) []byte {
	if c.coded.IsOpaque() {
		return nil
	}
	return p
}

func (c *Cutter) add(at time.Time, p []byte, give func(wire.Frame)) {
	c.size += int64(len(p))
	c.cut(at, p, give)
}

func (c *Cutter) cut(at time.Time, p []byte, give func(wire.Frame)) {
	switch {
	case len(p) == 0 || c.isDone:
	case c.split != nil:
		c.split.Each(at, p, func(f wire.Frame) { c.give(f, give) })
	default:
		if room := BodyLimit - len(c.document); len(p) > room {
			p = p[:room]
			c.note(fmt.Errorf("%w: it has more than %d bytes", coding.ErrTooLong, BodyLimit))
		}
		c.document = append(c.document, p...)
		if c.kind == "" {
			c.first = append(c.first, arrival{at, len(c.document)})
			c.detectFraming(false, give)
		}
	}
}

// detectFraming determines the framing, if the bytes so far suffice, and cuts them.
func (c *Cutter) detectFraming(whole bool, give func(wire.Frame)) {
	kind, sure := c.sniff.kind(c.document, whole)
	if !sure && !whole {
		return
	}
	if c.kind = kind; kind == wire.Body {
		c.first = nil
		return
	}
	c.split = wire.NewSplitter(kind, FrameLimit)
	from, all, list := 0, c.document, c.first
	c.document, c.first = nil, nil
	for _, a := range list {
		c.cut(a.at, all[from:a.upTo], give)
		from = a.upTo
	}
}

func (c *Cutter) give(f wire.Frame, give func(wire.Frame)) {
	if c.isDone {
		return
	}
	if c.count++; c.coded != nil && c.count > Unfolded {
		c.isDone = true
		c.note(fmt.Errorf("%w: it unfolds to more than %d frames", coding.ErrTooLong, Unfolded))
		return
	}
	give(f)
}

func (c *Cutter) note(err error) {
	if c.err == nil {
		c.err = err
	}
}

// Frames cuts a complete, decoded body into frames and returns the first ones, up to most.
func Frames(kind wire.FrameKind, plain []byte, at time.Time, most int) []wire.Frame {
	var out []wire.Frame
	for f := range wire.Frames(kind, 0, []wire.Chunk{{At: at, Data: plain}}) {
		if out = append(out, f); len(out) >= most {
			break
		}
	}
	return slices.Clip(out)
}

// FramingOf returns the framing of a response, given its complete, decoded body. Without a body the head
// decides.
func FramingOf(status int, h http.Header, plain []byte) wire.FrameKind {
	s := newSniffer(status, h)
	kind, _ := s.kind(plain, true)
	return kind
}

// sniffer detects a body's framing. Servers answer a streaming request with one document and vice versa, and
// declare types that they do not send.
type sniffer struct {
	declared wire.FrameKind // by the head
	lines    bool           // it may have one document per line
	scanned  int            // the first line does not end before this offset
	line     int            // end of the first line, once that is a document
}

func newSniffer(status int, h http.Header) sniffer {
	plain := http.Header{"Content-Type": h["Content-Type"], "Upgrade": h["Upgrade"]}
	s := sniffer{declared: (&wire.Head{Status: status, Header: plain}).Framing()}
	switch wire.MediaType(h) {
	case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines":
		s.declared = wire.Line
	case "", "text/plain", "text/event-stream":
		s.lines = true
	}
	return s
}

// sniffed bounds how many blank bytes are examined.
const sniffed = 4 << 10

// kind finds the framing by the first bytes. sure is false while more bytes could change the answer.
// whole says that there are no more.
func (s *sniffer) kind(b []byte, whole bool) (kind wire.FrameKind, sure bool) {
	if s.declared == wire.GRPC || s.declared == wire.WebSocket {
		return s.declared, true
	}
	const mark = "\xef\xbb\xbf"
	text := bytes.TrimLeft(bytes.TrimPrefix(b, []byte(mark)), " \t\r\n")
	switch {
	case !whole && len(b) < len(mark) && strings.HasPrefix(mark, string(b)):
		return s.declared, false
	case len(text) == 0:
		return s.declared, whole || len(b) > sniffed // a server may send line ends for ever
	case text[0] == '{' && (s.lines || s.declared == wire.Line):
		return s.document(b, len(b)-len(text), whole)
	case text[0] == '{', text[0] == '[', text[0] == '<':
		return wire.Body, true
	case s.declared == wire.SSE:
		return wire.SSE, true
	}
	return beginning(text, whole)
}

// beginning recognises an event by its first field, whatever the head says.
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

// document distinguishes one document, over however many lines, from one document per line.
func (s *sniffer) document(b []byte, from int, whole bool) (wire.FrameKind, bool) {
	if s.line == 0 {
		end := bytes.IndexByte(b[max(from, s.scanned):], '\n')
		if end < 0 {
			if s.scanned = len(b); !whole {
				return wire.Body, false
			}
			end = 0
		}
		s.line = max(from, s.scanned) + end
		line := bytes.TrimSpace(b[from:s.line])
		switch c := line[len(line)-1]; {
		case s.declared == wire.Line && c != '{' && c != '[' && c != ',':
			return wire.Line, true
		case s.declared == wire.Line, !json.Valid(line):
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
