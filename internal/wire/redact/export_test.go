package redact

import (
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// Redactors of one kind of body each, for tests.

func NewRedactor(members *Members, key []byte, where string) *Redactor {
	return newText(textPlaces{whole: members, events: members, called: jsonKind}, key, where)
}

func NewEventRedactor(members *Members, key []byte, where string) *Redactor {
	return newText(textPlaces{whole: members, events: members, called: eventKind}, key, where)
}

func NewFormRedactor(names []string, key []byte, where string) *Redactor {
	return &Redactor{key: key, where: where, mode: &formMode{names: names}}
}

func newText(how textPlaces, key []byte, where string) *Redactor {
	return &Redactor{key: key, where: where, mode: &textMode{how: how}}
}

func NewCodedRedactor(h http.Header, media string, members *Members, key []byte) *Redactor {
	r := &Redactor{key: key, where: "x"}
	k := BodyKind{media: media}
	r.whole = newCodedBody(r, textPlaces{whole: members, events: members, called: k.text()}, coding.Names(h), "", true)
	return r
}

func NewGRPCRedactor(fields []Field, packing string, key []byte, where string) *Redactor {
	r := &Redactor{key: key, where: where}
	r.whole = &framedBody{r: r, fields: fields, packing: packing, spent: coding.NewBudget(coding.ReadLimit)}
	return r
}

func NewMessageRedactor(members *Members, key []byte, where string) *Redactor {
	r := &Redactor{key: key, where: where}
	r.whole = newMessages(r, textPlaces{whole: members, events: members, called: jsonKind})
	return r
}

// Spend takes from what a Redactor of gRPC messages may still undo.
func (r *Redactor) Spend(n int) { r.whole.(*framedBody).spent.Spend(n) }
