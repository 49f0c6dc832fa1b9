package redact

import (
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// Redactors of one kind of body each, for tests.

func NewRedactor(members *Members, key []byte, where string) *Redactor {
	return newText(textSecrets{whole: members, events: members, declared: jsonKind}, key, where)
}

func NewEventRedactor(members *Members, key []byte, where string) *Redactor {
	return newText(textSecrets{whole: members, events: members, declared: eventKind}, key, where)
}

func NewFormRedactor(names []string, key []byte, where string) *Redactor {
	return &Redactor{key: key, where: where, mode: &formMode{names: names}}
}

func newText(ts textSecrets, key []byte, where string) *Redactor {
	return &Redactor{key: key, where: where, mode: &textMode{secrets: ts}}
}

func NewCodedRedactor(h http.Header, media string, members *Members, key []byte) *Redactor {
	r := &Redactor{key: key, where: "x"}
	k := BodyKind{media: media}
	r.reader = newEncodedBody(r, textSecrets{whole: members, events: members, declared: k.textKind()}, coding.Names(h))
	return r
}

func NewGRPCRedactor(fields []Field, packing string, key []byte, where string) *Redactor {
	r := &Redactor{key: key, where: where}
	r.reader = &grpcBody{r: r, fields: fields, encoding: packing, budget: coding.NewBudget(coding.ReadLimit)}
	return r
}

func NewMessageRedactor(members *Members, key []byte, where string) *Redactor {
	r := &Redactor{key: key, where: where}
	r.reader = newSocketBody(r, textSecrets{whole: members, events: members, declared: jsonKind})
	return r
}

// Spend takes from what a Redactor of gRPC messages may still undo.
func (r *Redactor) Spend(n int) { r.reader.(*grpcBody).budget.Spend(n) }
