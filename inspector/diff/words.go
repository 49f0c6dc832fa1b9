package diff

import (
	"hash/maphash"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Change says which of two texts contains a Span.
type Change string

const (
	Unchanged Change = "same"
	Removed   Change = "removed" // in A only
	Added     Change = "added"   // in B only
)

type Span struct {
	Change Change `json:"change"`
	Text   string `json:"text"`
}

// CompareWords compares two texts word by word; long ones by sentences, and word by word where those differ. The spans
// that are not Added concatenate to a, those that are not Removed to b. For texts with little in common, it returns
// each whole, without an Unchanged span. It takes linear time.
func CompareWords(a, b string) []Span {
	var out []Span
	if len(a)+len(b) <= minLongText {
		out = compareTokens(splitWords(a), splitWords(b))
	} else {
		out = refineSpans(compareTokens(splitSentences(a), splitSentences(b)))
	}
	if !isReadable(out) {
		return replacedSpans(a, b)
	}
	return out
}

// minLongText is the total size in bytes above which texts are compared by sentences first: comparing them by
// words would take seconds.
const minLongText = 128 << 10

func compareTokens(wa, wb []string) (out []Span) {
	seed := maphash.MakeSeed()
	sum := func(word string) uint64 { return maphash.String(seed, word) }
	add := func(c Change, words []string) {
		if len(words) > 0 {
			out = append(out, Span{c, strings.Join(words, "")})
		}
	}
	kept := 0 // where in wa the unchanged words since the last change begin
	for g, paired := range gaps(sequence(keysOf(wa, sum), keysOf(wb, sum)), len(wa), len(wb)) {
		if paired && g.from == g.to {
			continue
		}
		add(Unchanged, wa[kept:g.from.a])
		add(Removed, wa[g.from.a:g.to.a])
		add(Added, wb[g.from.b:g.to.b])
		kept = g.to.a
	}
	return out
}

func replacedSpans(a, b string) (out []Span) {
	if a != "" {
		out = append(out, Span{Removed, a})
	}
	if b != "" {
		out = append(out, Span{Added, b})
	}
	return out
}

// isReadable reports whether two texts have enough in common to show their difference word by word: a third of the longer
// one.
func isReadable(words []Span) bool {
	kept, gone, new := 0, 0, 0
	for _, w := range words {
		n := utf8.RuneCountInString(strings.Join(strings.Fields(w.Text), ""))
		switch w.Change {
		case Removed:
			gone += n
		case Added:
			new += n
		default:
			kept += n
		}
	}
	return kept > 0 && 3*kept >= kept+max(gone, new)
}

// refineSpans compares a removed text with the one added in its place word by word.
func refineSpans(all []Span) (out []Span) {
	add := func(s Span) {
		if n := len(out); n > 0 && out[n-1].Change == s.Change {
			out[n-1].Text += s.Text
			return
		}
		out = append(out, s)
	}
	for i := 0; i < len(all); i++ {
		s := all[i]
		if s.Change == Removed && i+1 < len(all) && all[i+1].Change == Added && len(s.Text)+len(all[i+1].Text) <= minLongText {
			for _, word := range compareTokens(splitWords(s.Text), splitWords(all[i+1].Text)) {
				add(word)
			}
			i++
			continue
		}
		add(s)
	}
	return out
}

// splitSentences cuts text after signs that end a sentence or a line, or after a space if the piece would be
// long.
func splitSentences(s string) (out []string) {
	const long, most = 200, 4096
	for len(s) > 0 {
		n := min(len(s), most)
		for n < len(s) && !utf8.RuneStart(s[n]) {
			n++
		}
		if at := strings.IndexAny(s[:n], ".;!?\n"); at >= 0 {
			n = at + 1
		}
		if n > long {
			if at := strings.IndexByte(s[long:n], ' '); at >= 0 {
				n = long + at + 1
			}
		}
		out = append(out, s[:n])
		s = s[n:]
	}
	return out
}

// splitWords cuts text into words, runs of space, and single characters: punctuation, and those of scripts
// without spaces.
func splitWords(s string) []string {
	var out []string
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if c := runeClass(r); c != 0 {
			for n < len(s) {
				next, size := utf8.DecodeRuneInString(s[n:])
				if runeClass(next) != c {
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

// runeClass returns 1 for word characters, 2 for space, 0 for characters that stand alone.
func runeClass(r rune) int {
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
