package wire

// messageMode walks the frames of a WebSocket (RFC 6455 §5) and shows each text
// message to jsonMode as one document. Masked payloads are masked again.
// Compressed messages are passed over: they cannot be changed in place.
type messageMode struct {
	json *jsonMode
	head []byte // of the current frame, as far as it was read
	mask [4]byte
	size int64 // bytes of payload still to come
	at   int   // bytes of payload seen
	text bool  // the message is one to look at
	data bool  // the frame is one of a message, not a control frame
}

// NewMessageRedactor is NewRedactor for one direction of a WebSocket, each of
// whose text messages is a document.
func NewMessageRedactor(members []string, key []byte, where string) *Redactor {
	return &Redactor{key: key, where: where, mode: &messageMode{json: newJSONMode(members)}}
}

func (m *messageMode) step(r *Redactor, c byte) byte {
	if m.size == 0 {
		m.header(r, c)
		return c
	}
	m.size--
	mask := m.mask[m.at&3]
	m.at++
	if !m.data || !m.text {
		return c
	}
	return m.json.step(r, c^mask) ^ mask
}

func (m *messageMode) header(r *Redactor, c byte) {
	m.head = append(m.head, c)
	h, ok := wsHead(m.head)
	if !ok {
		return
	}
	m.mask = [4]byte{}
	copy(m.mask[:], h.mask)
	m.head, m.size, m.at, m.data = m.head[:0], h.size, 0, !h.control()
	if m.data && h.op != 0 {
		m.json.reset(r)
		m.text = h.op == 1 && h.rsv == 0
	}
}

func (m *messageMode) plain([]byte) int { return 0 }
