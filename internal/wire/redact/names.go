package redact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Telling stands in lists of names, and as a step of a path, for every name that tells
// that its value is a secret.
const Telling = "?"

// joints stand between the words of a name, and counts behind those of which there are
// several: "api_key[]", "authToken2".
const (
	joints = "-_. "
	counts = "0123456789[]"
)

var withoutJoints = strings.NewReplacer("-", "", "_", "", ".", "", " ", "")

// Words of names, by what they tell: words.txt says what each kind is.
var (
	secretWords   = wordsOf("secret")
	lastWords     = wordsOf("last")
	harmlessWords = wordsOf("harmless")
	aloneWords    = wordsOf("alone")
	flagWords     = wordsOf("flag")
	passOwners    = wordsOf("owner")
)

var secretTails = func() (t pairs) {
	for _, word := range slices.Concat(secretWords, lastWords) {
		t.addName(word)
	}
	return t
}()

// Tells reports whether a name tells that its value is a secret. A bare token may be a
// word of a model's, a name that ends in auth or bearer may say whether or how somebody
// signs in, and few that end in pass are short for a password: lists name the places where
// a token is one, and X-Vendor-Auth and db_pass are.
func Tells(name string) bool {
	name = withoutTails(name)
	if n := len(name); n < 2 || !secretTails.has(name[n-2], name[n-1]) {
		return false
	}
	for _, word := range secretWords {
		rest, ok := cutWord(name, word)
		if !ok {
			continue
		}
		if endsInWord(rest, flagWords) || endsIn(name, harmlessWords) || endsInWord(name, aloneWords) {
			return false
		}
		rest = strings.Trim(strings.ToLower(rest), joints)
		bare := strings.TrimLeft(strings.TrimPrefix(rest, "x"), joints)
		switch word {
		case "token":
			return rest != ""
		case "pass":
			return bare == "" || slices.Contains(passOwners, bare)
		case "auth", "bearer":
			return bare == "" || strings.HasPrefix(rest, "x-") || strings.HasPrefix(rest, "x_")
		}
		return true
	}
	return false
}

// endsInWord reports whether a name ends in one of some words, and that one stands by itself: has
// does in "hasPassword", and not in "warehouse_credentials".
func endsInWord(name string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		rest, ok := cutWord(name, word)
		n := len(rest)
		return ok && (n == 0 || n == 1 && rest[0]|0x20 == 'x' || strings.IndexByte(joints, rest[n-1]) >= 0 || name[n] <= 'Z' && rest[n-1] >= 'a')
	})
}

// withoutTails is a name without counts, versions (X-ApiKey-V2) and words that may follow it.
func withoutTails(name string) string {
	bare := strings.TrimRight(name, counts)
	if n := len(bare); n > 1 && n < len(name) && bare[n-1]|0x20 == 'v' {
		bare = strings.TrimRight(bare[:n-1], counts)
	}
	if n := len(bare); n < 2 || !secretTails.has(bare[n-2], bare[n-1]) {
		return bare
	}
	for _, word := range lastWords {
		if rest, ok := cutWord(bare, word); ok {
			return strings.TrimRight(rest, joints+counts)
		}
	}
	return bare
}

// endsIn reports whether a name ends in one of some words.
func endsIn(name string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { _, ok := cutWord(name, word); return ok })
}

// isListed reports whether a name is one of a list, in any spelling.
func isListed(names []string, name string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return isNamed(n, name) })
}

// isNamed reports whether a name is the one of a list, in any spelling.
func isNamed(of, name string) bool {
	if of == Telling {
		return Tells(name)
	}
	if name == of {
		return true
	}
	rest, ok := cutWord(name, of)
	return ok && strings.Trim(rest, joints) == ""
}

// cutWord is a name without a word at its end, whatever the case of its letters and what
// joins the words of either.
func cutWord(name, word string) (rest string, ok bool) {
	for {
		if word = trimJoints(word); word == "" {
			return name, true
		}
		name = trimJoints(name)
		a, n := lastLetter(name)
		b, m := lastLetter(word)
		if n == 0 || a != b {
			return name, false
		}
		name, word = name[:len(name)-n], word[:len(word)-m]
	}
}

func trimJoints(s string) string {
	for len(s) > 0 && strings.IndexByte(joints, s[len(s)-1]) >= 0 {
		s = s[:len(s)-1]
	}
	return s
}

// lastLetter is the last character of a text, in lower case.
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
