package clip

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clause removes the full stop at the end of text, so that more can follow. Errors and responses
// from elsewhere may be whole sentences.
func Clause(text string) string { return strings.TrimRight(text, ". \t\r\n") }

// Sentence capitalizes text and ends it with one full stop.
func Sentence(text string) string {
	s := capital(Clause(strings.TrimSpace(text)))
	if last, _ := utf8.DecodeLastRuneInString(s); s == "" || strings.ContainsRune("…?!", last) {
		return s
	}
	return s + "."
}

func capital(s string) string {
	if r, n := utf8.DecodeRuneInString(s); r != utf8.RuneError {
		return string(unicode.ToUpper(r)) + s[n:]
	}
	return s
}

// Join joins two clauses with a semicolon, or makes two sentences if the first is a question or an
// exclamation.
func Join(first, then string) string {
	first = Clause(first)
	if strings.HasSuffix(first, "?") || strings.HasSuffix(first, "!") {
		return first + " " + capital(then)
	}
	return first + "; " + then
}
