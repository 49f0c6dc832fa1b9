package redact

import (
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// Redactors of one kind of body each, for tests.

func NewRedactor(members *Members, key []byte, where string) *Redactor {
	return newText(textSecrets{document: members, events: members, declared: jsonKind}, key, where)
}

func NewEventRedactor(members *Members, key []byte, where string) *Redactor {
	return newText(textSecrets{document: members, events: members, declared: eventKind}, key, where)
}

func NewFormRedactor(names []string, key []byte, where string) *Redactor {
	return &Redactor{key: key, place: where, walker: newFormWalk(names, false)}
}

func newText(ts textSecrets, key []byte, where string) *Redactor {
	return &Redactor{key: key, place: where, walker: &textWalk{secrets: ts}}
}

func NewCodedRedactor(h http.Header, media string, members *Members, key []byte) *Redactor {
	k := BodyKind{media: media}
	ts := textSecrets{document: members, events: members, declared: k.textKind()}
	return &Redactor{key: key, place: "x", walker: newEncodedWalk(ts, coding.Names(h))}
}

func NewGRPCRedactor(fields []Field, packing string, key []byte, where string) *Redactor {
	return &Redactor{key: key, place: where, walker: newGRPCWalk(fields, packing)}
}

func NewMessageRedactor(members *Members, key []byte, where string) *Redactor {
	ts := textSecrets{document: members, events: members, declared: jsonKind}
	return &Redactor{key: key, place: where, walker: &socketWalk{text: textWalk{secrets: ts}, budget: coding.NewBudget(coding.MaxDecodedBytes)}}
}

// Spend uses up part of the decoding budget of a Redactor of gRPC messages.
func (r *Redactor) Spend(n int) { r.walker.(*grpcWalk).budget.Spend(n) }
