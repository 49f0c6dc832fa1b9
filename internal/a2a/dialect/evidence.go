package dialect

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// verdict weighs evidence in order of strength: what comes first binds what
// comes after. Evidence that contradicts is kept on record and moves nothing.
type verdict struct {
	versions []a2a.Version // nil: anything
	evidence []a2a.Evidence
}

// add weighs one piece of evidence. No versions means that it speaks for none
// in particular and is only noted.
func (v *verdict) add(says string, strong bool, vs ...a2a.Version) {
	v.evidence = append(v.evidence, a2a.Evidence{Says: says, For: vs, Strong: strong})
	if len(vs) == 0 {
		return
	}
	if v.versions == nil {
		v.versions = ordered(vs)
		return
	}
	if both := common(v.versions, vs); len(both) > 0 {
		v.versions = both
	}
}

// settled reports whether more evidence can change nothing.
func (v *verdict) settled() bool { return len(v.versions) == 1 }

func common(a, b []a2a.Version) []a2a.Version {
	var both []a2a.Version
	for _, x := range a {
		if slices.Contains(b, x) {
			both = append(both, x)
		}
	}
	return both
}
