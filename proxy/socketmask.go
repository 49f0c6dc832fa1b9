package proxy

import (
	"crypto/rand"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// masker masks WebSocket frames sent to the agent (RFC 6455 §5.3). Frames that are masked already keep their mask.
type masker struct {
	head      []byte // head of the current protocol frame, as far as it was read
	key       []byte // its mask, nil if its payload is sent unchanged
	remaining int64  // payload bytes not yet read
	offset    int64  // payload bytes already masked
}

// mask returns the bytes to send. first means that raw begins a message; otherwise raw continues what was
// sent before.
func (m *masker) mask(raw []byte, first bool) []byte {
	if first {
		*m = masker{}
	}
	out := make([]byte, 0, len(raw)+4)
	for len(raw) > 0 {
		if m.remaining > 0 {
			n := min(m.remaining, int64(len(raw)))
			out = m.payload(out, raw[:n])
			raw = raw[n:]
			continue
		}
		var head []byte
		head, raw = m.next(raw)
		out = append(out, head...)
	}
	return out
}

func (m *masker) payload(out, p []byte) []byte {
	for _, c := range p {
		if m.key != nil {
			c ^= m.key[m.offset&3]
		}
		out, m.offset = append(out, c), m.offset+1
	}
	m.remaining -= int64(len(p))
	return out
}

// next consumes one byte of a protocol frame's head. Once the head is complete, it returns the head
// to send.
func (m *masker) next(raw []byte) (head, rest []byte) {
	m.head = append(m.head, raw[0])
	h, whole := wire.ReadSocketHead(m.head)
	if !whole {
		return nil, raw[1:]
	}
	head, m.head = m.head, nil
	m.remaining, m.offset, m.key = h.Size, 0, nil
	if h.Mask == nil {
		m.key = make([]byte, 4)
		_, _ = rand.Read(m.key) // never fails
		head = slices.Concat(head, m.key)
		head[1] |= 0x80
	}
	return head, raw[1:]
}
