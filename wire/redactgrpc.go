package wire

import (
	"encoding/binary"
	"net/http"
	"slices"
)

// NewGRPCRedactor is NewRedactor for a stream of gRPC messages. Filler takes the
// place of a field's bytes, so that a message stays one that can be read. coding
// is the stream's Grpc-Encoding, by which single messages may be compressed;
// those are treated as by NewCodedRedactor, which gets open. Close the Redactor.
func NewGRPCRedactor(fields []Field, coding string, open Opener, key []byte, where string) *Redactor {
	return &Redactor{key: key, where: where, whole: &framedBody{fields: fields, coding: coding, open: open, key: key, where: where}}
}

// framedBody takes a stream of gRPC messages apart and looks into each.
type framedBody struct {
	fields []Field
	coding string
	open   Opener
	key    []byte
	where  string

	head []byte
	left int64     // bytes of the message still to come
	base int64     // offset in the body at which it began
	in   *Redactor // of the message, nil when it cannot be looked at
	done []Redaction

	undone int64 // bytes decompressed so far; the limit is of the whole stream
}

func (b *framedBody) body(off int64, p []byte) []byte {
	out := p
	for at := 0; at < len(p); {
		if b.left == 0 {
			b.head = append(b.head, p[at])
			if at++; len(b.head) == grpcHead {
				b.begin(off + int64(at))
			}
			continue
		}
		n := int(min(b.left, int64(len(p)-at)))
		if b.in != nil {
			if w := b.in.Body(p[at : at+n]); &w[0] != &p[at] {
				if &out[0] == &p[0] {
					out = slices.Clone(p)
				}
				copy(out[at:], w)
			}
		}
		at += n
		if b.left -= int64(n); b.left == 0 {
			b.close()
		}
	}
	return out
}

// begin starts a message at an offset in the body.
func (b *framedBody) begin(at int64) {
	b.base, b.left = at, int64(binary.BigEndian.Uint32(b.head[1:]))
	packed := b.head[0]&1 != 0
	b.head = b.head[:0]
	if b.left == 0 {
		return
	}
	fresh := func() *Redactor {
		return &Redactor{key: b.key, where: b.where, mode: newFieldMode(b.fields)}
	}
	if b.in = fresh(); packed {
		b.in = NewCodedRedactor(http.Header{"Content-Encoding": {b.coding}}, fresh, b.open)
		if c, ok := b.in.whole.(*codedBody); ok {
			c.seen, c.hiding = b.undone, b.undone > codedLimit
		}
	}
}

// found has its offsets in the body, those of the message under way included.
func (b *framedBody) found() []Redaction {
	if b.in == nil {
		return b.done
	}
	all := b.done[:len(b.done):len(b.done)]
	for _, r := range b.in.Found() {
		r.Offset += b.base
		all = append(all, r)
	}
	return all
}

// close ends the message under way. done grows in place: a copy for each
// message would be quadratic.
func (b *framedBody) close() {
	if b.in == nil {
		return
	}
	for _, r := range b.in.Found() {
		r.Offset += b.base
		b.done = append(b.done, r)
	}
	if c, ok := b.in.whole.(*codedBody); ok {
		b.undone = c.seen
	}
	b.in.Close()
	b.in = nil
}
