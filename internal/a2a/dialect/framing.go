package dialect

import (
	"bytes"
	"errors"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// streams reports whether a response is a stream of events: by its
// Content-Type, or because its body plainly is one although the header says
// something else.
func streams(resp Message) bool {
	if wire.MediaType(resp.Header) == "text/event-stream" {
		return true
	}
	body := resp.Body[:min(len(resp.Body), 64)]
	body = bytes.TrimLeft(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")), "\r\n")
	for _, field := range []string{"data:", "event:", "id:", "retry:", ":"} {
		if bytes.HasPrefix(body, []byte(field)) {
			return true
		}
	}
	return false
}

// FramesOf cuts a response's body into the frames that a Reader wants: its
// events when it is a stream, whatever its Content-Type says, or messages when it
// is gRPC, else itself. Of very many it is the first 131,072. Times are those of
// at.
func FramesOf(resp Message, at time.Time) []wire.Frame {
	kind := wire.Body
	switch {
	case grpc.IsGRPC(resp.Header):
		kind = wire.GRPC
	case streams(resp):
		kind = wire.SSE
	}
	var frames []wire.Frame
	wire.EachFrame(kind, 0, []wire.Chunk{{At: at, Data: resp.Body}}, func(f wire.Frame) bool {
		frames = append(frames, f)
		return len(frames) < document.MaxFrames
	})
	return frames
}

// firstDocument is the response's body taken apart, or the first event's that
// is JSON.
func firstDocument(resp Message) document.Envelope {
	if document.Blank(resp.Body) || grpc.IsGRPC(resp.Header) {
		return document.Envelope{}
	}
	if !streams(resp) {
		return document.Open(document.Load(resp.Body, "", ""))
	}
	var first document.Envelope
	wire.EachFrame(wire.SSE, 0, []wire.Chunk{{Data: resp.Body}}, func(f wire.Frame) bool {
		if e := document.EventDocuments(f, new(document.Scratch))[0]; e.Object {
			first = e
		}
		return !first.Object
	})
	return first
}

// decoded undoes a Content-Encoding, as far as it can be undone; what cannot
// comes back as it is. cut says that there is more than is undone.
func decoded(h http.Header, body []byte) (plain []byte, cut bool) {
	plain, err := coding.Decode(h, body, coding.NewBudget(coding.ReadLimit))
	if err != nil && len(plain) == 0 {
		return body, false
	}
	return plain, errors.Is(err, coding.ErrTooLong)
}
