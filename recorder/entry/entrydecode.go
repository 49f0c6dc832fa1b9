package entry

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// ErrDamaged is returned by Decode for bytes that are not an entry.
var ErrDamaged = errors.New("an entry of the journal is damaged")

// Decode decodes an entry. Its Chunk.Data shares memory with payload. last is the exchange of the previous
// entry, or ""; its memory is shared if this entry has the same.
func Decode(payload []byte, last string) (e Entry, err error) {
	r := decoder{b: payload}
	e.Kind = Kind(r.byte())
	e.Exchange = r.id(last)
	e.At = r.int()
	if e.Kind != Bytes {
		r.texts = string(r.b)
	}
	r.body(&e)
	if r.bad {
		return e, ErrDamaged
	}
	return e, nil
}

func (r *decoder) body(e *Entry) {
	switch e.Kind {
	case Begin:
		r.begin(e)
	case Bytes:
		r.chunk(&e.Chunk)
	case RequestDone:
		e.Trailer = r.header()
	case Interim, ResponseHead:
		e.Head = r.head()
		e.Head.Received = r.optionalText()
	case SentHead:
		e.Chunk.Side = wire.Side(r.int())
		e.Head = r.head()
	case End:
		r.end(e)
	case Surplus:
		e.Problem, e.Surplus = r.text(), bytes.Clone(r.bytes())
		r.json(&e.Redactions)
	case Redactions:
		r.json(&e.Redactions)
	case Passage:
		side := wire.Side(r.int())
		r.json(&e.Passage)
		e.Passage.Side = side
	case Gap:
		e.Session = r.int()
		side := wire.Side(r.int())
		r.json(&e.Gap)
		e.Gap.Side = side
	default:
		r.bad = true
	}
}

func (r *decoder) end(e *Entry) {
	e.Outcome, e.Problem = wire.Outcome(r.text()), r.text()
	e.Chunk.Frames = int(r.int())
	e.Trailer = r.header()
	if beyond := r.optionalText(); beyond != "" {
		e.Surplus = []byte(beyond)
	}
	if len(r.b) > 0 {
		e.AgentEndedAt = r.int()
	}
	if len(r.b) > 0 { // older programs wrote none
		e.ClientLeftAt = r.int()
	}
}

type decoder struct {
	b     []byte
	texts string // copy of the entry that ends where b ends; all texts of the entry are parts of it
	bad   bool
}

func (r *decoder) byte() byte {
	if len(r.b) == 0 {
		r.bad = true
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *decoder) int() int64 {
	n, used := binary.Varint(r.b)
	if used <= 0 {
		r.bad = true
		return 0
	}
	r.b = r.b[used:]
	return n
}

func (r *decoder) bytes() []byte {
	n := r.int()
	if r.bad || n < 0 || n > int64(len(r.b)) {
		r.bad = true
		return nil
	}
	p := r.b[:n:n]
	r.b = r.b[n:]
	return p
}

func (r *decoder) text() string {
	n := len(r.bytes())
	end := len(r.texts) - len(r.b)
	return r.texts[end-n : end]
}

// optionalText reads what the encoder's optionalText wrote.
func (r *decoder) optionalText() string {
	if len(r.b) == 0 {
		return ""
	}
	return r.text()
}

func (r *decoder) id(last string) string {
	n := int(r.byte())
	raw := n == 0xff
	if raw {
		n = 16
	}
	if n > len(r.b) {
		r.bad = true
		return ""
	}
	p := r.b[:n]
	r.b = r.b[n:]
	if raw {
		var s [36]byte
		if p = uuid(&s, p); string(p) == last {
			return last
		}
	}
	return string(p)
}

// count reads how many items follow, each of at least one byte.
func (r *decoder) count() int {
	n := r.int()
	if n < 0 || n > int64(len(r.b)) {
		r.bad = true
		return 0
	}
	return int(n)
}

func (r *decoder) header() http.Header {
	n := r.count()
	if n == 0 {
		return nil
	}
	h := make(http.Header, n)
	single := make([]string, n) // most names have one value
	for ; n > 0 && !r.bad; n-- {
		name, count := r.text(), r.count()
		var values []string
		if count == 1 {
			values, single = single[:1:1], single[1:]
		} else {
			values = make([]string, count)
		}
		for i := range values {
			values[i] = r.text()
		}
		h[name] = values
	}
	return h
}

func (r *decoder) head() wire.Head {
	return wire.Head{Proto: r.text(), Status: int(r.int()), Header: r.header(), Trailer: r.header()}
}

func (r *decoder) json(v any) {
	b := r.bytes()
	if string(b) != "null" && json.Unmarshal(b, v) != nil {
		r.bad = true
	}
}

func (r *decoder) begin(e *Entry) {
	x := &wire.Exchange{}
	e.X = x
	e.Session = r.int()
	x.ID, x.Started = e.Exchange, Time(e.At)
	x.Origin = wire.Origin(r.text())
	for _, s := range []*string{&x.Link, &x.Agent, &x.Tap, &x.Caller, &x.Method, &x.URL} {
		*s = r.text()
	}
	x.Request = r.head()
	r.json(&x.Redactions)
	x.Request.Received = r.optionalText()
}

func (r *decoder) chunk(c *Chunk) {
	c.Side = wire.Side(r.int() & 3)
	c.Read, c.Off, c.WasDelayed = r.int(), r.int(), r.int() != 0
	c.Frame, c.Start = int(r.int()), r.int()
	c.Total, c.Recorded, c.Frames = r.int(), r.int(), int(r.int())
	c.Data = r.bytes()
}
