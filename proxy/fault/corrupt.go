package fault

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Values of Corrupt.Part.
const (
	truncated   = "json"
	rpcID       = "id"
	contentType = "content-type"
)

var corruptAction = Action{
	Name: "corrupt", Summary: "is broken in a way that clients must notice", Targets: Responses, NeedsWholeFrame: true,
	Forms: []Form{{"corrupt json", "the document ends in the middle, but the frame is whole"}, {"corrupt id", "it has another JSON-RPC id"}, {"corrupt content-type", "the head of the response says text/plain"}},
	parse: func(s *scanner) (Fault, error) {
		s.skip()
		at := s.offset
		what := strings.ToLower(s.readWord())
		if !slices.Contains([]string{truncated, rpcID, contentType}, what) {
			return nil, s.expectedError(at, "json, id or content-type")
		}
		return Corrupt{what}, nil
	},
}

// Corrupt breaks what is sent: its document, its JSON-RPC id, or the content type in the head.
type Corrupt struct{ Part string }

func (c Corrupt) String() string { return "corrupt " + c.Part }

func (c Corrupt) Describe(wire.Side) string {
	switch c.Part {
	case rpcID:
		return "gets another JSON-RPC id"
	case contentType:
		return "is labelled text/plain"
	}
	return "ends in the middle of its JSON"
}

func (c Corrupt) Head(_ context.Context, _ *Work, h *wire.Head) error {
	if c.Part == contentType {
		h.Header.Set("Content-Type", "text/plain; charset=utf-8")
	}
	return nil
}

func (c Corrupt) Frame(_ context.Context, w *Work) error {
	p := w.ownPiece()
	if p == nil {
		return nil
	}
	switch c.Part {
	case truncated:
		raw, err := halfFrame(&w.Frame)
		if err != nil {
			return err
		}
		p.Raw, p.Kind, p.Rule = raw, wire.PassageEdited, w.Rule
	case rpcID:
		return w.replaceID()
	}
	return nil
}

func (w *Work) replaceID() error {
	id := memberValue(w.Labels.Doc, "id")
	if id == "" || memberValue(w.Labels.Doc, "jsonrpc") == "" {
		return Problem("the document has no JSON-RPC id")
	}
	other := "1"
	switch {
	case id[0] == '"':
		other = id[:len(id)-1] + `-other"`
	case id[0] == '-' || id[0] >= '0' && id[0] <= '9':
		other = id + "1"
	}
	doc, err := Patch(w.Labels.Doc, []byte(`[{"op":"replace","path":"/id","value":`+other+`}]`))
	if err != nil {
		return err
	}
	return w.replaceDocument(doc)
}

// halfFrame returns a well-formed frame whose document ends in the middle.
func halfFrame(f *wire.Frame) ([]byte, error) {
	data := f.Data[:len(f.Data)/2]
	for len(data) > 0 && !utf8.Valid(data) && utf8.Valid(f.Data) {
		data = data[:len(data)-1]
	}
	if len(f.Data) < 2 {
		return nil, Problem("there is no document to cut")
	}
	switch f.Kind {
	case wire.Body:
		return data, nil
	case wire.Line:
		return append(slices.Clone(bytes.TrimRight(data, "\r\n")), '\n'), nil
	case wire.GRPC:
		return append(binary.BigEndian.AppendUint32([]byte{f.Raw[0]}, uint32(len(data))), data...), nil
	case wire.SSE:
		return sseEvent(f, data), nil
	case wire.WSText, wire.WSBin:
		return socketMessage(f.Kind, data), nil
	}
	return nil, Problem("there is no document to cut")
}

// sseEvent returns the SSE event f with other data.
func sseEvent(f *wire.Frame, data []byte) []byte {
	var b []byte
	for _, field := range []struct{ name, value string }{{"event", f.Event}, {"id", f.ID}, {"retry", f.Retry}} {
		if field.value != "" {
			b = append(b, field.name+": "+field.value+"\n"...)
		}
	}
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		b = append(append(append(b, "data: "...), line...), '\n')
	}
	return append(b, '\n')
}

// socketMessage returns a WebSocket message as a server sends it (RFC 6455 §5.2).
func socketMessage(kind wire.FrameKind, data []byte) []byte {
	op := byte(0x81)
	if kind == wire.WSBin {
		op = 0x82
	}
	b := []byte{op}
	switch n := len(data); {
	case n < 126:
		b = append(b, byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, 126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 127), uint64(n))
	}
	return append(b, data...)
}
