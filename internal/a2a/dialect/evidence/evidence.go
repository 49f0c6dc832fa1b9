package evidence

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// Verdict weighs evidence in order of strength: what comes first binds what
// comes after. Evidence that contradicts is kept on record and moves nothing.
type Verdict struct {
	Versions []a2a.Version // nil: anything
	Evidence []a2a.Evidence
}

// AddForm weighs a shape that documents of a form have.
func (v *Verdict) AddForm(says string, strong bool, f version.Form) {
	v.Add(says, strong, registry.Written(f)...)
}

// Add weighs one piece of evidence. No versions means that it speaks for none
// in particular and is only noted.
func (v *Verdict) Add(says string, strong bool, vs ...a2a.Version) {
	v.Evidence = append(v.Evidence, a2a.Evidence{Says: says, For: vs, Strong: strong})
	if len(vs) == 0 {
		return
	}
	if v.Versions == nil {
		v.Versions = registry.Ordered(vs)
		return
	}
	if both := Common(v.Versions, vs); len(both) > 0 {
		v.Versions = both
	}
}

// Common is the versions that both lists have. A draft that only one names stands for the version
// that it is a draft of.
func Common(a, b []a2a.Version) []a2a.Version {
	var both []a2a.Version
	for _, x := range a {
		if slices.Contains(b, x) {
			both = append(both, x)
			continue
		}
		for _, y := range b {
			if one, ok := registry.Narrower(x, y); ok {
				both = append(both, one)
			}
		}
	}
	return both
}
