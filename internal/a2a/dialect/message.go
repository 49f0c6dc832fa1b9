package dialect

import (
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/body"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Messages of exchanges, and what is known beside them.
type (
	Message  = binding.Message
	HTTP     = binding.HTTP
	Hint     = binding.Hint
	Recorded = binding.Recorded
	Renaming = binding.Renaming
)

// HintOf is what a label of versions, "1.0" or "0.2|0.3", and the card tell of an exchange.
// The label was made with all that was known of the session. Either may be missing.
func HintOf(label string, card *a2a.Card) Hint {
	h := Hint{Card: card}
	for name := range strings.SplitSeq(label, "|") {
		if v, ok := registry.Of(a2a.Version(name)); ok {
			h.Label = append(h.Label, v.Version())
		}
	}
	return h
}

// RequestHead is the request of a recorded exchange without its body.
func RequestHead(x *wire.Exchange) Message {
	return Message{Method: x.Method, URL: x.URL, Header: x.Request.Header, Trailer: x.Request.Trailer}
}

// ResponseHead is the response of a recorded exchange without its body.
func ResponseHead(x *wire.Exchange) Message {
	return Message{Status: x.Response.Status, Header: x.Response.Header, Trailer: x.Response.Trailer}
}

// framesOf cuts a response's body into frames, at most so many.
func framesOf(resp Message, most int) []wire.Frame {
	return body.Frames(resp.Kind(), resp.Body, time.Time{}, most)
}

// firstDocument is the response's body taken apart, or the first event's that
// is JSON.
func firstDocument(resp Message) document.Envelope {
	kind := resp.Kind()
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
