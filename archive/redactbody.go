package archive

import (
	"bytes"
	"encoding/binary"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/wire"
	"github.com/a2a-console/a2a-console/wire/coding"
	"github.com/a2a-console/a2a-console/wire/redact"
)

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
	framing := wire.FramingOf(h)
	socket := p.w.Response.Status == http.StatusSwitchingProtocols
	if socket {
		framing = wire.WebSocket
	} else if framing == wire.WebSocket { // asked for, and not granted
		framing = wire.Body
	}
	p.take(p.secrets.Redactor(s, redact.BodyKindOf(h, framing), beginning(list), nil), list)
	switch {
	case socket && p.patterns():
		p.notes["WebSocket conversation"]++
	case socket:
	case len(coding.Names(h)) > 0:
		p.encoded(s, h)
	default:
		if framing == wire.GRPC {
			p.unnamed(s)
		}
		if p.patterns() {
			p.match(s, list)
		}
	}
}

// surplus takes the secrets out of what came after the response. One that began in
// the body may end there.
func (p *pass) surplus() {
	h := &p.w.Response
	if len(h.Surplus) == 0 {
		return
	}
	const where = "response.surplus"
	out, found := redact.Lines(h.Surplus, p.secrets, nil, where)
	p.add(found...)
	whole := p.w.Body(wire.Response)
	framing := wire.FramingOf(h.Header)
	if framing == wire.WebSocket { // asked for, and not granted
		framing = wire.Body
	}
	first := whole
	if len(first) == 0 {
		first = out
	}
	if r := p.secrets.Redactor(wire.Response, redact.BodyKindOf(h.Header, framing), first, nil); r != nil {
		all := bytes.Clone(r.Body(whole))
		all = append(all, r.Body(out)...)
		all = append(all, r.Close()...)
		if tail := all[len(whole):]; !bytes.Equal(tail, out) {
			out = tail
			p.add(wire.Redaction{Where: where, Name: "body", Length: int64(len(out)), Kind: "several"})
		}
	}
	h.Surplus = []byte(p.text(string(out), where, "text"))
}

// beginning is the first read that has bytes.
func beginning(list []wire.Chunk) []byte {
	for _, c := range list {
		if len(c.Data) > 0 {
			return c.Data
		}
	}
	return nil
}

// take takes out what r finds; nil finds nothing.
func (p *pass) take(r *redact.Redactor, list []wire.Chunk) {
	if r == nil {
		return
	}
	var body []byte
	for i := range list {
		body = append(body, r.Body(list[i].Data)...)
	}
	body = append(body, r.Close()...)
	for i := range list {
		n := len(list[i].Data)
		list[i].Data, body = body[:n:n], body[n:]
	}
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

// encoded looks for text patterns in a compressed body. What they match in it
// cannot be taken out without changing every length, so the body goes as a whole.
func (p *pass) encoded(s wire.Side, h http.Header) {
	body := p.w.Body(s)
	whole := wire.Redaction{Where: s.Place(), Name: "body", Offset: 0, Length: int64(len(body)), Kind: "encoded"}
	if !p.patterns() || p.known(whole) {
		return
	}
	plain, err := coding.Decode(h, body, coding.NewBudget(coding.ReadLimit))
	if errors.Is(err, coding.ErrUnknown) || err != nil && (errors.Is(err, coding.ErrTooLong) || len(plain) == 0 || &plain[0] == &body[0]) {
		p.notes["body with Content-Encoding "+clip(h.Get("Content-Encoding"), 40)]++
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
