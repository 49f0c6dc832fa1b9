package comparison

import (
	"slices"

	"github.com/a2a-console/a2a-console/inspector/diff"
)

// areSimilar reports whether two texts have enough in common to show their difference word by word.
func areSimilar(words []diff.Span) bool {
	return slices.ContainsFunc(words, func(w diff.Span) bool { return w.Change == diff.Unchanged })
}
