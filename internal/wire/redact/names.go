package redact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// AnySecretName, in lists of names and as a step of a path, matches every name for which IsSecretName is true.
const AnySecretName = "?"

// separators separate the words of a name; indexChars follow a name that is numbered or a list: "api_key[]",
// "authToken2".
const (
	separators = "-_. "
	indexChars = "0123456789[]"
)

var separatorStripper = strings.NewReplacer("-", "", "_", "", ".", "", " ", "")

// Words of names by meaning: words.txt explains the kinds.
var (
	secretWords     = wordsOf("secret")
	suffixWords     = wordsOf("last")
	harmlessWords   = wordsOf("harmless")
	standaloneWords = wordsOf("alone")
	flagWords       = wordsOf("flag")
	passwordOwners  = wordsOf("owner")
)

var secretTails = func() (t bytePairs) {
	for _, word := range slices.Concat(secretWords, suffixWords) {
		t.addName(word)
	}
	return t
}()

// IsSecretName reports whether a name alone tells that its value is secret. It is cautious with
// ambiguous names: a bare token may be a language model's; a name that ends in auth or bearer may
// say whether or how someone signs in; few names that end in pass mean a password. The caller's
// lists name the places of other secrets. X-Vendor-Auth and db_pass are secret names.
func IsSecretName(name string) bool {
	name = trimTails(name)
	if n := len(name); n < 2 || !secretTails.has(name[n-2], name[n-1]) {
		return false
	}
	for _, word := range secretWords {
		rest, ok := cutSuffixWord(name, word)
		if !ok {
			continue
		}
		if endsInWord(rest, flagWords) || endsIn(name, harmlessWords) || endsInWord(name, standaloneWords) {
			return false
		}
		rest = strings.Trim(strings.ToLower(rest), separators)
		bare := strings.TrimLeft(strings.TrimPrefix(rest, "x"), separators)
		switch word {
		case "token":
			return rest != ""
		case "pass":
			return bare == "" || slices.Contains(passwordOwners, bare)
		case "auth", "bearer":
			return bare == "" || strings.HasPrefix(rest, "x-") || strings.HasPrefix(rest, "x_")
		}
		return true
	}
	return false
}

// endsInWord reports whether a name ends in one of some words, as a separate word: in "hasPassword", what
// precedes the secret's name ends in has, but in "warehouse_credentials" it does not end in use.
func endsInWord(name string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		rest, ok := cutSuffixWord(name, word)
		n := len(rest)
		return ok && (n == 0 || n == 1 && rest[0]|0x20 == 'x' || strings.IndexByte(separators, rest[n-1]) >= 0 || name[n] <= 'Z' && rest[n-1] >= 'a')
	})
}

// trimTails removes counts, versions (X-ApiKey-V2) and suffix words from a name.
func trimTails(name string) string {
	bare := strings.TrimRight(name, indexChars)
	if n := len(bare); n > 1 && n < len(name) && bare[n-1]|0x20 == 'v' {
		bare = strings.TrimRight(bare[:n-1], indexChars)
	}
	if n := len(bare); n < 2 || !secretTails.has(bare[n-2], bare[n-1]) {
		return bare
	}
	for _, word := range suffixWords {
		if rest, ok := cutSuffixWord(bare, word); ok {
			return strings.TrimRight(rest, separators+indexChars)
		}
	}
	return bare
}

// endsIn reports whether a name ends in one of words, even within a longer word.
func endsIn(name string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { _, ok := cutSuffixWord(name, word); return ok })
}

// isListed reports whether a list contains a name, in any spelling.
func isListed(names []string, name string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return matchesName(n, name) })
}

// matchesName reports whether a name equals a listed one, in any spelling.
func matchesName(of, name string) bool {
	if of == AnySecretName {
		return IsSecretName(name)
	}
	if name == of {
		return true
	}
	rest, ok := cutSuffixWord(name, of)
	return ok && strings.Trim(rest, separators) == ""
}

// cutSuffixWord removes a word from the end of a name; ok is false if the name does not end in it.
// It ignores case and the separators of both.
func cutSuffixWord(name, word string) (rest string, ok bool) {
	for {
		if word = trimSeparators(word); word == "" {
			return name, true
		}
		name = trimSeparators(name)
		a, n := lastLetter(name)
		b, m := lastLetter(word)
		if n == 0 || a != b {
			return name, false
		}
		name, word = name[:len(name)-n], word[:len(word)-m]
	}
}

func trimSeparators(s string) string {
	for len(s) > 0 && strings.IndexByte(separators, s[len(s)-1]) >= 0 {
		s = s[:len(s)-1]
	}
	return s
}

// lastLetter returns the last character of a text, in lower case, and its length in bytes.
func lastLetter(s string) (rune, int) {
	if n := len(s); n > 0 && s[n-1] < utf8.RuneSelf {
		if c := s[n-1]; c < 'A' || c > 'Z' {
			return rune(c), 1
		}
		return rune(s[n-1] | 0x20), 1
	}
	r, n := utf8.DecodeLastRuneInString(s)
	return unicode.ToLower(r), n
}
