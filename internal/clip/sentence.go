package clip

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clause is text without the stop at its end, for what goes on behind it. Errors and
// answers from elsewhere may be whole sentences.
func Clause(text string) string { return strings.TrimRight(text, ". \t\r\n") }

// Sentence begins with a capital and ends with one stop.
func Sentence(text string) string {
	s := Clause(strings.TrimSpace(text))
	if s == "" {
		return ""
	}
	if r, n := utf8.DecodeRuneInString(s); r != utf8.RuneError {
		s = string(unicode.ToUpper(r)) + s[n:]
	}
	if last, _ := utf8.DecodeLastRuneInString(s); strings.ContainsRune("…?!", last) {
		return s
	}
	return s + "."
}

// Join is one sentence of two clauses.
func Join(first, then string) string { return Clause(first) + "; " + then }
