package archive

import (
	"encoding/binary"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// values blanks what text patterns match in header values.
func (p *exchangeRedaction) values(h *http.Header, where string) {
	for _, name := range sortedKeys(*h) {
		for i, v := range (*h)[name] {
			if out := p.text(v, where, name); out != v {
				*h = h.Clone() // it may be shared
				(*h)[name][i] = out
			}
		}
	}
}

func (p *exchangeRedaction) header(s wire.Side) http.Header {
	switch {
	case s == wire.RequestSent && p.w.RequestSent != nil:
		return p.w.RequestSent.Header
	case s == wire.ResponseSent && p.w.ResponseSent != nil:
		return p.w.ResponseSent.Header
	case s.IsRequest():
		return p.w.Request.Header
	}
	return p.w.Response.Header
}

// side redacts the chunks of one side and, for the response, its surplus.
func (p *exchangeRedaction) side(s wire.Side) {
	list := p.w.Sides[s]
	first := firstBytes(list)
	if first == nil && s == wire.Response {
		first = p.w.Response.Surplus
	}
	if len(first) == 0 {
		return
	}
	h := p.header(s)
	socket, framing := isSocket(&p.w.Exchange), p.w.Response.Framing()
	if s.IsRequest() && !socket {
		framing = p.w.Request.Framing()
	}
	p.redactChunks(s, p.secrets.Redactor(s, redact.BodyKindOf(h, framing), first, nil), list)
	switch {
	case len(list) == 0:
	case socket && p.patterns():
		p.notes["WebSocket conversation"]++
	case socket:
	case len(coding.Names(h)) > 0:
		p.redactEncoded(s, h)
	default:
		if framing == wire.GRPC {
			p.noteUnsearchable(s)
		}
		if p.patterns() {
			p.match(s, list)
		}
	}
}

// firstBytes returns the first read that has bytes.
func firstBytes(list []wire.Chunk) []byte {
	for _, c := range list {
		if len(c.Data) > 0 {
			return c.Data
		}
	}
	return nil
}

// redactChunks redacts what r finds, and closes it. r may be nil.
func (p *exchangeRedaction) redactChunks(s wire.Side, r *redact.Redactor, list []wire.Chunk) {
	var body []byte
	for i := 0; i < len(list) && r != nil; i++ {
		body = append(body, r.Body(list[i].Data)...)
	}
	switch {
	case s == wire.Response && len(p.w.Response.Surplus) > 0:
		body = append(body, p.surplus(r)...)
	case r != nil:
		body = append(body, r.Close()...)
		p.add(r.Take()...)
	}
	for i := 0; i < len(list) && r != nil; i++ {
		n := len(list[i].Data)
		list[i].Data, body = body[:n:n], body[n:]
	}
}

// surplus redacts what arrived after the response, and returns what r kept back of its body.
func (p *exchangeRedaction) surplus(r *redact.Redactor) (rest []byte) {
	h := &p.w.Response
	rest, out, found := p.secrets.Surplus(r, h.Surplus, nil)
	p.add(found...)
	h.Surplus = []byte(p.text(string(out), "response.surplus", "text"))
	return rest
}

// noteUnsearchable notes what patterns cannot find in gRPC messages: members, which have numbers there instead
// of names, and text in compressed messages.
func (p *exchangeRedaction) noteUnsearchable(s wire.Side) {
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

// patterns reports whether there is a text pattern.
func (p *exchangeRedaction) patterns() bool {
	return slices.ContainsFunc(p.o.Patterns, func(q Pattern) bool { return q.re != nil })
}

// match blanks what text patterns match in a side, across chunk borders.
func (p *exchangeRedaction) match(s wire.Side, list []wire.Chunk) {
	body := slices.Clone(p.w.Body(s))
	hit := false
	for _, q := range p.o.Patterns {
		for _, at := range q.find(body) {
			blankSpan(body, at)
			hit = true
			p.add(wire.Redaction{Place: s.Place(), Name: "text", Offset: int64(at.from), Length: int64(at.to - at.from), Kind: "pattern"})
		}
	}
	for i := 0; hit && i < len(list); i++ {
		n := len(list[i].Data)
		list[i].Data, body = body[:n:n], body[n:]
	}
}

// redactEncoded searches a compressed body for text patterns. A match cannot be blanked without changing every
// length, so it blanks the whole body.
func (p *exchangeRedaction) redactEncoded(s wire.Side, h http.Header) {
	body := p.w.Body(s)
	whole := wire.Redaction{Place: s.Place(), Name: "body", Offset: 0, Length: int64(len(body)), Kind: "encoded"}
	if !p.patterns() || p.wasRedacted(whole) {
		return
	}
	plain, err := coding.Decode(h, body, coding.NewBudget(coding.MaxDecodedBytes))
	if errors.Is(err, coding.ErrUnknown) || err != nil && (errors.Is(err, coding.ErrTooLong) || len(plain) == 0 || &plain[0] == &body[0]) {
		p.notes["body with Content-Encoding "+clip.Bytes(h.Get("Content-Encoding"), 40)]++
		return
	}
	if !slices.ContainsFunc(p.o.Patterns, func(q Pattern) bool { return len(q.find(plain)) > 0 }) {
		return
	}
	for i := range p.w.Sides[s] {
		c := &p.w.Sides[s][i]
		c.Data = []byte(strings.Repeat("*", len(c.Data)))
	}
	p.add(whole)
}
