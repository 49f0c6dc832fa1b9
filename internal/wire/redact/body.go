package redact

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// BodyKind is what the head of a message declares about the format of its body; it may be wrong.
// Nothing else is kept of the head until the first byte of the body arrives.
type BodyKind struct {
	Framing      wire.FrameKind
	media        string   // Content-Type without parameters, in lower case
	codings      []string // content encodings, last applied first
	grpcEncoding string   // Grpc-Encoding
}

// BodyKindOf reads a head. framing is WebSocket for both directions of a socket, whatever their heads say;
// otherwise the result of wire.FramingOf.
func BodyKindOf(h http.Header, framing wire.FrameKind) BodyKind {
	media, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	return BodyKind{
		Framing: framing, media: strings.ToLower(strings.TrimSpace(media)),
		grpcEncoding: strings.ToLower(h.Get("Grpc-Encoding")), codings: coding.Names(h),
	}
}

// Redactor returns a Redactor for the body of a side, nil if nothing in it can be secret. first is the
// beginning of the body, at least one byte. It decides how the body is read; where it is ambiguous, the head
// decides. The caller must close the Redactor.
func (s *Secrets) Redactor(side wire.Side, k BodyKind, first, key []byte) *Redactor {
	ts, fields := s.secretsOf(side, k)
	if ts.document == nil && ts.events == nil && len(ts.form) == 0 && len(fields) == 0 {
		return nil
	}
	r := &Redactor{key: key, place: side.Place()}
	switch {
	case k.Framing == wire.WebSocket:
		r.walker = &socketWalk{text: textWalk{secrets: ts}, budget: coding.NewBudget(coding.MaxDecodedBytes)}
	case len(k.codings) > 0:
		r.walker = newEncodedWalk(ts, k.codings)
	case k.Framing == wire.GRPC && len(first) > 0 && first[0] <= 1: // no text begins like this
		r.walker = newGRPCWalk(fields, k.grpcEncoding)
	default:
		r.walker = &textWalk{secrets: ts}
	}
	return r
}

// secretsOf returns the places of secrets in the body of a side.
func (s *Secrets) secretsOf(side wire.Side, k BodyKind) (textSecrets, []Field) {
	ts := textSecrets{document: s.Response, events: s.Response, form: s.Form, declared: k.textKind(), plainText: strings.HasPrefix(k.media, "text/") && k.textKind() == jsonKind}
	fields := s.ResponseFields
	if side.IsRequest() {
		ts.document, ts.events, fields = s.Request, s.Request, s.RequestFields
	} else if s.Events != nil {
		ts.events = s.Events
	}
	if k.Framing == wire.WebSocket {
		ts.document = ts.events
	}
	return ts, fields
}

var mediaOf = map[textKind][]string{formKind: wordsOf("form"), eventKind: wordsOf("events"), linesKind: wordsOf("lines")}

// textKind returns the kind that the media type declares.
func (k BodyKind) textKind() textKind {
	for kind, media := range mediaOf {
		if slices.Contains(media, k.media) {
			return kind
		}
	}
	switch {
	case k.Framing == wire.SSE:
		return eventKind
	case strings.HasPrefix(k.media, "multipart/"):
		return partsKind
	}
	return jsonKind
}
