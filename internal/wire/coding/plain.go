package coding

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// ErrPlain is wrapped by the error about a body that is text, whatever encoding its head names.
var ErrPlain = errors.New("the body is not encoded")

// Textual is how many bytes tell text from what an encoder made: those of raw deflate, and of br,
// have no mark, and decoders take text for theirs for a while.
const Textual = 16

func errPlain(names []string) error {
	return fmt.Errorf("decode %s body: %w", strings.Join(names, ", "), ErrPlain)
}

// IsText reports whether bytes are the beginning of a text.
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

// isDocument reports whether bytes are the beginning of a text that says something to a reader of
// JSON, HTML or events. An encoding may make text, too, as base64 does.
func isDocument(b []byte) bool {
	first := b[:min(Textual, len(b))]
	return IsText(first) && bytes.ContainsAny(first, "{[<:")
}

// detectEncoding is the encoding whose mark bytes begin with, "" for none.
func detectEncoding(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte("\x1f\x8b")):
		return "gzip"
	case bytes.HasPrefix(b, []byte("\x28\xb5\x2f\xfd")):
		return "zstd"
	}
	return ""
}
