// Package entry encodes what a tape appends to the journal. Each event of an exchange is an Entry, encoded to
// bytes and decoded by the drain. It depends on neither SQLite nor the Store.
package entry

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

// Kind is the kind of an Entry.
type Kind uint8

// The numbers are stored in journals: never change one.
const (
	Begin        Kind = 1
	Bytes        Kind = 2 // bytes of a side; without data when they exceed the limit
	RequestDone  Kind = 3
	Interim      Kind = 4
	ResponseHead Kind = 5
	SentHead     Kind = 6
	Passage      Kind = 7
	Redactions   Kind = 8
	Gap          Kind = 9
	End          Kind = 10
	Surplus      Kind = 11 // what arrived after the response, once the exchange was over
)

// Entry is one event of an exchange. Its kind decides which fields are set. Counts are totals.
type Entry struct {
	Kind         Kind
	Exchange     string         // "" for a gap of a session
	At           int64          // nanoseconds since 1970
	Session      int64          // row of the session; of Begin and of a session's Gap
	X            *wire.Exchange // of Begin
	Chunk        Chunk
	Head         wire.Head // of ResponseHead, SentHead and Interim
	Trailer      http.Header
	Outcome      wire.Outcome
	AgentEndedAt int64 // of End, nanoseconds since 1970; 0 for none
	ClientLeftAt int64 // of End, nanoseconds since 1970; 0 for none
	Problem      string
	Surplus      []byte           // of End and Surplus
	Redactions   []wire.Redaction // only new ones
	Passage      wire.Passage
	Gap          wire.Gap
}

// IsClosing reports whether an entry may use reserved memory while the journal cannot be written. Such entries
// are small and worth more than further bytes.
func (e *Entry) IsClosing() bool { return e.Kind != Begin && e.Kind != Bytes }

// Chunk holds one read's bytes and the totals of its side after it.
type Chunk struct {
	Side       wire.Side
	Read       int64 // number of the read
	Off        int64 // of Data in the recorded body
	WasDelayed bool
	Frame      int   // frames begun before it
	Start      int64 // offset of the frame that is open at Off; Off if none is
	Data       []byte
	Total      int64 // body bytes that crossed the wire
	Recorded   int64
	Frames     int // complete frames of the exchange
}

// Encode appends the entry to b as a record of the journal.
func (e *Entry) Encode(b []byte) []byte {
	at := len(b)
	w := encoder{journal.Begin(b)}
	w.b = append(w.b, byte(e.Kind))
	w.id(e.Exchange)
	w.int(e.At)
	w.body(e)
	return journal.End(w.b, at)
}

func (w *encoder) body(e *Entry) {
	switch e.Kind {
	case Begin:
		w.begin(e)
	case Bytes:
		w.chunk(&e.Chunk)
	case RequestDone:
		w.header(e.Trailer)
	case Interim, ResponseHead:
		w.head(&e.Head)
		w.optionalText(e.Head.Received)
	case SentHead:
		w.int(int64(e.Chunk.Side))
		w.head(&e.Head)
	case End:
		w.end(e)
	case Surplus:
		w.text(e.Problem)
		w.bytes(e.Surplus)
		w.json(e.Redactions)
	case Redactions:
		w.json(e.Redactions)
	case Passage:
		w.int(int64(e.Passage.Side))
		w.json(e.Passage)
	case Gap:
		w.int(e.Session)
		w.int(int64(e.Gap.Side))
		w.json(e.Gap)
	}
}

func (w *encoder) end(e *Entry) {
	w.text(string(e.Outcome))
	w.text(e.Problem)
	w.int(int64(e.Chunk.Frames))
	w.header(e.Trailer)
	if e.AgentEndedAt == 0 && e.ClientLeftAt == 0 {
		w.optionalText(string(e.Surplus))
		return
	}
	w.bytes(e.Surplus)
	w.int(e.AgentEndedAt)
	w.int(e.ClientLeftAt)
}

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

// id writes a UUID in 16 bytes, and any other id as text, cut to 254 bytes.
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

// uuid formats 16 bytes as a UUID.
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

func (w *encoder) begin(e *Entry) {
	x := e.X
	w.int(e.Session)
	for _, s := range []string{string(x.Origin), x.Link, x.Agent, x.Tap, x.Caller, x.Method, x.URL} {
		w.text(s)
	}
	w.head(&x.Request)
	if x.Redactions == nil {
		w.text("null")
	} else {
		w.json(x.Redactions)
	}
	w.optionalText(x.Request.Received)
}

// optionalText writes a text at the end of an entry, where earlier versions wrote nothing. It omits "".
func (w *encoder) optionalText(s string) {
	if s != "" {
		w.text(s)
	}
}

func (w *encoder) chunk(c *Chunk) {
	waited := int64(0)
	if c.WasDelayed {
		waited = 1
	}
	for _, n := range []int64{int64(c.Side), c.Read, c.Off, waited, int64(c.Frame), c.Start, c.Total, c.Recorded, int64(c.Frames)} {
		w.int(n)
	}
	w.bytes(c.Data)
}

// Nanos returns a time as stored: nanoseconds since 1970, 0 for the zero time.
func Nanos(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

// Time reverses Nanos.
func Time(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}
