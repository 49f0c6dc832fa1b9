package recorder

import (
	"bytes"

	"github.com/a2a-console/a2a-console/wire"
	"github.com/a2a-console/a2a-console/wire/redact"
)

// surplus is what came after a response, without secrets: one that began in the
// body may end there.
func (t *tape) surplus(p []byte) []byte {
	p = p[:min(len(p), wire.SurplusLimit)]
	if len(p) == 0 || t.store.opts.Raw {
		return p
	}
	k := &t.sides[wire.Response]
	before := k.total // bytes of what the redactor has seen
	if k.heldBack() > 0 {
		// It may be the rest of something compressed, which cannot be told from
		// it without changing how that is judged.
		t.closeRedactor(wire.Response)
		t.found = append(t.found, wire.Redaction{Where: surplusPlace, Name: "body", Length: int64(len(p)), Kind: "encoded"})
		return bytes.Repeat([]byte{'*'}, len(p))
	}
	if !k.begun {
		before = 0
		k.redactor, k.begun = t.secrets.Redactor(wire.Response, k.kind, p, t.store.key), true
	}
	t.tell()
	p, found := redact.Lines(p, t.secrets, t.store.key, surplusPlace)
	t.found = append(t.found, found...)
	if k.redactor == nil {
		return p
	}
	p = append(bytes.Clone(k.redactor.Body(p)), k.redactor.Close()...)
	for _, r := range k.redactor.Take() {
		t.found = append(t.found, divide(r, before)...)
	}
	k.redactor = nil
	return p
}

// divide tells the part of a redaction that is in a body of n bytes from that in
// the surplus after it.
func divide(r wire.Redaction, n int64) []wire.Redaction {
	in, beyond := r, r
	in.Length = min(r.Length, n-r.Offset)
	beyond.Where, beyond.Offset, beyond.Length = surplusPlace, max(r.Offset-n, 0), r.Length-max(in.Length, 0)
	switch {
	case in.Length <= 0:
		return []wire.Redaction{beyond}
	case beyond.Length <= 0:
		return []wire.Redaction{in}
	}
	return []wire.Redaction{in, beyond}
}

// surplusPlace is where redactions of a surplus are.
const surplusPlace = "response.surplus"
