package dialect

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	v01 "github.com/a2a-console/a2a-console/internal/a2a/dialect/v01"
	v02 "github.com/a2a-console/a2a-console/internal/a2a/dialect/v02"
	v03 "github.com/a2a-console/a2a-console/internal/a2a/dialect/v03"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v03p"
	v10 "github.com/a2a-console/a2a-console/internal/a2a/dialect/v10"
)

// parseVersion reads a protocol version as agents write them: "1.0", "v0.3.0",
// "1". It reports false for one that there has never been.
func parseVersion(s string) (a2a.Version, bool) {
	s = strings.TrimPrefix(strings.TrimSpace(s), "v")
	major, rest, _ := strings.Cut(s, ".")
	minor, _, _ := strings.Cut(rest, ".")
	switch {
	case major == "1":
		return a2a.V10, true
	case major == "0" && minor == "1":
		return a2a.V01, true
	case major == "0" && minor == "2":
		return a2a.V02, true
	case major == "0" && minor == "3":
		return a2a.V03, true
	}
	return "", false
}

// ordered is vs from oldest to newest, each once. Versions compare as text:
// all of them are Major.Minor with one digit each.
func ordered(vs []a2a.Version) []a2a.Version {
	vs = slices.Clone(vs)
	slices.Sort(vs)
	return slices.Compact(vs)
}

// versions is what the console speaks, newest first. A new version is one line. An
// array needs no heap, and it is looked at for each event.
func versions() [4]a2a.Dialect {
	return [...]a2a.Dialect{
		v10.Dialect{},
		v03.Dialect{},
		v02.Dialect{},
		v01.Dialect{},
	}
}

// dialectOf is the dialect of a version, false when the console does not speak it.
func dialectOf(v a2a.Version) (a2a.Dialect, bool) {
	for _, d := range versions() {
		if d.Version() == v {
			return d, true
		}
	}
	return nil, false
}

// dialectIn is the dialect that treats a version's bodies in a binding, false when
// the version does not have the binding or the console does not speak it. The empty
// binding is JSON-RPC.
func dialectIn(v a2a.Version, b a2a.Binding) (a2a.Dialect, bool) {
	switch {
	case b == "" || b == a2a.JSONRPC:
		return dialectOf(v)
	case b == a2a.GRPC:
		return serviceOf(v)
	case b == a2a.REST && v == a2a.V03:
		return v03p.Dialect{}, true
	case b == a2a.REST && v == a2a.V10:
		return dialectOf(v)
	}
	return nil, false
}

// speaker is the dialect to read an exchange in: that of the first readable
// version that the console speaks in its binding, or nil.
func speaker(id a2a.Identity) a2a.Dialect {
	for _, v := range readable(id.Versions) {
		if id.Variant == a2a.KindJSON {
			if d, ok := dialectOf(v); ok {
				return d
			}
			continue
		}
		if d, ok := dialectIn(v, id.Binding); ok {
			return d
		}
	}
	return nil
}
