package redact

import (
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
	text  textMode
	plain *Redactor // by text

	head       []byte // of the current frame, as far as it was read
	mask       [4]byte
	size       int64 // bytes of payload still to come
	seen       int   // bytes of payload seen
	fin        bool  // the frame ends its message
	data       bool  // the frame is one of a message, not a control frame
	compressed bool  // the message is compressed
	opaque     bool  // an unknown extension has changed the message

	out        []byte // settled in this read
	held       []byte // kept back: a compressed message, with what came between its frames
	filledHeld []byte // the same with filler for its payload
	from       int64  // offset of held
	payload    []byte // compressed payload that was not inspected

	decoder *stage    // decodes all messages of this direction
	decoded *Redactor // what is found in them
	budget  *coding.Budget
	reason  string         // why compressed messages are filler; "" while they are not
	filled  wire.Redaction // a run of filler that goes on
}

func newSocketBody(r *Redactor, ts textSecrets) *socketBody {
	m := &socketBody{r: r, text: textMode{secrets: ts}, budget: coding.NewBudget(coding.ReadLimit)}
	m.plain = r.with(&m.text)
	return m
}

func (m *socketBody) body(l *redactionList, off int64, p []byte) []byte {
	m.out = make([]byte, 0, len(m.held)+len(p))
	for i := range p {
		m.plain.off = off + int64(i)
		m.step(l, p[i])
	}
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
		m.emit(c, c)
		m.header(l, c)
		return
	}
	m.size--
	mask := m.mask[m.seen&3]
	m.seen++
	switch {
	case !m.data:
		m.emit(c, c)
	case m.isFilled():
		m.hide(c, mask)
	case m.compressed:
		m.emit(c, filler^mask)
		m.payload = append(m.payload, c^mask)
	default:
		w := m.text.step(m.plain, c^mask) ^ mask
		m.emit(w, w)
	}
	switch {
	case m.size > 0:
	case m.data && m.fin:
		m.messageEnds(l)
	default:
		m.inspect()
	}
}

// emit gives a byte, or keeps it back with what would be written in its place.
func (m *socketBody) emit(c, instead byte) {
	if m.compressed && m.reason == "" {
		m.held, m.filledHeld = append(m.held, c), append(m.filledHeld, instead)
		return
	}
	m.out = append(m.out, c)
}

func (m *socketBody) hide(c, mask byte) {
	why := m.reason
	if why == "" {
		why = "changed by an extension that is not known"
	}
	m.note(m.plain.off, why)
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
	m.from = m.plain.off + 1
}

// messageEnds ends the message under way, if there is one.
func (m *socketBody) messageEnds(l *redactionList) {
	m.text.reset(m.plain)
	if m.compressed && m.reason == "" {
		m.payload = append(m.payload, 0, 0, 0xff, 0xff) // which its sender leaves off
		if m.inspect(); m.reason == "" {
			m.release()
			m.decoded.mode.reset(m.decoded)
		}
	}
	m.compressed, m.opaque = false, false
	m.report(l)
}

// release lets go what was kept back: as it came, or as filler.
func (m *socketBody) release() {
	if m.reason == "" {
		m.out = append(m.out, m.held...)
	} else {
		m.out = append(m.out, m.filledHeld...)
		for i := range m.held {
			if m.held[i] != m.filledHeld[i] {
				m.note(m.from+int64(i), m.reason)
			}
		}
	}
	m.held, m.filledHeld = m.held[:0], m.filledHeld[:0]
}

// inspect decodes what came of a compressed payload and looks for secrets.
func (m *socketBody) inspect() {
	if len(m.payload) == 0 {
		return
	}
	if m.decoder == nil {
		m.decoded = m.r.with(&textMode{secrets: m.text.secrets})
		m.decoder = newStage(messageCoding, m.budget, func(p []byte) { m.decoded.Body(p) })
	}
	m.budget.Earn(len(m.payload))
	m.decoder.Feed(m.payload)
	m.payload = m.payload[:0]
	switch {
	case m.decoded.hasRedacted():
		m.reason = "holds " + m.decoded.first()
	case m.budget.Exceeded():
		m.reason = tooLarge
	case m.decoder.broken:
		m.reason = notUndone
	case len(m.held) > maxHeld:
		m.reason = tooLong
	}
	if m.reason != "" {
		m.decoder.Close()
		m.release()
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
