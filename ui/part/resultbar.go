package part

import (
	"slices"
	"strconv"
	"strings"
)

// ResultShare is a share of a ResultBar: number, word and class.
type ResultShare struct {
	N           int
	Word, Class string
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

// SharesText returns all shares in words: "3 failed · 9 passed".
func SharesText(shares []ResultShare) string {
	var out []string
	for _, s := range shares {
		out = append(out, s.Text())
	}
	return strings.Join(out, " · ")
}

type barPart struct{ Class, X, Width string }

// minShare is the least width of a part, in percent, so that one failure among hundreds is visible.
const minShare = 1.0

// barParts lays out the shares that are not zero.
func barParts(shares []ResultShare) (out []barPart) {
	shares = slices.DeleteFunc(slices.Clone(shares), func(s ResultShare) bool { return s.N == 0 })
	all, whole := 0, 0.0
	for _, s := range shares {
		all += s.N
	}
	width := func(s ResultShare) float64 { return max(minShare, 100*float64(s.N)/float64(all)) }
	for _, s := range shares {
		whole += width(s)
	}
	percent := func(n float64) string { return strconv.FormatFloat(100*n/whole, 'f', 2, 64) + "%" }
	x := 0.0
	for _, s := range shares {
		out = append(out, barPart{s.Class, percent(x), percent(width(s))})
		x += width(s)
	}
	return out
}
