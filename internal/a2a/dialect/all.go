package dialect

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v01"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v02"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v03"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v10"
)

// All returns the versions the console speaks, newest first. A new version is
// one line in versions.
func All() []a2a.Dialect {
	all := versions()
	return all[:]
}

// versions is All for one who only looks, which is done for each event: an array
// needs no heap.
func versions() [4]a2a.Dialect {
	return [...]a2a.Dialect{
		v10.Dialect{},
		v03.Dialect{},
		v02.Dialect{},
		v01.Dialect{},
	}
}

// For returns the dialect of a version.
func For(v a2a.Version) (a2a.Dialect, bool) {
	for _, d := range versions() {
		if d.Version() == v {
			return d, true
		}
	}
	return nil, false
}

func spoken() string {
	var vs []string
	for _, d := range All() {
		vs = append(vs, string(d.Version()))
	}
	return strings.Join(vs, ", ")
}
