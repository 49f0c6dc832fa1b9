package part

import (
	"slices"
	"strconv"
)

// ResultShare is a share of a ResultBar: number, word, class, and link.
type ResultShare struct {
	N                int
	Word, Class, URL string
}

// Text returns the number with its word: "3 failed".
func (s ResultShare) Text() string { return Count(s.N) + " " + s.Word }

// FailedShare returns the text of what failed; "" if nothing did.
func FailedShare(shares []ResultShare) string {
	for _, s := range shares {
		if s.Class == "share-failed" && s.N > 0 {
			return s.Text()
		}
	}
	return ""
}

type barPart struct {
	ResultShare
	X, Middle, Width string
}

// minShare is the least width of a part, in percent, so that its number is readable.
const minShare = 8.0

// barParts lays out the shares that are not zero.
func barParts(shares []ResultShare) (out []barPart) {
	shares = slices.DeleteFunc(slices.Clone(shares), func(s ResultShare) bool { return s.N == 0 })
	all := 0
	for _, s := range shares {
		all += s.N
	}
	percent := func(n float64) string { return strconv.FormatFloat(n, 'f', 2, 64) + "%" }
	x, rest := 0.0, 100-minShare*float64(len(shares))
	for _, s := range shares {
		width := minShare + rest*float64(s.N)/float64(all)
		out = append(out, barPart{s, percent(x), percent(x + width/2), percent(width)})
		x += width
	}
	return out
}
