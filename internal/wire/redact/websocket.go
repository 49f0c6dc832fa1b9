package redact

import (
	"bytes"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// socketWalk walks the frames of a WebSocket (RFC 6455 §5) and each message, text or binary, as text. It
// masks masked payloads again. It holds back a compressed message (RFC 7692) until it is complete: if it has
// a secret, its payload and those of all later compressed messages are filler, because each may refer to
// earlier ones. Payloads that an unknown extension changed are filler too.
type socketWalk struct {
	text   textWalk
	look   *inspector // for the compressed messages of this direction
	budget *coding.Budget
	reason string // why compressed messages are filler; "" if they are not

	head        []byte // head of the current frame, as far as it was read
	mask        [4]byte
	size        int64 // bytes of payload not yet read
	payloadSeen int   // bytes of payload seen
	fin         bool  // the frame ends its message
	data        bool  // the frame belongs to a message; it is not a control frame
	packed      bool  // the message is compressed
	opaque      bool  // an unknown extension has changed the message
	pieces      []piece
	own         bool // r.input is a copy, which may be changed
}

// piece is a piece of payload of the compressed message that is held back.
type piece struct {
	from, to int64 // offsets in the body
	mask     [4]byte
	scanned  int
}

func (w *socketWalk) reset(r *Redactor) {
	if w.packed && w.reason == "" { // a truncated message cannot be inspected
		w.reason = detailTruncated
		w.give(r)
	}
	w.text.reset(r)
	if w.look != nil {
		w.look.Close()
	}
}

func (w *socketWalk) walk(r *Redactor, i, to int) {
	w.own = false
	for i < to {
		end := i + 1
		if w.size == 0 {
			w.head = append(w.head, r.input[i])
			if h, ok := wire.ReadSocketHead(w.head); ok {
				w.begin(r, h)
				if w.packed && w.reason == "" {
					r.hold(i + 1)
				}
			}
		} else {
			end = i + int(min(w.size, int64(to-i)))
			w.payload(r, i, end)
			w.size -= int64(end - i)
			w.payloadSeen += end - i
		}
		if i = end; w.size == 0 && len(w.head) == 0 && w.data && w.fin {
			w.messageEnds(r)
		}
	}
}

func (w *socketWalk) begin(r *Redactor, h wire.SocketHead) {
	w.head, w.mask = w.head[:0], [4]byte{}
	copy(w.mask[:], h.Mask)
	w.size, w.payloadSeen, w.data = h.Size, 0, !h.IsControl()
	if !w.data {
		return
	}
	if w.fin = h.Fin; h.Op != 0 {
		if w.packed || w.opaque || w.text.walker != nil {
			w.messageEnds(r)
			w.fin = h.Fin
		}
		w.packed, w.opaque = h.RSV == 0x40, h.RSV&^0x40 != 0
	}
}

func (w *socketWalk) payload(r *Redactor, i, end int) {
	p := piece{r.off + int64(i), r.off + int64(end), w.mask, w.payloadSeen}
	switch {
	case !w.data:
	case w.opaque:
		w.drop(r, p, "changed by an unknown extension")
	case w.packed && w.reason != "":
		w.drop(r, p, w.reason)
	case w.packed:
		w.pieces = append(w.pieces, p)
		b := bytes.Clone(r.input[i:end])
		p.apply(b)
		w.inspect(r, b)
	case w.mask == [4]byte{}:
		w.text.walk(r, i, end)
	default:
		if !w.own {
			w.own, r.input, r.output = true, bytes.Clone(r.input), bytes.Clone(r.output)
		}
		p.apply(r.input[i:end])
		p.apply(r.output[i:end])
		w.text.walk(r, i, end)
		p.apply(r.input[i:end])
		p.apply(r.output[i:end])
	}
}

// apply masks or unmasks payload.
func (p piece) apply(b []byte) {
	for k := range b {
		b[k] ^= p.mask[(p.scanned+k)&3]
	}
}

func (w *socketWalk) drop(r *Redactor, p piece, why string) {
	i, end := int(p.from-r.off), int(p.to-r.off)
	r.drop(i, end, "encoded message", why, filler)
	p.apply(r.output[i:end])
}

// inspect decodes more of a compressed message and searches it for secrets.
func (w *socketWalk) inspect(r *Redactor, b []byte) {
	if w.look == nil {
		text := w.text
		w.look = newInspector(messageCoding, w.budget, r.nested(&text))
	}
	w.budget.Earn(len(b))
	w.look.Feed(b)
	if w.reason = w.look.reason(); w.reason == "" && len(r.input)-r.free > maxBuffered {
		w.reason = detailTooLong
	}
	if w.reason != "" {
		w.give(r)
	}
}

// give releases what was held back: unchanged, or as filler.
func (w *socketWalk) give(r *Redactor) {
	for _, p := range w.pieces {
		if w.reason != "" {
			w.drop(r, p, w.reason)
		}
	}
	w.pieces, r.isHolding = w.pieces[:0], false
}

func (w *socketWalk) messageEnds(r *Redactor) {
	if w.packed && w.reason == "" {
		if w.inspect(r, []byte{0, 0, 0xff, 0xff}); w.reason == "" { // the sender omits these bytes
			w.give(r)
			w.look.text.walker.reset(w.look.text)
		}
	}
	w.text.reset(r)
	r.end()
	w.packed, w.opaque, w.fin = false, false, false
}
