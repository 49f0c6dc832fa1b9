// Package clip shortens text from untrusted or unbounded sources so that it fits in a message.
package clip

import (
	"strings"
	"unicode/utf8"
)

// Bytes returns text cut to at most n bytes plus an ellipsis, or all of it if it fits. It never splits a character.
func Bytes(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return Truncate(text, n) + "…"
}

// Truncate works like Bytes, but adds no ellipsis.
func Truncate(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "")
}

// Runes returns text cut to at most n characters plus an ellipsis, or all of it if it fits. Cut text is valid
// UTF-8, even if the input is not.
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
