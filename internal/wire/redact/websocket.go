package redact

import (
	"bytes"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// socketBody walks the frames of a WebSocket (RFC 6455 §5) and redacts each message,
// text or binary, as text. Masked payloads are masked again. A compressed message (RFC
// 7692) is kept back until it is whole: with a secret in it, its payload and those of all
// later compressed ones are filler, since each may refer to those before it. So are
// payloads of messages that an unknown extension has changed.
type socketBody struct {
	r     *Redactor // of the direction; it has the list
	plain *Redactor // of messages that are not compressed
	at    int64     // offset of the byte that is read

	head       []byte // of the current frame, as far as it was read
	mask       [4]byte
	size       int64 // bytes of payload still to come
	seen       int   // bytes of payload seen
	fin        bool  // the frame ends its message
	data       bool  // the frame is one of a message, not a control frame
	compressed bool  // the message is compressed
	opaque     bool  // an unknown extension has changed the message

	out     []byte       // settled in this read
	waiting []socketByte // for what is kept back of a message, and what came after it
	from    int64        // offset of waiting, where the message is compressed
	payload []byte       // payload that was not inspected

	decoder *stage    // decodes all messages of this direction
	decoded *Redactor // what is found in them
	budget  *coding.Budget
	reason  string         // why compressed messages are filler; "" while they are not
	filled  wire.Redaction // a run of filler that goes on
}

// socketByte is a byte of a frame, as it came. That of a payload that is looked into is masked.
type socketByte struct {
	c, mask byte
	payload bool
}

func newSocketBody(r *Redactor, ts textSecrets) *socketBody {
	return &socketBody{r: r, plain: r.with(&textMode{secrets: ts}), decoded: r.with(&textMode{secrets: ts}), budget: coding.NewBudget(coding.ReadLimit)}
}

func (m *socketBody) body(l *redactionList, off int64, p []byte) []byte {
	m.out = make([]byte, 0, len(m.waiting)+len(p))
	for i, c := range p {
		m.at = off + int64(i)
		m.step(l, c)
	}
	m.at = off + int64(len(p))
	m.inspect()
	m.report(l)
	return m.out
}

// report adds what was found in messages that are not compressed to the list.
func (m *socketBody) report(l *redactionList) {
	for _, x := range m.plain.Take() {
		l.add(x)
	}
	if m.filled.Length > 0 && !m.isFilled() {
		l.add(m.filled)
		m.filled = wire.Redaction{}
	}
}

// isFilled reports whether the current message is filler.
func (m *socketBody) isFilled() bool { return m.opaque || m.compressed && m.reason != "" }

func (m *socketBody) step(l *redactionList, c byte) {
	if m.size == 0 {
		m.wait(socketByte{c: c})
		m.header(l, c)
		return
	}
	m.size--
	mask := m.mask[m.seen&3]
	m.seen++
	switch {
	case !m.data:
		m.wait(socketByte{c: c})
	case m.isFilled():
		m.hide(mask)
	default:
		m.wait(socketByte{c, mask, true})
		m.payload = append(m.payload, c^mask)
	}
	switch {
	case m.size > 0:
		return
	case m.data && m.fin:
		m.at++
		m.messageEnds(l)
		m.at--
	default:
		m.at++
		m.inspect()
		m.at--
	}
}

// wait puts a byte behind those that are kept back.
func (m *socketBody) wait(b socketByte) {
	if len(m.waiting) == 0 && !b.payload {
		m.out = append(m.out, b.c)
		return
	}
	if len(m.waiting) == 0 {
		m.from = m.at
	}
	m.waiting = append(m.waiting, b)
}

// settle gives bytes of a payload, and what was read between them and after them.
func (m *socketBody) settle(payload []byte) {
	n := 0
	for _, b := range m.waiting {
		if b.payload && len(payload) == 0 {
			break
		}
		n++
		if b.payload {
			b.c, payload = payload[0]^b.mask, payload[1:]
		}
		m.out = append(m.out, b.c)
	}
	m.waiting = m.waiting[:copy(m.waiting, m.waiting[n:])]
}

func (m *socketBody) hide(mask byte) {
	why := m.reason
	if why == "" {
		why = "changed by an extension that is not known"
	}
	m.note(m.at, why)
	m.out = append(m.out, filler^mask)
}

// note tells of a byte of filler. Filler of one message may have gaps.
func (m *socketBody) note(at int64, why string) {
	if m.filled.Length == 0 {
		m.filled = wire.Redaction{Where: m.r.where, Name: "encoded message", Offset: at, Kind: encoded, Detail: why}
	}
	m.filled.Length = at + 1 - m.filled.Offset
}

func (m *socketBody) header(l *redactionList, c byte) {
	m.head = append(m.head, c)
	h, ok := wire.ReadSocketHead(m.head)
	if !ok {
		return
	}
	m.mask = [4]byte{}
	copy(m.mask[:], h.Mask)
	m.size, m.seen, m.data = h.Size, 0, !h.Control()
	if m.data {
		m.dataFrame(l, h)
	}
	m.head = m.head[:0]
	if m.size == 0 && m.data && m.fin {
		m.messageEnds(l)
	}
}

// dataFrame is the head of a frame of a message.
func (m *socketBody) dataFrame(l *redactionList, h wire.SocketHead) {
	m.fin = h.Fin
	if h.Op == 0 {
		return
	}
	m.messageEnds(l)
	m.compressed, m.opaque = h.RSV == 0x40, h.RSV&^0x40 != 0
}

// messageEnds ends the message under way, if there is one.
func (m *socketBody) messageEnds(l *redactionList) {
	if m.compressed && m.reason == "" {
		m.payload = append(m.payload, 0, 0, 0xff, 0xff) // which its sender leaves off
	}
	m.inspect()
	switch {
	case !m.compressed:
		m.settle(m.plain.flush())
		m.plain.mode.reset(m.plain)
	case m.reason == "":
		m.decoded.flush()
		m.judge()
		m.release()
		m.decoded.mode.reset(m.decoded)
	}
	m.compressed, m.opaque = false, false
	m.report(l)
}

// release lets go a compressed message that was kept back: as it came, or as filler.
func (m *socketBody) release() {
	for i, b := range m.waiting {
		if b.payload && m.reason != "" {
			m.note(m.from+int64(i), m.reason)
			b.c = filler ^ b.mask
		}
		m.out = append(m.out, b.c)
	}
	m.waiting = m.waiting[:0]
}

// inspect takes the secrets out of what came of a payload, or looks for them where that is
// compressed.
func (m *socketBody) inspect() {
	p := m.payload
	m.payload = m.payload[:0]
	switch {
	case len(p) == 0:
	case !m.compressed:
		m.plain.off = m.at - int64(len(p))
		m.settle(m.plain.Body(bytes.Clone(p)))
	default:
		if m.decoder == nil {
			m.decoder = newStage(messageCoding, m.budget, func(p []byte) { m.decoded.Body(p) })
		}
		m.budget.Earn(len(p))
		m.decoder.Feed(p)
		if m.judge(); m.reason != "" {
			m.release()
		}
	}
}

// judge decides whether compressed messages can be kept.
func (m *socketBody) judge() {
	switch {
	case m.decoded.found():
		m.reason = "holds " + m.decoded.first()
	case m.budget.Exceeded():
		m.reason = tooLarge
	case m.decoder.broken:
		m.reason = notUndone
	case len(m.waiting) > maxHeld:
		m.reason = tooLong
	}
	if m.reason != "" {
		m.decoder.Close()
	}
}

func (m *socketBody) pending() (wire.Redaction, bool) {
	if m.filled.Length > 0 {
		return m.filled, true
	}
	return m.plain.Pending()
}

func (m *socketBody) close(l *redactionList) []byte {
	m.out = nil
	if m.compressed && m.reason == "" { // a truncated message cannot be inspected
		m.reason = cutShort
		m.release()
	}
	m.messageEnds(l)
	m.plain.Close()
	m.report(l)
	if m.decoder != nil {
		m.decoder.Close()
	}
	return m.out
}
