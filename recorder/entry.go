package recorder

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/journal"
)

// entryKind says what an entry of the journal tells.
type entryKind uint8

// The numbers are in files: never change one.
const (
	entryBegin       entryKind = 1
	entryChunk       entryKind = 2 // bytes of a side; no data when they are over the limit
	entryRequestDone entryKind = 3
	entryInterim     entryKind = 4
	entryAnswer      entryKind = 5
	entrySent        entryKind = 6
	entryPass        entryKind = 7
	entryRedacted    entryKind = 8
	entryGap         entryKind = 9
	entryEnd         entryKind = 10
	entryLate        entryKind = 11 // what came after the response when the exchange was over
)

// entry is one thing that a tape tells the journal. Which fields are set
// depends on the kind. Counts are totals.
type entry struct {
	kind     entryKind
	exchange string         // its id; "" for a gap of a session
	at       int64          // nanoseconds since 1970
	session  int64          // row of the session, of entryBegin and of a session's entryGap
	x        *wire.Exchange // of entryBegin
	chunk    chunk
	head     wire.Head // of entryAnswer, entrySent and entryInterim
	trailer  http.Header
	outcome  wire.Outcome
	problem  string
	surplus  []byte           // of entryEnd and entryLate
	redacted []wire.Redaction // further ones
	passage  wire.Passage
	gap      wire.Gap
}

// closes reports an entry that is small and worth more than further bytes: while
// memory is short it finds room where others do not any more.
func (e *entry) closes() bool { return e.kind != entryBegin && e.kind != entryChunk }

// chunk is one read's bytes with the totals of its side after it.
type chunk struct {
	side   wire.Side
	read   int64 // number of the read
	off    int64
	waited bool
	frame  int // frames begun before it
	start  int64
	data   []byte
	total  int64 // body bytes that crossed the wire
	kept   int64
	frames int // complete frames of the exchange
}

// encode appends an entry as a record of the journal.
func (e *entry) encode(b []byte) []byte {
	at := len(b)
	w := encoder{journal.Begin(b)}
	w.b = append(w.b, byte(e.kind))
	w.id(e.exchange)
	w.int(e.at)
	switch e.kind {
	case entryBegin:
		w.begin(e)
	case entryChunk:
		w.chunk(&e.chunk)
	case entryRequestDone:
		w.header(e.trailer)
	case entryInterim, entryAnswer:
		w.head(&e.head)
		w.last(e.head.Received)
	case entrySent:
		w.int(int64(e.chunk.side))
		w.head(&e.head)
	case entryEnd:
		w.text(string(e.outcome))
		w.text(e.problem)
		w.int(int64(e.chunk.frames))
		w.header(e.trailer)
		w.last(string(e.surplus))
	case entryLate:
		w.text(e.problem)
		w.bytes(e.surplus)
		w.json(e.redacted)
	case entryRedacted:
		w.json(e.redacted)
	case entryPass:
		w.int(int64(e.passage.Side))
		w.json(e.passage)
	case entryGap:
		w.int(e.session)
		w.int(int64(e.gap.Side))
		w.json(e.gap)
	}
	return journal.End(w.b, at)
}

// encoder appends fields.
type encoder struct{ b []byte }

func (w *encoder) int(n int64) { w.b = binary.AppendVarint(w.b, n) }

func (w *encoder) text(s string) {
	w.int(int64(len(s)))
	w.b = append(w.b, s...)
}

func (w *encoder) bytes(p []byte) {
	w.int(int64(len(p)))
	w.b = append(w.b, p...)
}

// id writes a UUID in 16 bytes, anything else as it is.
func (w *encoder) id(s string) {
	var raw [16]byte
	if len(s) == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-' {
		var plain [32]byte
		copy(plain[:], s[:8])
		copy(plain[8:], s[9:13])
		copy(plain[12:], s[14:18])
		copy(plain[16:], s[19:23])
		copy(plain[20:], s[24:])
		if _, err := hex.Decode(raw[:], plain[:]); err == nil && !bytes.ContainsAny(plain[:], "ABCDEF") {
			w.b = append(append(w.b, 0xff), raw[:]...)
			return
		}
	}
	s = s[:min(len(s), 0xfe)]
	w.b = append(append(w.b, byte(len(s))), s...)
}

// uuid writes 16 bytes as a UUID.
func uuid(s *[36]byte, raw []byte) []byte {
	hex.Encode(s[0:8], raw[0:4])
	hex.Encode(s[9:13], raw[4:6])
	hex.Encode(s[14:18], raw[6:8])
	hex.Encode(s[19:23], raw[8:10])
	hex.Encode(s[24:], raw[10:])
	s[8], s[13], s[18], s[23] = '-', '-', '-', '-'
	return s[:]
}

func (w *encoder) header(h http.Header) {
	w.int(int64(len(h)))
	for name, values := range h {
		w.text(name)
		w.int(int64(len(values)))
		for _, v := range values {
			w.text(v)
		}
	}
}

func (w *encoder) head(h *wire.Head) {
	w.text(h.Proto)
	w.int(int64(h.Status))
	w.header(h.Header)
	w.header(h.Trailer)
}

func (w *encoder) json(v any) {
	b, err := json.Marshal(v)
	if err != nil { // plain values always marshal
		b = []byte("null")
	}
	w.bytes(b)
}

func (w *encoder) begin(e *entry) {
	x := e.x
	w.int(e.session)
	for _, s := range []string{string(x.Origin), x.Link, x.Agent, x.Tap, x.Caller, x.Method, x.URL} {
		w.text(s)
	}
	w.head(&x.Request)
	if x.Redactions == nil {
		w.text("null")
	} else {
		w.json(x.Redactions)
	}
	w.last(x.Request.Received)
}

// last writes a text that ends an entry and was not there in earlier versions.
func (w *encoder) last(s string) {
	if s != "" {
		w.text(s)
	}
}

func (w *encoder) chunk(c *chunk) {
	waited := int64(0)
	if c.waited {
		waited = 1
	}
	for _, n := range []int64{int64(c.side), c.read, c.off, waited, int64(c.frame), c.start, c.total, c.kept, int64(c.frames)} {
		w.int(n)
	}
	w.bytes(c.data)
}

// nanos is a time as stored.
func nanos(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

func moment(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}
