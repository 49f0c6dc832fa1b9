package coding

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// ErrPlain is wrapped by the error about a body that is plain text although its head names an encoding.
var ErrPlain = errors.New("the body is not encoded")

// Textual is how many bytes it takes to tell text from encoder output. Raw deflate and br have no
// magic number, and for a while their decoders accept text.
const Textual = 16

func errPlain(names []string) error {
	return fmt.Errorf("decode %s body: %w", strings.Join(names, ", "), ErrPlain)
}

// IsText reports whether b can be the beginning of a text.
func IsText(b []byte) bool {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 && utf8.FullRune(b) || r < ' ' && r != '\t' && r != '\r' && r != '\n' || r == 0x7f {
			return false
		}
		b = b[n:]
	}
	return true
}

// isDocument reports whether b begins a text that a reader of JSON, HTML or events can use. An encoding may
// produce text too, as base64 does.
func isDocument(b []byte) bool {
	first := b[:min(Textual, len(b))]
	return IsText(first) && bytes.ContainsAny(first, "{[<:")
}

// detectEncoding returns the encoding whose magic number b begins with, "" for none.
func detectEncoding(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte("\x1f\x8b")):
		return "gzip"
	case bytes.HasPrefix(b, []byte("\x28\xb5\x2f\xfd")):
		return "zstd"
	}
	return ""
}
