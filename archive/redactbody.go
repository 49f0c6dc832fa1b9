package archive

import (
	"encoding/binary"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/wire"
	"github.com/a2a-console/a2a-console/wire/coding"
)

// decoded bodies are looked into up to this size.
const decodeLimit = 64 << 20

// values blanks what text patterns match in header values.
func (p *pass) values(h *http.Header, where string) {
	for _, name := range sortedKeys(*h) {
		for i, v := range (*h)[name] {
			if out := p.text(v, where, name); out != v {
				*h = h.Clone() // it may be shared
				(*h)[name][i] = out
			}
		}
	}
}

func (p *pass) header(s wire.Side) http.Header {
	switch {
	case s == wire.RequestSent && p.w.RequestSent != nil:
		return p.w.RequestSent.Header
	case s == wire.ResponseSent && p.w.ResponseSent != nil:
		return p.w.ResponseSent.Header
	case s.Asks():
		return p.w.Request.Header
	}
	return p.w.Response.Header
}

// side takes the secrets out of one side's chunks.
func (p *pass) side(s wire.Side) {
	list := p.w.Sides[s]
	if len(list) == 0 {
		return
	}
	h := p.header(s)
	if p.w.Response.Status == http.StatusSwitchingProtocols {
		p.socket(s)
		return
	}
	if e := strings.TrimSpace(h.Get("Content-Encoding")); e != "" && !strings.EqualFold(e, "identity") {
		p.encoded(s, h)
		return
	}
	p.take(p.redactor(s, h), list)
	if wire.FramingOf(h) == wire.GRPC {
		p.unnamed(s)
	}
	if p.patterns() {
		p.match(s, list)
	}
}

// redactor is what takes the secrets out of a side's body with these headers.
func (p *pass) redactor(s wire.Side, h http.Header) *wire.Redactor {
	framing := wire.FramingOf(h)
	if framing == wire.WebSocket { // asked for, and not granted
		framing = wire.Body
	}
	return p.secrets.Redactor(s, wire.BodyKindOf(h, framing), coding.Open, nil)
}

// take takes out what r finds; nil finds nothing.
func (p *pass) take(r *wire.Redactor, list []wire.Chunk) {
	if r == nil {
		return
	}
	for i := range list {
		list[i].Data = r.Body(list[i].Data)
	}
	r.Close()
	p.add(r.Take()...)
}

// unnamed notes what patterns cannot find in gRPC messages: members, which have
// numbers there, and text in those that are compressed.
func (p *pass) unnamed(s wire.Side) {
	if slices.ContainsFunc(p.o.Patterns, func(q Pattern) bool { return q.kind == "member" }) {
		p.notes["gRPC messages, where members have no names"]++
	}
	for b := p.w.Body(s); p.patterns() && len(b) >= 5; {
		if b[0] == 1 {
			p.notes["compressed gRPC messages"]++
			return
		}
		n := uint64(binary.BigEndian.Uint32(b[1:]))
		b = b[min(5+n, uint64(len(b))):]
	}
}

// socket takes the secrets out of one direction of a WebSocket.
func (p *pass) socket(s wire.Side) {
	kind := wire.BodyKindOf(p.header(s), wire.WebSocket)
	p.take(p.secrets.Redactor(s, kind, coding.Open, nil), p.w.Sides[s])
	if p.patterns() {
		p.notes["WebSocket conversation"]++
	}
}

// patterns reports whether there are any of text.
func (p *pass) patterns() bool {
	return slices.ContainsFunc(p.o.Patterns, func(q Pattern) bool { return q.re != nil })
}

// match blanks what text patterns match in a side, across chunk borders.
func (p *pass) match(s wire.Side, list []wire.Chunk) {
	body := slices.Clone(p.w.Body(s))
	hit := false
	for _, q := range p.o.Patterns {
		for _, at := range q.find(body) {
			blank(body, at)
			hit = true
			p.add(wire.Redaction{Where: s.Place(), Name: "text", Offset: int64(at.from), Length: int64(at.to - at.from), Kind: "pattern"})
		}
	}
	for i := 0; hit && i < len(list); i++ {
		n := len(list[i].Data)
		list[i].Data, body = body[:n:n], body[n:]
	}
}

// encoded looks into a compressed body. A secret in it cannot be taken out
// without changing every length, so the body goes as a whole.
func (p *pass) encoded(s wire.Side, h http.Header) {
	body := p.w.Body(s)
	whole := wire.Redaction{Where: s.Place(), Name: "body", Offset: 0, Length: int64(len(body)), Kind: "encoded"}
	if p.known(whole) {
		return
	}
	plain, err := coding.Decode(h, body, coding.NewBudget(decodeLimit))
	if errors.Is(err, coding.ErrUnknown) {
		p.unknown(s, h)
		return
	}
	if err != nil && (errors.Is(err, coding.ErrTooLong) || len(plain) == 0 || &plain[0] == &body[0]) {
		p.notes["body with Content-Encoding "+clip(h.Get("Content-Encoding"), 40)]++
		return
	}
	bare := h.Clone()
	bare.Del("Content-Encoding")
	found := false
	if r := p.redactor(s, bare); r != nil {
		r.Body(plain)
		r.Close()
		found = len(r.Take()) > 0
	}
	for _, q := range p.o.Patterns {
		found = found || len(q.find(plain)) > 0
	}
	if !found {
		return
	}
	for i := range p.w.Sides[s] {
		c := &p.w.Sides[s][i]
		c.Data = []byte(strings.Repeat("*", len(c.Data)))
	}
	p.add(whole)
}

// unknown treats a body in an encoding that nobody here undoes as the record
// does: it stays only if it is text after all.
func (p *pass) unknown(s wire.Side, h http.Header) {
	r := p.redactor(s, h)
	if r == nil {
		return
	}
	p.take(r, p.w.Sides[s])
	if p.patterns() {
		p.notes["body with Content-Encoding "+clip(h.Get("Content-Encoding"), 40)]++
	}
}
