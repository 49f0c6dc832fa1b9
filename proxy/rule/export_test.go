package rule

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire/filter"
)

// Keys is the table of keys that filters do not have.
func Keys() []filter.Key {
	var all []filter.Key
	for _, k := range keys {
		all = append(all, k.Key)
	}
	return all
}

// Shared lists the filter keys that rules accept.
func Shared() []string { return slices.Clone(filterKeys) }
