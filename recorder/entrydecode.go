package recorder

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var errEntry = errors.New("an entry of the journal is damaged")

// decodeEntry reads an entry. Its chunk's data is part of payload. last is the
// exchange of the entry before, which often is the same; "" will do.
func decodeEntry(payload []byte, last string) (e entry, err error) {
	r := decoder{b: payload}
	e.kind = entryKind(r.byte())
	e.exchange = r.id(last)
	e.at = r.int()
	if e.kind != entryChunk {
		r.texts = string(r.b)
	}
	switch e.kind {
	case entryBegin:
		r.begin(&e)
	case entryChunk:
		r.chunk(&e.chunk)
	case entryRequestDone:
		e.trailer = r.header()
	case entryInterim, entryAnswer:
		e.head = r.head()
		e.head.Received = r.last()
	case entrySent:
		e.chunk.side = wire.Side(r.int())
		e.head = r.head()
	case entryEnd:
		e.outcome, e.problem = wire.Outcome(r.text()), r.text()
		e.chunk.frames = int(r.int())
		e.trailer = r.header()
		if beyond := r.last(); beyond != "" {
			e.surplus = []byte(beyond)
		}
	case entryLate:
		e.problem, e.surplus = r.text(), bytes.Clone(r.bytes())
		r.json(&e.redacted)
	case entryRedacted:
		r.json(&e.redacted)
	case entryPass:
		side := wire.Side(r.int())
		r.json(&e.passage)
		e.passage.Side = side
	case entryGap:
		e.session = r.int()
		side := wire.Side(r.int())
		r.json(&e.gap)
		e.gap.Side = side
	default:
		r.bad = true
	}
	if r.bad {
		return e, errEntry
	}
	return e, nil
}

// decoder takes fields off.
type decoder struct {
	b     []byte
	texts string // ends with b: the texts of an entry are parts of one
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

// last reads what encoder's last wrote.
func (r *decoder) last() string {
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

// count is the number of things to come, each of at least one byte.
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

func (r *decoder) begin(e *entry) {
	x := &wire.Exchange{}
	e.x = x
	e.session = r.int()
	x.ID, x.Started = e.exchange, moment(e.at)
	x.Origin = wire.Origin(r.text())
	for _, s := range []*string{&x.Link, &x.Agent, &x.Tap, &x.Caller, &x.Method, &x.URL} {
		*s = r.text()
	}
	x.Request = r.head()
	r.json(&x.Redactions)
	x.Request.Received = r.last()
}

func (r *decoder) chunk(c *chunk) {
	c.side = wire.Side(r.int() & 3)
	c.read, c.off, c.waited = r.int(), r.int(), r.int() != 0
	c.frame, c.start = int(r.int()), r.int()
	c.total, c.kept, c.frames = r.int(), r.int(), int(r.int())
	c.data = r.bytes()
}
