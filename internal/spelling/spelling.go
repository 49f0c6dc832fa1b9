// Package spelling suggests the words that a mistyped word may have meant.
package spelling

import (
	"slices"
	"strings"
)

// Nearest returns at most three of words, closest first: those that contain v, and those within a few edits of it.
func Nearest(v string, words []string) []string {
	if v == "" {
		return nil
	}
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

// distance is the number of insertions, deletions, substitutions and swaps of adjacent bytes that turn b into a.
func distance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			cost := row[j]
			if a[i] != b[j] {
				cost++
			}
			next[j+1] = min(cost, next[j]+1, row[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
