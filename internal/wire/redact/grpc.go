package redact

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// framedBody takes a stream of gRPC messages apart and looks into each. Filler
// takes the place of a field's bytes, so that a message stays one that can be
// read. A compressed message is kept back until all of it is there; with a secret
// in it, it is filler as a whole.
type framedBody struct {
	r       *Redactor // of the body; it has the list
	fields  []Field
	how     textPlaces
	packing string // the stream's Grpc-Encoding

	head []byte
	left int64     // bytes of the message still to come
	base int64     // offset in the body at which it began
	in   *Redactor // of the message, nil between messages
	bare *Redactor // walks one message after the other; nil before the first

	packed bool // the message is compressed
	cover  bool // what comes of it is filler
	held   []byte
	spent  *coding.Budget
}

func (b *framedBody) body(l *redactionList, off int64, p []byte) []byte {
	out, whole := p[:0:0], true // whole: out is p, so far
	give := func(from, to int, w []byte) {
		if same := len(w) == 0 || &w[0] == &p[from]; same && whole && len(w) == to-from {
			out = p[:to]
			return
		}
		if whole {
			out, whole = slices.Clone(out), false
		}
		out = append(out, w...)
	}
	for at := 0; at < len(p); {
		from := at
		if b.left == 0 {
			b.head = append(b.head, p[at])
			if at++; len(b.head) == wire.GRPCHead {
				b.begin(off + int64(at))
			}
			give(from, at, p[from:at])
			continue
		}
		at += int(min(b.left, int64(len(p)-at)))
		b.left -= int64(at - from)
		give(from, at, b.message(l, p[from:at]))
	}
	return out
}

// begin starts a message at an offset in the body.
func (b *framedBody) begin(at int64) {
	b.base, b.left = at, int64(binary.BigEndian.Uint32(b.head[1:]))
	b.packed, b.cover = b.head[0]&1 != 0 && b.packing != "identity", false
	b.head = b.head[:0]
}

// message takes more of a message and returns what is settled of it.
func (b *framedBody) message(l *redactionList, p []byte) []byte {
	switch {
	case b.cover:
		return bytes.Repeat([]byte{filler}, len(p))
	case b.packed:
		return b.keepBack(l, p)
	}
	if b.in == nil {
		b.in = b.fresh(p[0])
	}
	out := b.in.Body(p)
	if b.left == 0 {
		b.done(l)
	}
	return out
}

// fresh returns a Redactor of a message that begins with c: the fields of protocol
// buffers, or text, which begins with what is no field.
func (b *framedBody) fresh(c byte) *Redactor {
	if c == '{' || c == '[' {
		return &Redactor{key: b.r.key, where: b.r.where, mode: &textMode{how: b.how}}
	}
	if b.bare == nil {
		b.bare = &Redactor{key: b.r.key, where: b.r.where, mode: newFieldMode(b.fields)}
	}
	return b.bare
}

// keepBack collects a compressed message.
func (b *framedBody) keepBack(l *redactionList, p []byte) []byte {
	b.held = append(b.held, p...)
	b.spent.Earn(len(p))
	if b.left > 0 && len(b.held) <= heldMost {
		return nil
	}
	x := wire.Redaction{Where: b.r.where, Name: "encoded body", Offset: b.base, Length: int64(len(b.held)) + b.left, Kind: encoded}
	out := b.held
	b.held = nil
	switch name, why := b.look(out); {
	case b.left > 0:
		x.Detail = "could not be looked into before it was kept"
	case why != "":
		x.Detail = why
	case name != "":
		x.Detail = "holds " + name
	default:
		return out
	}
	l.add(x)
	for i := range out {
		out[i] = filler
	}
	b.cover = true
	return out
}

// look undoes a message and looks for secrets. why says that it cannot.
func (b *framedBody) look(message []byte) (name, why string) {
	if b.left > 0 || !undone(b.packing) {
		return "", "in an encoding that cannot be looked into"
	}
	var in *Redactor
	s := newStage(b.packing, b.spent, func(p []byte) {
		if in == nil {
			in = b.fresh(p[0])
		}
		in.Body(p)
	})
	s.Feed(message)
	s.Close()
	switch {
	case b.spent.Exceeded():
		why = "unfolds to more than is looked into"
	case s.broken || !s.clear():
		why = "could not be undone"
	}
	if in != nil {
		in.Close()
		name = in.first()
		b.renew(in)
	}
	return name, why
}

func (b *framedBody) pending() (wire.Redaction, bool) {
	if b.in == nil {
		return wire.Redaction{}, false
	}
	x, ok := b.in.Pending()
	x.Offset += b.base
	return x, ok
}

// done ends the message under way.
func (b *framedBody) done(l *redactionList) {
	if b.in == nil {
		return
	}
	b.in.Close()
	for _, x := range b.in.Take() {
		x.Offset += b.base
		l.add(x)
	}
	b.renew(b.in)
	b.in = nil
}

// renew readies the walk of fields for the next message.
func (b *framedBody) renew(in *Redactor) {
	if in == b.bare {
		in.off, in.list = 0, redactionList{}
		in.mode.reset(in)
	}
}

func (b *framedBody) close(l *redactionList) []byte {
	rest := b.held
	if b.held = nil; len(rest) > 0 { // a message that is cut is nobody's to read
		l.add(wire.Redaction{Where: b.r.where, Name: "encoded body", Offset: b.base, Length: int64(len(rest)), Kind: encoded, Detail: "ends before all of it came"})
		for i := range rest {
			rest[i] = filler
		}
	}
	b.done(l)
	return rest
}
