package registry

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// oldestFirst reports whether an exchange is read in the oldest version that it may
// speak, because that one is terse. Else it is the newest, which forgives what the others
// have.
func oldestFirst(vs []a2a.Version) bool {
	oldest, ok := Of(vs[0])
	return ok && oldest.Terse
}

// Read is the version an exchange is read in and its dialect, nil when in none: the
// first readable version that has the binding.
func Read(id a2a.Identity) (*version.Version, version.Dialect) {
	b := id.Binding
	if id.Variant == a2a.KindJSON {
		b = a2a.JSONRPC
	}
	vs := id.Versions
	for i := range vs {
		name := vs[len(vs)-1-i]
		if len(vs) > 1 && oldestFirst(vs) {
			name = vs[i]
		}
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
