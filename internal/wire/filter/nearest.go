package filter

import (
	"slices"
	"strings"
)

// nearest lists, closest first, the words that v may have been meant for: those it
// is part of, and those few keys away.
func nearest(v string, words []string) []string {
	v = strings.ToLower(v)
	v = v[:min(len(v), 40)]
	away := func(w string) int {
		if w = strings.ToLower(w); strings.Contains(w, v) {
			return 0
		}
		return distance(v, w)
	}
	out := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return away(w) > max(1, len(v)/3) })
	slices.SortStableFunc(out, func(a, b string) int { return away(a) - away(b) })
	return out[:min(len(out), 3)]
}

// distance is how many bytes must be put in, taken out or changed to make a of b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
