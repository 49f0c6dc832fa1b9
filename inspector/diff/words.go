package diff

import (
	"hash/maphash"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Change says which of two texts has a Span.
type Change string

const (
	Kept    Change = "same"
	Removed Change = "removed" // in A only
	Added   Change = "added"   // in B only
)

// Span is a piece of text that both texts have, or only one.
type Span struct {
	Change Change `json:"change"`
	Text   string `json:"text"`
}

// Words compares two texts word by word. The spans that are not Added, put
// together, are a; those that are not Removed, b. It is linear in both.
func Words(a, b string) (out []Span) {
	wa, wb := split(a), split(b)
	seed := maphash.MakeSeed()
	sum := func(word string) uint64 { return maphash.String(seed, word) }
	add := func(c Change, words []string) {
		if len(words) > 0 {
			out = append(out, Span{c, strings.Join(words, "")})
		}
	}
	kept := 0 // where in a the words begin that were kept since the last change
	for g, paired := range gaps(sequence(keysOf(wa, sum), keysOf(wb, sum)), len(wa), len(wb)) {
		if paired && g.from == g.to {
			continue
		}
		add(Kept, wa[kept:g.from.a])
		add(Removed, wa[g.from.a:g.to.a])
		add(Added, wb[g.from.b:g.to.b])
		kept = g.to.a
	}
	return out
}

// split cuts text into words, runs of space and single signs. Scripts that
// write without spaces are cut at every letter.
func split(s string) []string {
	var out []string
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if c := sort(r); c != 0 {
			for n < len(s) {
				next, size := utf8.DecodeRuneInString(s[n:])
				if sort(next) != c {
					break
				}
				n += size
			}
		}
		out = append(out, s[:n])
		s = s[n:]
	}
	return out
}

// sort is 1 for characters of words, 2 for space, 0 for characters of their own.
func sort(r rune) int {
	switch {
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
		return 0
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), r == '_':
		return 1
	case unicode.IsSpace(r):
		return 2
	}
	return 0
}
