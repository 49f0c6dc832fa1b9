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

// Join is one sentence of two clauses, or what the second says after a question.
func Join(first, then string) string {
	first = Clause(first)
	if strings.HasSuffix(first, "?") || strings.HasSuffix(first, "!") {
		return first + " " + capital(then)
	}
	return first + "; " + then
}
