package passing

import (
	"encoding/binary"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// socketMessage is a WebSocket text message in one frame (RFC 6455 §5.2), masked as the one
// that it stands for is.
func socketMessage(like, text []byte) []byte {
	const final, textOp, masked = 0x80, 1, 0x80
	h, _ := wire.ReadSocketHead(like)
	var bit byte
	if h.Mask != nil {
		bit = masked
	}
	out := []byte{final | textOp}
	switch n := len(text); {
	case n < 126:
		out = append(out, bit|byte(n))
	case n < 1<<16:
		out = binary.BigEndian.AppendUint16(append(out, bit|126), uint16(n))
	default:
		out = binary.BigEndian.AppendUint64(append(out, bit|127), uint64(n))
	}
	out = append(out, h.Mask...)
	for i, b := range text {
		if h.Mask != nil {
			b ^= h.Mask[i&3]
		}
		out = append(out, b)
	}
	return out
}
