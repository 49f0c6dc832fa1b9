package passing

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Write frames a document. What is not JSON is written as it is, except over gRPC, which cannot carry it.
func (c *call) Write(side wire.Side, like wire.Frame, doc []byte) ([]byte, error) {
	id, answer := c.identify()
	head := answer
	if side.IsRequest() {
		head = c.request
	}
	if err := c.writable(side, &head, like, doc); err != nil {
		return nil, err
	}
	switch kind := framing(like.Kind, &head); kind {
	case wire.SSE:
		return event(like, line(doc)), nil
	case wire.Line:
		return append(line(doc), '\n'), nil
	case wire.GRPC:
		b, err := message(id, side, doc)
		if err != nil {
			return nil, err
		}
		return wire.AppendGRPC(nil, b), nil
	case wire.WSText:
		return socketMessage(like.Raw, doc), nil
	case wire.Body:
		return doc, nil
	default:
		return nil, fmt.Errorf("a document cannot be sent in place of a %s frame of a WebSocket, which holds none", kind)
	}
}

// framing returns the framing to use for a frame like another one, which may be absent.
func framing(like wire.FrameKind, head *dialect.Message) wire.FrameKind {
	switch like {
	case "":
		h := wire.Head{Status: head.Status, Header: head.Header}
		if k := h.Framing(); k != wire.WebSocket {
			return k
		}
		return wire.WSText
	case wire.Comment:
		return wire.SSE
	}
	return like
}

// writable returns why a frame cannot be replaced, nil if it can.
func (c *call) writable(side wire.Side, head *dialect.Message, like wire.Frame, doc []byte) error {
	switch coding := head.Header.Get("Content-Encoding"); {
	case len(bytes.TrimSpace(doc)) == 0:
		return errors.New("there is no document to send; drop the frame instead")
	case like.Partial:
		return fmt.Errorf("the console has only a part of this frame: it is longer than %d MB, or ends before it is complete", wire.MaxGateFrame>>20)
	case coding != "" && !strings.EqualFold(coding, "identity"):
		return fmt.Errorf("the body is encoded as %s, and encoded bodies cannot be changed; have the sender send it unencoded", quoted(coding))
	case side.IsRequest() && like.Kind == wire.Body && len(c.raw) == 0 && c.request.Method != "POST":
		return fmt.Errorf("a %s request has no body: what it asks for is in its URL", c.request.Method)
	}
	return nil
}

// quoted shortens and quotes foreign text for an error message.
func quoted(s string) string { return fmt.Sprintf("%.40q", s) }

// line returns a JSON document on one line, other text unchanged.
func line(doc []byte) []byte {
	doc = bytes.TrimSpace(doc)
	if !bytes.ContainsAny(doc, "\r\n") {
		return slices.Clip(doc)
	}
	var b bytes.Buffer
	if json.Compact(&b, doc) != nil {
		return slices.Clip(doc)
	}
	return b.Bytes()
}

// message encodes a document as the protobuf message of one side of a call.
func message(id a2a.Identity, side wire.Side, doc []byte) ([]byte, error) {
	b, ps, err := grpc.Encode(registry.ReadAs(id), id.Op, side, doc)
	if err != nil {
		return nil, fmt.Errorf("the document cannot be written as a gRPC message: %w", err)
	}
	if len(ps) > 0 {
		return nil, fmt.Errorf("the gRPC message cannot hold the whole document: %s", sentence(ps[0]))
	}
	return b, nil
}

const mark = "\xEF\xBB\xBF" // a byte order mark

// event returns a Server-Sent Event with new data. It keeps the other lines of the original event.
// In place of a comment, or of nothing, it makes a new event.
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

// dataLines appends data to out, one field per line.
func dataLines(out, data []byte, end string) []byte {
	for _, l := range lines(data) {
		out = append(append(append(out, "data: "...), l...), end...)
	}
	return out
}

var ends = regexp.MustCompile("\r\n|\r|\n")

// lines splits a text at LF, CR or both.
func lines(b []byte) [][]byte {
	if len(b) == 0 {
		return nil
	}
	lf := []byte("\n")
	return bytes.Split(bytes.TrimSuffix(ends.ReplaceAll(b, lf), lf), lf)
}

// lineEnd returns the line end of a text's first line.
func lineEnd(b []byte) string { return cmp.Or(string(ends.Find(b)), "\n") }

// socketMessage returns a WebSocket text message in one frame (RFC 6455 §5.2), masked if the original is.
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
