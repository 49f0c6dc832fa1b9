package redact

import (
	_ "embed"
	"strings"
)

//go:embed words.txt
var words string

// wordsOf returns the words of a kind; the first lines of words.txt explain the kinds.
func wordsOf(kind string) (all []string) {
	for line := range strings.Lines(words) {
		line, _, _ = strings.Cut(line, "#")
		if w := strings.Fields(line); len(w) > 0 && w[0] == kind {
			all = append(all, w[1:]...)
		}
	}
	return all
}
