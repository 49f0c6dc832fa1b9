// Package clip shortens text from elsewhere to what fits a message.
package clip

import (
	"strings"
	"unicode/utf8"
)

// Bytes is the beginning of text in at most n bytes, with an ellipsis where some
// was left out. No character is cut in two.
func Bytes(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return Truncate(text, n) + "…"
}

// Truncate is Bytes without the ellipsis.
func Truncate(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "")
}

// Runes is the beginning of text in at most n characters, with an ellipsis where
// some were left out. What is cut is valid UTF-8, whatever it was.
func Runes(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	end := 0
	for range n {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	return strings.ToValidUTF8(text[:end], string(utf8.RuneError)) + "…"
}
