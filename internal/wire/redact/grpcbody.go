package redact

import (
	"encoding/binary"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// grpcBody redacts each message of a gRPC stream. Filler replaces the bytes of a field,
// so that a message can still be read. A compressed message is kept back until it is
// whole; one with a secret is filler as a whole.
type grpcBody struct {
	r        *Redactor // of the body; it has the list
	fields   []Field
	secrets  textSecrets
	encoding string // the stream's Grpc-Encoding

	head          []byte
	left          int64     // bytes of the message still to come
	base          int64     // offset in the body at which it began
	message       *Redactor // of the message, nil between messages
	fieldRedactor *Redactor // walks one message after the other; nil before the first

	compressed bool // the message is compressed
	hiding     bool // what comes of it is filler
	held       []byte
	budget     *coding.Budget
}

func (b *grpcBody) body(l *redactionList, off int64, p []byte) []byte {
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
		give(from, at, b.redactMessage(l, p[from:at]))
	}
	return out
}

// begin starts a message at an offset in the body.
func (b *grpcBody) begin(at int64) {
	b.base, b.left = at, int64(binary.BigEndian.Uint32(b.head[1:]))
	b.compressed, b.hiding = b.head[0]&1 != 0 && b.encoding != "identity", false
	b.head = b.head[:0]
}

// redactMessage takes more of a redactMessage and returns what is settled of it.
func (b *grpcBody) redactMessage(l *redactionList, p []byte) []byte {
	switch {
	case b.hiding:
		return fill(make([]byte, len(p)))
	case b.compressed:
		return b.hold(l, p)
	}
	if b.message == nil {
		b.message = b.messageRedactor(p[0])
	}
	out := b.message.Body(p)
	if b.left == 0 {
		b.endMessage(l)
	}
	return out
}

// messageRedactor returns a Redactor for a message that begins with c: for protobuf
// fields, or for text, which begins as no field does.
func (b *grpcBody) messageRedactor(c byte) *Redactor {
	if c == '{' || c == '[' {
		return b.r.with(&textMode{secrets: b.secrets})
	}
	if b.fieldRedactor == nil {
		b.fieldRedactor = b.r.with(newFieldMode(b.fields))
	}
	return b.fieldRedactor
}

// hold keeps a compressed message back until it is whole.
func (b *grpcBody) hold(l *redactionList, p []byte) []byte {
	b.held = append(b.held, p...)
	b.budget.Earn(len(p))
	if b.left > 0 && len(b.held) <= maxHeld {
		return nil
	}
	x := wire.Redaction{Where: b.r.where, Name: "encoded body", Offset: b.base, Length: int64(len(b.held)) + b.left, Kind: encoded}
	out := b.held
	b.held = nil
	switch name, why := b.inspect(out); {
	case b.left > 0:
		x.Detail = tooLong
	case why != "":
		x.Detail = why
	case name != "":
		x.Detail = "holds " + name
	default:
		return out
	}
	l.add(x)
	b.hiding = true
	return fill(out)
}

// inspect decodes a message and looks for secrets. why says why it could not.
func (b *grpcBody) inspect(message []byte) (name, why string) {
	if b.left > 0 || !slices.Contains(decodable, b.encoding) {
		return "", notLookedInto
	}
	var in *Redactor
	s := newStage(b.encoding, b.budget, func(p []byte) {
		if in == nil {
			in = b.messageRedactor(p[0])
		}
		in.Body(p)
	})
	s.Feed(message)
	s.Close()
	switch {
	case b.budget.Exceeded():
		why = tooLarge
	case s.broken || !s.clear():
		why = notUndone
	}
	if in != nil {
		in.Close()
		name = in.first()
		b.reuse(in)
	}
	return name, why
}

func (b *grpcBody) pending() (wire.Redaction, bool) {
	if b.message == nil {
		return wire.Redaction{}, false
	}
	x, ok := b.message.Pending()
	x.Offset += b.base
	return x, ok
}

// endMessage ends the message under way.
func (b *grpcBody) endMessage(l *redactionList) {
	if b.message == nil {
		return
	}
	b.message.Close()
	for _, x := range b.message.Take() {
		x.Offset += b.base
		l.add(x)
	}
	b.reuse(b.message)
	b.message = nil
}

// reuse prepares fieldRedactor for the next message.
func (b *grpcBody) reuse(in *Redactor) {
	if in == b.fieldRedactor {
		in.off, in.list = 0, redactionList{}
		in.mode.reset(in)
	}
}

func (b *grpcBody) close(l *redactionList) []byte {
	rest := b.held
	if b.held = nil; len(rest) > 0 { // a truncated message cannot be inspected
		l.add(wire.Redaction{Where: b.r.where, Name: "encoded body", Offset: b.base, Length: int64(len(rest)), Kind: encoded, Detail: cutShort})
		fill(rest)
	}
	b.endMessage(l)
	return rest
}
