package dialect

import (
	"bytes"
	"net/http"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/wire"
	"github.com/a2a-console/a2a-console/wire/coding"
)

// streams reports whether a response is a stream of events: by its
// Content-Type, or because its body plainly is one although the header says
// something else.
func streams(resp Message) bool {
	if mediaType(resp.Header) == "text/event-stream" {
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
// is gRPC, else itself.
// Times are those of at.
func FramesOf(resp Message, at time.Time) []wire.Frame {
	kind := wire.Body
	switch {
	case isGRPC(resp.Header):
		kind = wire.GRPC
	case streams(resp):
		kind = wire.SSE
	}
	s := wire.NewSplitter(kind, 0)
	frames := s.Feed(at, resp.Body)
	return append(frames, s.Close(at)...)
}

// firstDocument is the response's body taken apart, or the first event's that
// is JSON.
func firstDocument(resp Message) envelope {
	if blank(resp.Body) || isGRPC(resp.Header) {
		return envelope{}
	}
	if !streams(resp) {
		return open(load(resp.Body, "", ""))
	}
	s := wire.NewSplitter(wire.SSE, 0)
	for _, f := range append(s.Feed(time.Time{}, resp.Body), s.Close(time.Time{})...) {
		if e := eventDocuments(f, new(scratch))[0]; e.object {
			return e
		}
	}
	return envelope{}
}

// decoded undoes a Content-Encoding, as far as it can be undone; what cannot
// comes back as it is.
func decoded(h http.Header, body []byte) []byte {
	e := h.Get("Content-Encoding")
	if len(body) == 0 || e == "" || strings.EqualFold(e, "identity") {
		return body
	}
	plain, err := coding.Decode(h, body, decodeLimit)
	if err != nil && len(plain) == 0 {
		return body
	}
	return plain
}

// decodeLimit bounds what a compressed body may grow to when it is read: the
// default of what is recorded of a body.
const decodeLimit = 64 << 20
