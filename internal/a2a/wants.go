package a2a

import (
	"maps"
	"slices"
	"strings"
)

// Wants says what a card requires of who calls, in the names that it gives its
// schemes: "bearer, or basic and key". It is "" when it requires nothing, or
// lets callers in without. A nil card requires nothing.
func (c *Card) Wants() string {
	if c == nil {
		return ""
	}
	var any []string
	for _, r := range c.Security {
		if len(r) == 0 {
			return ""
		}
		any = append(any, strings.Join(slices.Sorted(maps.Keys(r)), " and "))
	}
	return strings.Join(any, ", or ")
}
