package redact

import (
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// BodyKind is what a message's head says of how its body is written. It is the
// little of a head that outlives it until the first byte of the body comes, and
// it may be wrong.
type BodyKind struct {
	Framing wire.FrameKind
	media   string   // Content-Type without parameters, in lower case
	codings []string // content encodings, that applied last first
	packing string   // Grpc-Encoding
}

// BodyKindOf reads a head. framing is WebSocket for both directions of a socket,
// whatever their heads say; otherwise that of FramingOf.
func BodyKindOf(h http.Header, framing wire.FrameKind) BodyKind {
	media, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	return BodyKind{
		Framing: framing, media: strings.ToLower(strings.TrimSpace(media)),
		packing: strings.ToLower(h.Get("Grpc-Encoding")), codings: coding.Names(h),
	}
}

// Redactor returns what takes the secrets out of a side's body; nil when nothing
// in it can be secret. first is the beginning of the body, at least a byte: how
// it is written is told by that, and by the head where that tells nothing. Close
// the Redactor.
func (s *Secrets) Redactor(side wire.Side, k BodyKind, first, key []byte) *Redactor {
	how, fields := s.places(side, k)
	if how.whole == nil && how.events == nil && len(how.form) == 0 && len(fields) == 0 {
		return nil
	}
	r := &Redactor{key: key, where: side.Place()}
	codings, claimed := k.codings, true
	told := ""
	if k.Framing != wire.WebSocket && len(first) > 0 {
		told = packedAs(first)
	}
	switch {
	case told == "":
	case len(codings) == 0:
		codings, claimed, told = []string{told}, false, ""
	case codings[0] == told, codings[0] == "x-"+told:
		told = ""
	}
	switch {
	case k.Framing == wire.WebSocket:
		r.whole = newMessages(r, how)
	case len(codings) > 0:
		r.whole = newCodedBody(r, how, codings, told, claimed)
	case k.framed(first, fields):
		r.whole = &framedBody{r: r, fields: fields, how: how, packing: k.packing, spent: coding.NewBudget(coding.ReadLimit)}
	case len(fields) > 0 && strings.Contains(k.media, "proto"):
		r.mode = newFieldMode(fields)
	default:
		r.mode = &textMode{how: how}
	}
	return r
}

// places is where a side has secrets.
func (s *Secrets) places(side wire.Side, k BodyKind) (textPlaces, []Field) {
	how := textPlaces{whole: s.Response, events: s.Response, form: s.Form, called: k.text(), prose: strings.HasPrefix(k.media, "text/") && k.text() == jsonKind}
	fields := s.ResponseFields
	if side.Asks() {
		how.whole, how.events, fields = s.Request, s.Request, s.RequestFields
	} else if s.Events != nil {
		how.events = s.Events
	}
	if k.Framing == wire.WebSocket {
		how.whole = how.events
	}
	return how, fields
}

// framed reports a body that is a stream of gRPC messages, which are bytes of no
// text, whatever its head says of it.
func (k BodyKind) framed(first []byte, fields []Field) bool {
	if len(first) == 0 || first[0] > 2 && first[0] != 0x80 {
		return false
	}
	if k.Framing == wire.GRPC || strings.HasPrefix(k.media, "application/grpc-web") || strings.HasPrefix(k.media, "application/connect+") {
		return true
	}
	return len(fields) > 0 && !strings.Contains(k.media, "proto")
}

// packedAs is the encoding that a body seems to have by its first byte, and the
// second where that came, whatever its head says; it has none after all where
// nothing can be made of the others.
func packedAs(first []byte) string {
	for _, p := range [...]struct {
		name string
		a, b byte
	}{{"gzip", 0x1f, 0x8b}, {"zstd", 0x28, 0xb5}, {"deflate", 0x78, 0x01}, {"deflate", 0x78, 0x5e}, {"deflate", 0x78, 0x9c}, {"deflate", 0x78, 0xda}} {
		if first[0] == p.a && (len(first) == 1 || first[1] == p.b) {
			return p.name
		}
	}
	return ""
}

// text is how a body is written by its media type.
func (k BodyKind) text() textKind {
	switch k.media {
	case "application/x-www-form-urlencoded":
		return formKind
	case "text/event-stream":
		return eventKind
	case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines", "application/json-seq", "application/stream+json":
		return linesKind
	}
	switch {
	case k.Framing == wire.SSE:
		return eventKind
	case strings.HasPrefix(k.media, "multipart/"):
		return partsKind
	}
	return jsonKind
}
