package registry

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// Named tells what a JSON-RPC method is: the operation, and the versions that
// spell it so, or of whose drafts it is. Unknown methods have neither.
func Named(method string) (a2a.Operation, []a2a.Version) {
	var op a2a.Operation
	var vs []a2a.Version
	for _, d := range Versions() {
		if o, ok := d.Operation(method); ok {
			op, vs = o, append(vs, d.Version())
		}
	}
	if d, v := DraftOf(method); v != nil {
		op, vs = d.Op, append(vs, v.Version())
	}
	return op, Ordered(vs)
}

// DraftOf tells whether a JSON-RPC method is a draft's name, and the released version
// that is nearest to it.
func DraftOf(method string) (version.Draft, *version.Version) {
	for _, v := range Versions() {
		for _, d := range v.Drafts {
			if d.Method == method {
				return d, v
			}
		}
	}
	return version.Draft{}, nil
}
