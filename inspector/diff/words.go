package diff

import (
	"hash/maphash"
	"unicode"
	"unicode/utf8"
)

// Change says which of two texts a Span stands in.
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
func Words(a, b string) []Span {
	wa, wb := split(a), split(b)
	seed := maphash.MakeSeed()
	ha, hb := make([]uint64, len(wa)), make([]uint64, len(wb))
	for i, w := range wa {
		ha[i] = maphash.String(seed, w)
	}
	for i, w := range wb {
		hb[i] = maphash.String(seed, w)
	}
	var out spans
	x, y := 0, 0
	for _, m := range append(sequence(ha, hb), match{len(wa), len(wb)}) {
		for ; x < m.a; x++ {
			out.add(Removed, wa[x])
		}
		for ; y < m.b; y++ {
			out.add(Added, wb[y])
		}
		if m.a < len(wa) {
			out.add(Kept, wa[x])
			x, y = x+1, y+1
		}
	}
	return out.list()
}

// spans joins neighbours of one kind.
type spans struct {
	done []Span
	open Change
	text []byte
}

func (s *spans) add(c Change, word string) {
	if c != s.open {
		s.close()
		s.open = c
	}
	s.text = append(s.text, word...)
}

func (s *spans) close() {
	if len(s.text) > 0 {
		s.done = append(s.done, Span{s.open, string(s.text)})
	}
	s.text = s.text[:0]
}

func (s *spans) list() []Span {
	s.close()
	return s.done
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

// sort is 1 for what words are made of, 2 for space, 0 for what stands alone.
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
