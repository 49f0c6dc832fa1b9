package dialect

import (
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/body"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// framing is how a response is framed: as was found out, or as its head and body
// tell.
func (m *Message) framing() wire.FrameKind {
	if m.Framing != "" {
		return m.Framing
	}
	return body.FramingOf(m.Status, m.Header, m.Body)
}

// streams reports whether a response is a stream of events, each a document: by
// what its body is, whatever its Content-Type says.
func streams(resp Message) bool {
	kind := resp.framing()
	return kind == wire.SSE || kind == wire.Line
}

// framesOf cuts a response's body into frames, at most so many.
func framesOf(resp Message, most int) []wire.Frame {
	return body.Frames(resp.framing(), resp.Body, time.Time{}, most)
}

// firstDocument is the response's body taken apart, or the first event's that
// is JSON.
func firstDocument(resp Message) document.Envelope {
	kind := resp.framing()
	if document.Blank(resp.Body) || kind == wire.GRPC {
		return document.Envelope{}
	}
	if kind != wire.SSE && kind != wire.Line {
		return document.Open(document.Load(resp.Body, "", ""))
	}
	for _, f := range framesOf(resp, document.MaxFrames) {
		if e := document.EventDocuments(f, new(document.Scratch))[0]; e.Object {
			return e
		}
	}
	return document.Envelope{}
}
