package words

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Visible makes untrusted text safe to print on a terminal. It replaces control characters, which
// could move the cursor or worse, with visible symbols; newlines and tabs stay.
func Visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < 0x20:
			return 0x2400 + r
		case r == 0x7f:
			return 0x2421
		case IsTerminalControl(r):
			return utf8.RuneError
		}
		return r
	}, s)
}

// IsTerminalControl reports whether a character from U+007F on affects a terminal.
func IsTerminalControl(r rune) bool {
	return r >= 0x7f && unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// OneLine returns text on one line, safe for a terminal.
func OneLine(s string) string { return strings.Join(strings.Fields(Visible(s)), " ") }

// FirstLine returns the first line of a text, at most 200 characters.
func FirstLine(b []byte) string {
	s, _, _ := strings.Cut(strings.TrimSpace(string(b)), "\n")
	return clip.Runes(s, 200)
}

// WithAdvice appends advice, such as what the user can try, to an error's message.
func WithAdvice(err error, try string) error { return advisedError{err, try} }

type advisedError struct {
	error
	advice string
}

func (a advisedError) Error() string { return clip.Join(a.error.Error(), a.advice) }

func (a advisedError) Unwrap() error { return a.error }

// JoinOr formats a list: "0.1 or 1.0".
func JoinOr(words []string) string { return Join(words, " or ") }

// Join joins words with commas, and puts last before the final one.
func Join(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + last + words[len(words)-1]
}

// Address makes a URL safe to print on a terminal and to share: it hides the user info, which may contain a password.
func Address(url string) string {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok {
		scheme, rest = "", url // host:port
	} else {
		scheme += "://"
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	if at := strings.LastIndexByte(rest[:end], '@'); at >= 0 {
		rest = "***" + rest[at:]
	}
	return Visible(scheme + rest)
}

// ClientName returns the name of the program that sends a User-Agent.
func ClientName(userAgent string) string {
	if userAgent == wire.CallUserAgent {
		return "command line"
	}
	return Product(userAgent)
}

// Product returns the first product in a User-Agent, without its version: "python-httpx".
func Product(userAgent string) string {
	name, _, _ := strings.Cut(userAgent, "/")
	return cmp.Or(strings.TrimSpace(name), userAgent)
}
