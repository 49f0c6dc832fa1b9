package archive

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"sort"
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// opcodeOf returns the opcode of a message (RFC 6455, section 11.8).
func opcodeOf(k wire.FrameKind) int {
	switch k {
	case wire.WSText:
		return 1
	case wire.WSClose:
		return 8
	case wire.WSPing:
		return 9
	case wire.WSPong:
		return 10
	}
	return 2
}

// messagesOf returns a WebSocket conversation as Chrome writes it: both directions, ordered by time.
func messagesOf(w *FullExchange) []harSocketMessage {
	var out []harSocketMessage
	for side, direction := range map[wire.Side]string{wire.Request: "send", wire.Response: "receive"} {
		for f := range wire.Frames(wire.WebSocket, 0, w.Sides[side]) {
			m := harSocketMessage{Type: direction, Time: seconds(f.Complete), Opcode: opcodeOf(f.Kind), Data: string(f.Data)}
			if f.Kind != wire.WSText || !utf8.Valid(f.Data) {
				m.Data = base64.StdEncoding.EncodeToString(f.Data)
			}
			if m.Opcode == 1 && !utf8.Valid(f.Data) {
				m.Opcode = 2
			}
			out = append(out, m)
		}
	}
	sort.SliceStable(out, func(a, b int) bool {
		if out[a].Time != out[b].Time {
			return out[a].Time < out[b].Time
		}
		return out[a].Type > out[b].Type // sent messages before received ones
	})
	return out
}

// conversation makes chunks of the messages in a HAR file. Each message is one unmasked frame, because the
// file does not say how messages were masked and split.
func conversation(list []harSocketMessage, x *wire.Exchange) (sent, received []wire.Chunk) {
	for _, m := range list {
		data := []byte(m.Data)
		if m.Opcode != 1 {
			if b, err := base64.StdEncoding.DecodeString(m.Data); err == nil {
				data = b
			}
		}
		c := wire.Chunk{At: socketTime(m.Time, x.Started), Data: socketFrame(m.Opcode, data)}
		if m.Type == "send" {
			sent = appendChunk(sent, wire.Request, c)
		} else {
			received = appendChunk(received, wire.Response, c)
		}
	}
	return sent, received
}

func appendChunk(list []wire.Chunk, s wire.Side, c wire.Chunk) []wire.Chunk {
	c.Side = s
	if n := len(list); n > 0 {
		c.Offset = list[n-1].Offset + int64(len(list[n-1].Data))
	}
	return append(list, c)
}

func socketTime(s float64, from time.Time) time.Time {
	if !(s > 0 && s < 9e9) {
		return from
	}
	whole, part := math.Modf(s)
	return time.Unix(int64(whole), int64(math.Round(part*1e6))*1000).UTC()
}

func socketFrame(opcode int, data []byte) []byte {
	out := []byte{0x80 | byte(opcode&0x0f)}
	switch n := len(data); {
	case n < 126:
		out = append(out, byte(n))
	case n < 1<<16:
		out = binary.BigEndian.AppendUint16(append(out, 126), uint16(n))
	default:
		out = binary.BigEndian.AppendUint64(append(out, 127), uint64(n))
	}
	return append(out, data...)
}
