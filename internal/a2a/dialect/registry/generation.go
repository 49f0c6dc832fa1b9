package registry

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// readable is the versions an exchange may speak in the order in which to try to
// read it: the newest first, since it forgives what the others have; but 0.1
// before all, whose documents say least of themselves.
func readable(vs []a2a.Version) []a2a.Version {
	if len(vs) < 2 || vs[0] == a2a.V01 {
		return vs
	}
	vs = slices.Clone(vs)
	slices.Reverse(vs)
	return vs
}

// ReadAs is the version an exchange is read in, "" when in none.
func ReadAs(id a2a.Identity) a2a.Version {
	if d := Speaker(id); d != nil {
		return d.Version()
	}
	return ""
}

// Modern reports whether 1.0's rules hold.
func Modern(id a2a.Identity) bool { return slices.Contains(id.Versions, a2a.V10) }

// Middle reports whether the rules hold that 0.2 and 0.3 share. Where neither these
// nor 1.0's do, it is 0.1's.
func Middle(id a2a.Identity) bool {
	v := ReadAs(id)
	return v == a2a.V02 || v == a2a.V03
}

// Spec is the section of the version that an exchange speaks: old in 0.1 to 0.3,
// which number theirs alike, or that of 1.0.
func Spec(id a2a.Identity, old, v10 string) string {
	if Modern(id) {
		return "1.0 " + v10
	}
	if v := ReadAs(id); v != "" {
		return string(v) + " " + old
	}
	return "0.1 " + old
}
