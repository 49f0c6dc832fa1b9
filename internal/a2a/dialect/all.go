package dialect

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// All returns the versions the console speaks, newest first.
func All() []a2a.Dialect {
	all := registry.Versions()
	return all[:]
}

// For returns the dialect of a version.
func For(v a2a.Version) (a2a.Dialect, bool) {
	return registry.Of(v)
}

func spoken() string {
	var vs []string
	for _, d := range All() {
		vs = append(vs, string(d.Version()))
	}
	return strings.Join(vs, ", ")
}
