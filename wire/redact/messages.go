package redact

import "github.com/a2a-console/a2a-console/wire"

// messageMode walks the frames of a WebSocket (RFC 6455 §5) and shows each text
// message to jsonMode as one document. Masked payloads are masked again.
// Messages that were compressed (RFC 7692) are undone to look into them: from the
// read on that shows a secret in one, the payloads of all compressed ones are
// filler, since each may refer to those before it. So are messages that an
// extension nobody knows has changed.
type messageMode struct {
	json   *jsonMode
	head   []byte // of the current frame, as far as it was read
	mask   [4]byte
	size   int64 // bytes of payload still to come
	at     int   // bytes of payload seen
	fin    bool  // the frame ends its message
	text   bool  // the message is one to look at
	data   bool  // the frame is one of a message, not a control frame
	packed bool  // the message is compressed
	alien  bool  // the message cannot be understood

	unpack *feeder   // undoes the compression of all messages of this direction
	look   *Redactor // what is found in them
	bare   []byte    // payload unmasked
	lost   bool      // unpack gave up
	hiding bool      // secrets are in what is compressed, or may be
}

// NewMessageRedactor is NewRedactor for one direction of a WebSocket, each of
// whose text messages is a document. Close the Redactor.
func NewMessageRedactor(members *Members, key []byte, where string) *Redactor {
	return &Redactor{key: key, where: where, mode: &messageMode{json: newJSONMode(members), look: &Redactor{key: key, where: where}}}
}

func (m *messageMode) step(r *Redactor, c byte) byte {
	if m.size == 0 {
		m.header(r, c)
		return c
	}
	m.size--
	mask := m.mask[m.at&3]
	m.at++
	switch {
	case m.data && (m.alien || m.packed):
		r.cover("encoded message")
		return filler ^ mask
	case !m.data || !m.text:
		return c
	}
	return m.json.step(r, c^mask) ^ mask
}

func (m *messageMode) header(r *Redactor, c byte) {
	m.head = append(m.head, c)
	h, ok := wire.ReadSocketHead(m.head)
	if !ok {
		return
	}
	m.mask = [4]byte{}
	copy(m.mask[:], h.Mask)
	m.head, m.size, m.at, m.data = m.head[:0], h.Size, 0, !h.Control()
	if !m.data {
		return
	}
	m.fin = h.Fin
	if h.Op != 0 {
		m.text, m.packed, m.alien = h.Op == 1, h.RSV == 0x40, h.RSV&^0x40 != 0
		if m.packed {
			m.json.reset(m.look)
		} else if !m.alien {
			m.json.reset(r)
		}
	}
	if m.size == 0 {
		m.frameDone()
	}
}

// frameDone ends a compressed message with what its sender leaves off.
func (m *messageMode) frameDone() {
	if m.packed && m.fin && !m.hiding {
		m.feed([]byte{0, 0, 0xff, 0xff})
	}
}

// plain looks into compressed payload, which needs no step as long as there is
// nothing to hide.
func (m *messageMode) plain(p []byte) int {
	if m.size == 0 || !m.data || !m.packed || m.alien || m.hiding {
		return 0
	}
	n := int(min(m.size, int64(len(p))))
	m.bare = append(m.bare[:0], p[:n]...)
	for i := range m.bare {
		m.bare[i] ^= m.mask[(m.at+i)&3]
	}
	if m.feed(m.bare); m.hiding {
		return 0
	}
	m.at += n
	if m.size -= int64(n); m.size == 0 {
		m.frameDone()
	}
	return n
}

// feed undoes some compressed payload and looks at what it says.
func (m *messageMode) feed(p []byte) {
	if m.unpack == nil {
		m.unpack = newFeeder(m.inflate)
	}
	m.unpack.feed(p)
	m.hiding = m.lost || m.look.found()
	if m.hiding {
		m.close()
	}
}

// inflate undoes one stream of blocks that goes through all messages.
func (m *messageMode) inflate(ask func() []byte) {
	f := &inflater{out: func(p []byte) {
		for i := 0; m.text && i < len(p); i++ {
			m.json.step(m.look, p[i])
		}
	}}
	f.ask = func() bool {
		f.in = ask()
		return f.in != nil
	}
	for f.stream() == nil {
		f.align()
	}
	m.lost = true
}

func (m *messageMode) close() {
	if m.unpack != nil {
		m.unpack.close()
	}
}
