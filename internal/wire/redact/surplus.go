package redact

import (
	"bytes"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// surplusPlace is where redactions of what came after a response are.
const surplusPlace = "response.surplus"

// Surplus ends a response's body, of which r is the Redactor, and returns p, what
// came after it, without its secrets: those that the lines of a head would have, and
// those that the body would have if it went on, one that began in it too. r is nil
// where nothing in the body can be secret. rest is what r kept back. What was found
// is in the body or in the surplus.
func (s *Secrets) Surplus(r *Redactor, p, key []byte) (rest, out []byte, found []wire.Redaction) {
	if r.isPacked() {
		// It may be the rest of something compressed.
		rest = r.Close()
		whole := wire.Redaction{Place: surplusPlace, Name: "body", Length: int64(len(p)), Kind: kindEncoded}
		return rest, bytes.Repeat([]byte{filler}, len(p)), append(r.Take(), whole)
	}
	out, found = HeadLines(p, *s, key, surplusPlace)
	if r == nil {
		return nil, out, found
	}
	n, before := r.off, r.Take()
	out = append(bytes.Clone(r.Body(out)), r.Close()...)
	for _, x := range r.Take() {
		found = append(found, splitAt(x, n)...)
	}
	return nil, out, append(before, found...)
}

// splitAt splits a redaction into the part in a body of n bytes and that in the surplus
// after it.
func splitAt(r wire.Redaction, n int64) []wire.Redaction {
	in, beyond := r, r
	in.Length = min(r.Length, n-r.Offset)
	beyond.Place, beyond.Offset, beyond.Length = surplusPlace, max(r.Offset-n, 0), r.Length-max(in.Length, 0)
	return slices.DeleteFunc([]wire.Redaction{in, beyond}, func(x wire.Redaction) bool { return x.Length <= 0 })
}

// isPacked reports whether a body, if there is one, is compressed.
func (r *Redactor) isPacked() bool {
	if r == nil {
		return false
	}
	w, ok := r.walker.(*encodedWalk)
	return ok && !w.plain || len(r.back) > 0
}
