package registry

import (
	"iter"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// readable is the versions an exchange may speak in the order in which to try to read
// it: the newest first, since it forgives what the others have; but the oldest first
// where that one is terse.
func readable(vs []a2a.Version) iter.Seq2[int, a2a.Version] {
	if len(vs) > 0 {
		if oldest, ok := Of(vs[0]); ok && oldest.Terse {
			return slices.All(vs)
		}
	}
	return slices.Backward(vs)
}

// Read is the version an exchange is read in and its dialect, nil when in none: the
// first readable version that has the binding.
func Read(id a2a.Identity) (*version.Version, version.Dialect) {
	b := id.Binding
	if id.Variant == a2a.KindJSON {
		b = a2a.JSONRPC
	}
	for _, name := range readable(id.Versions) {
		if v, ok := Of(name); ok {
			if d, ok := v.In(b); ok {
				return v, d
			}
		}
	}
	return nil, nil
}

// Speaker is the dialect to read an exchange in, or nil.
func Speaker(id a2a.Identity) version.Dialect {
	_, d := Read(id)
	return d
}

// ReadAs is the name of the version an exchange is read in, "" when in none.
func ReadAs(id a2a.Identity) a2a.Version {
	if v, _ := Read(id); v != nil {
		return v.Version()
	}
	return ""
}

// Rules is the version whose rules hold for an exchange: the one it is read in, else
// the oldest.
func Rules(id a2a.Identity) *version.Version {
	if v, _ := Read(id); v != nil {
		return v
	}
	return listed().all[len(listed().all)-1]
}

// RESTRules is Rules for an exchange over HTTP+JSON: the version has that binding.
func RESTRules(id a2a.Identity) *version.Version {
	if v, _ := Read(id); v != nil && v.REST != nil {
		return v
	}
	return listed().rest[0]
}
