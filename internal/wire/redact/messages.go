package redact

import (
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// messageMode walks the frames of a WebSocket (RFC 6455 §5) and shows each message,
// text or binary, to a textMode. Masked payloads are masked again. Messages that
// were compressed (RFC 7692) are kept back until all of one is there: with a
// secret in it, the payloads of that and of all later compressed ones are filler,
// since each may refer to those before it. So are those of messages that an
// extension nobody knows has changed.
type messageMode struct {
	r    *Redactor // of the direction; it has the list
	text textMode
	walk *Redactor // by text

	head   []byte // of the current frame, as far as it was read
	mask   [4]byte
	size   int64 // bytes of payload still to come
	at     int   // bytes of payload seen
	fin    bool  // the frame ends its message
	data   bool  // the frame is one of a message, not a control frame
	packed bool  // the message is compressed
	alien  bool  // the message cannot be understood

	out   []byte // settled in this read
	held  []byte // kept back: a compressed message, with what came between its frames
	cover []byte // the same with filler for its payload
	from  int64  // offset of held
	bare  []byte // compressed payload that was not looked at

	unpack *stage    // undoes the compression of all messages of this direction
	look   *Redactor // what is found in them
	spent  *coding.Budget
	hiding string         // why what is compressed is filler; "" as long as it is not
	filled wire.Redaction // a run of filler that goes on
}

func newMessages(r *Redactor, how textPlaces) *messageMode {
	m := &messageMode{r: r, text: textMode{how: how}, spent: coding.NewBudget(coding.ReadLimit)}
	m.walk = &Redactor{key: r.key, where: r.where, mode: &m.text}
	return m
}

func (m *messageMode) body(l *redactionList, off int64, p []byte) []byte {
	m.out = make([]byte, 0, len(m.held)+len(p))
	for i := range p {
		m.walk.off = off + int64(i)
		m.step(l, p[i])
	}
	m.undo()
	m.told(l)
	return m.out
}

// told hands on what was found in messages that are not compressed.
func (m *messageMode) told(l *redactionList) {
	for _, x := range m.walk.Take() {
		l.add(x)
	}
	if m.filled.Length > 0 && !m.covers() {
		l.add(m.filled)
		m.filled = wire.Redaction{}
	}
}

// covers reports that filler goes on in the message under way.
func (m *messageMode) covers() bool { return m.alien || m.packed && m.hiding != "" }

func (m *messageMode) step(l *redactionList, c byte) {
	if m.size == 0 {
		m.emit(c, c)
		m.header(l, c)
		return
	}
	m.size--
	mask := m.mask[m.at&3]
	m.at++
	switch {
	case !m.data:
		m.emit(c, c)
	case m.alien, m.packed && m.hiding != "":
		m.hide(c, mask)
	case m.packed:
		m.emit(c, filler^mask)
		m.bare = append(m.bare, c^mask)
	default:
		w := m.text.step(m.walk, c^mask) ^ mask
		m.emit(w, w)
	}
	switch {
	case m.size > 0:
	case m.data && m.fin:
		m.messageEnds(l)
	default:
		m.undo()
	}
}

// emit gives a byte, or keeps it back with what would be written in its place.
func (m *messageMode) emit(c, instead byte) {
	if m.packed && m.hiding == "" {
		m.held, m.cover = append(m.held, c), append(m.cover, instead)
		return
	}
	m.out = append(m.out, c)
}

func (m *messageMode) hide(c, mask byte) {
	why := m.hiding
	if why == "" {
		why = "changed by an extension that is not known"
	}
	m.note(m.walk.off, why)
	m.out = append(m.out, filler^mask)
}

// note tells of a byte of filler. Filler of one message may have gaps.
func (m *messageMode) note(at int64, why string) {
	if m.filled.Length == 0 {
		m.filled = wire.Redaction{Where: m.r.where, Name: "encoded message", Offset: at, Kind: encoded, Detail: why}
	}
	m.filled.Length = at + 1 - m.filled.Offset
}

func (m *messageMode) header(l *redactionList, c byte) {
	m.head = append(m.head, c)
	h, ok := wire.ReadSocketHead(m.head)
	if !ok {
		return
	}
	m.mask = [4]byte{}
	copy(m.mask[:], h.Mask)
	m.size, m.at, m.data = h.Size, 0, !h.Control()
	if m.data {
		m.dataFrame(l, h)
	}
	m.head = m.head[:0]
	if m.size == 0 && m.data && m.fin {
		m.messageEnds(l)
	}
}

// dataFrame is the head of a frame of a message.
func (m *messageMode) dataFrame(l *redactionList, h wire.SocketHead) {
	m.fin = h.Fin
	if h.Op == 0 {
		return
	}
	m.messageEnds(l)
	m.packed, m.alien = h.RSV == 0x40, h.RSV&^0x40 != 0
	m.from = m.walk.off + 1
}

// messageEnds ends the message under way, if there is one.
func (m *messageMode) messageEnds(l *redactionList) {
	m.text.reset(m.walk)
	if m.packed && m.hiding == "" {
		m.bare = append(m.bare, 0, 0, 0xff, 0xff) // which its sender leaves off
		if m.undo(); m.hiding == "" {
			m.release()
			m.look.mode.reset(m.look)
		}
	}
	m.packed, m.alien = false, false
	m.told(l)
}

// release lets go what was kept back: as it came, or as filler.
func (m *messageMode) release() {
	if m.hiding == "" {
		m.out = append(m.out, m.held...)
	} else {
		m.out = append(m.out, m.cover...)
		for i := range m.held {
			if m.held[i] != m.cover[i] {
				m.note(m.from+int64(i), m.hiding)
			}
		}
	}
	m.held, m.cover = m.held[:0], m.cover[:0]
}

// undo looks at what came of a compressed payload.
func (m *messageMode) undo() {
	if len(m.bare) == 0 {
		return
	}
	if m.unpack == nil {
		m.look = &Redactor{key: m.r.key, where: m.r.where, mode: &textMode{how: m.text.how}}
		m.unpack = newStage(messageCoding, m.spent, func(p []byte) { m.look.Body(p) })
	}
	m.spent.Earn(len(m.bare))
	m.unpack.Feed(m.bare)
	m.bare = m.bare[:0]
	switch {
	case m.look.found():
		m.hiding = "holds " + m.look.first()
	case m.spent.Exceeded():
		m.hiding = "unfolds to more than is looked into"
	case m.unpack.broken:
		m.hiding = "could not be undone"
	case len(m.held) > heldMost:
		m.hiding = "could not be looked into before it was kept"
	}
	if m.hiding != "" {
		m.unpack.Close()
		m.release()
	}
}

func (m *messageMode) pending() (wire.Redaction, bool) {
	if m.filled.Length > 0 {
		return m.filled, true
	}
	return m.walk.Pending()
}

func (m *messageMode) close(l *redactionList) []byte {
	m.out = nil
	if m.packed && m.hiding == "" { // a message that is cut is nobody's to read
		m.hiding = "ends before all of it came"
		m.release()
	}
	m.messageEnds(l)
	m.walk.Close()
	m.told(l)
	if m.unpack != nil {
		m.unpack.Close()
	}
	return m.out
}
