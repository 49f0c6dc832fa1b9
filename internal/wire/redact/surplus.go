package redact

import (
	"bytes"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// surplusPlace is the Place of redactions in bytes after a response.
const surplusPlace = "response.surplus"

// Surplus ends a response body and returns the bytes p after it without secrets. It searches p as
// the lines of a head, and as a continuation of the body, in which a secret may have begun. r is
// the body's Redactor, nil if nothing in the body can be secret. rest is what r held back. found
// covers both body and surplus.
func (s *Secrets) Surplus(r *Redactor, p, key []byte) (rest, out []byte, found []wire.Redaction) {
	if r.isPacked() {
		// The surplus may be the rest of compressed data.
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

// splitAt splits a redaction into its part in a body of n bytes and its part in the surplus.
func splitAt(r wire.Redaction, n int64) []wire.Redaction {
	in, beyond := r, r
	in.Length = min(r.Length, n-r.Offset)
	beyond.Place, beyond.Offset, beyond.Length = surplusPlace, max(r.Offset-n, 0), r.Length-max(in.Length, 0)
	return slices.DeleteFunc([]wire.Redaction{in, beyond}, func(x wire.Redaction) bool { return x.Length <= 0 })
}

func (r *Redactor) isPacked() bool {
	if r == nil {
		return false
	}
	w, ok := r.walker.(*encodedWalk)
	return ok && !w.plain || len(r.back) > 0
}
