package redact

import (
	"encoding/binary"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/wire"
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
	in   *Redactor // of the message, nil between messages
	bare *Redactor // walks one message after the other; nil before the first

	undone int64 // bytes decompressed so far; the limit is of the whole stream
}

func (b *framedBody) body(l *redactionList, off int64, p []byte) []byte {
	out := p
	for at := 0; at < len(p); {
		if b.left == 0 {
			b.head = append(b.head, p[at])
			if at++; len(b.head) == wire.GRPCHead {
				b.begin(off + int64(at))
			}
			continue
		}
		n := int(min(b.left, int64(len(p)-at)))
		if w := b.in.Body(p[at : at+n]); &w[0] != &p[at] {
			if &out[0] == &p[0] {
				out = slices.Clone(p)
			}
			copy(out[at:], w)
		}
		at += n
		if b.left -= int64(n); b.left == 0 {
			b.close(l)
		}
	}
	return out
}

// begin starts a message at an offset in the body.
func (b *framedBody) begin(at int64) {
	b.base, b.left = at, int64(binary.BigEndian.Uint32(b.head[1:]))
	packed := b.head[0]&1 != 0
	b.head = b.head[:0]
	switch {
	case b.left == 0:
	case packed:
		b.in = NewCodedRedactor(http.Header{"Content-Encoding": {b.coding}}, b.message, b.open)
		if c, ok := b.in.whole.(*codedBody); ok {
			c.seen, c.hiding = b.undone, b.undone > codedLimit
		}
	default:
		if b.bare == nil {
			b.bare = b.message()
		}
		b.in = b.bare
	}
}

// message returns a Redactor of one message as it is without compression.
func (b *framedBody) message() *Redactor {
	return &Redactor{key: b.key, where: b.where, mode: newFieldMode(b.fields)}
}

func (b *framedBody) pending() (wire.Redaction, bool) {
	if b.in == nil {
		return wire.Redaction{}, false
	}
	x, ok := b.in.Pending()
	x.Offset += b.base
	return x, ok
}

// close ends the message under way.
func (b *framedBody) close(l *redactionList) {
	if b.in == nil {
		return
	}
	b.in.Close()
	for _, x := range b.in.Take() {
		x.Offset += b.base
		l.add(x)
	}
	if c, ok := b.in.whole.(*codedBody); ok {
		b.undone = c.seen
	}
	if b.in == b.bare {
		b.in.off, b.in.list = 0, redactionList{}
		b.in.mode.(*fieldMode).reset()
	}
	b.in = nil
}
