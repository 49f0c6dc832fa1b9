package passing

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"regexp"

	"github.com/a2a-console/a2a-console/internal/wire"
)

const mark = "\xEF\xBB\xBF" // a byte order mark

// event is a Server-Sent Event with other data in place of a frame's: its lines stay, but
// for those of the data. What stands for a comment is an event of its own.
func event(like wire.Frame, data []byte) []byte {
	if like.Kind != wire.SSE {
		return append(dataLines(nil, data, "\n"), '\n')
	}
	var out []byte
	raw, end := like.Raw, lineEnd(like.Raw)
	if like.Offset == 0 && bytes.HasPrefix(raw, []byte(mark)) {
		out, raw = append(out, mark...), raw[len(mark):]
	}
	put := false
	for _, l := range lines(raw) {
		switch name, _, _ := bytes.Cut(bytes.TrimPrefix(l, []byte(mark)), []byte(":")); {
		case len(l) == 0:
		case string(name) != "data":
			out = append(append(out, l...), end...)
		case !put:
			out, put = dataLines(out, data, end), true
		}
	}
	if !put {
		out = dataLines(out, data, end)
	}
	return append(out, end...)
}

// dataLines appends data, a field for each of its lines.
func dataLines(out, data []byte, end string) []byte {
	for _, l := range lines(data) {
		out = append(append(append(out, "data: "...), l...), end...)
	}
	return out
}

// ends are the ends of lines.
var ends = regexp.MustCompile("\r\n|\r|\n")

// lines are the lines of a text, without their ends: LF, CR or both.
func lines(b []byte) (out [][]byte) {
	for len(b) > 0 {
		at := ends.FindIndex(b)
		if at == nil {
			return append(out, b)
		}
		out, b = append(out, b[:at[0]:at[0]]), b[at[1]:]
	}
	return out
}

// lineEnd is how the first line of a text ends.
func lineEnd(b []byte) string { return cmp.Or(string(ends.Find(b)), "\n") }

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
