package redact

import (
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/wire"
)

// BodyKind is what a message's head says of how its body is written. It is the
// little of a head that outlives it until the first byte of the body comes.
type BodyKind struct {
	Framing wire.FrameKind
	media   string // Content-Type without parameters, in lower case
	coding  string // Content-Encoding, "" for none
	packing string // Grpc-Encoding
}

// BodyKindOf reads a head. framing is wire.WebSocket for both directions of a socket,
// whatever their heads say; otherwise that of FramingOf.
func BodyKindOf(h http.Header, framing wire.FrameKind) BodyKind {
	media, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	k := BodyKind{Framing: framing, media: strings.ToLower(strings.TrimSpace(media)), packing: h.Get("Grpc-Encoding")}
	k.coding = strings.Trim(strings.ToLower(strings.Join(h.Values("Content-Encoding"), ",")), ", ")
	if k.coding == "identity" {
		k.coding = ""
	}
	return k
}

// Redactor returns what takes the secrets out of a side's body; nil when nothing
// in it can be secret. open undoes encodings, as for NewCodedRedactor. Close the
// Redactor.
func (s *Secrets) Redactor(side wire.Side, k BodyKind, open Opener, key []byte) *Redactor {
	members, fields := s.Request, s.RequestFields
	if !side.Asks() {
		members, fields = s.Response, s.ResponseFields
	}
	if k.streams() && !side.Asks() && s.Events != nil {
		members = s.Events
	}
	var fresh func() *Redactor
	switch where := side.Place(); {
	case k.Framing == wire.GRPC:
		if len(fields) == 0 {
			return nil
		}
		return NewGRPCRedactor(fields, k.packing, open, key, where)
	case k.Framing == wire.WebSocket:
		if members == nil {
			return nil
		}
		return NewMessageRedactor(members, key, where)
	case k.media == "application/x-www-form-urlencoded":
		if len(s.Form) == 0 {
			return nil
		}
		fresh = func() *Redactor { return NewFormRedactor(s.Form, key, where) }
	case members == nil:
		return nil
	case k.Framing == wire.SSE || k.media == eventStream:
		fresh = func() *Redactor { return NewEventRedactor(members, key, where) }
	default:
		fresh = func() *Redactor { return NewRedactor(members, key, where) }
	}
	if k.coding != "" {
		return NewCodedRedactor(http.Header{"Content-Encoding": {k.coding}}, fresh, open)
	}
	return fresh()
}

const eventStream = "text/event-stream"

// streams reports a body of many documents, written one after the other.
func (k BodyKind) streams() bool {
	switch k.media {
	case eventStream, "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines", "application/json-seq", "application/stream+json":
		return true
	}
	return k.Framing == wire.SSE || k.Framing == wire.WebSocket
}
