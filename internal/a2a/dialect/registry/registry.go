package registry

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v01"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v02"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v03"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v03p"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v10"
)

// ParseVersion reads a protocol version as agents write them: "1.0", "v0.3.0",
// "1". It reports false for one that there has never been.
func ParseVersion(s string) (a2a.Version, bool) {
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

// Ordered is vs from oldest to newest, each once. Versions compare as text:
// all of them are Major.Minor with one digit each.
func Ordered(vs []a2a.Version) []a2a.Version {
	vs = slices.Clone(vs)
	slices.Sort(vs)
	return slices.Compact(vs)
}

// Versions is what the console speaks, newest first. A new version is one line. An
// array needs no heap, and it is looked at for each event.
func Versions() [4]a2a.Dialect {
	return [...]a2a.Dialect{
		v10.Dialect{},
		v03.Dialect{},
		v02.Dialect{},
		v01.Dialect{},
	}
}

// Of is the dialect of a version, false when the console does not speak it.
func Of(v a2a.Version) (a2a.Dialect, bool) {
	for _, d := range Versions() {
		if d.Version() == v {
			return d, true
		}
	}
	return nil, false
}

// In is the dialect that treats a version's bodies in a binding, false when
// the version does not have the binding or the console does not speak it. The empty
// binding is JSON-RPC.
func In(v a2a.Version, b a2a.Binding) (a2a.Dialect, bool) {
	switch {
	case b == "" || b == a2a.JSONRPC:
		return Of(v)
	case b == a2a.GRPC:
		return ServiceOf(v)
	case b == a2a.REST && v == a2a.V03:
		return v03p.Dialect{}, true
	case b == a2a.REST && v == a2a.V10:
		return Of(v)
	}
	return nil, false
}

// Speaker is the dialect to read an exchange in: that of the first readable
// version that the console speaks in its binding, or nil.
func Speaker(id a2a.Identity) a2a.Dialect {
	for _, v := range readable(id.Versions) {
		if id.Variant == a2a.KindJSON {
			if d, ok := Of(v); ok {
				return d
			}
			continue
		}
		if d, ok := In(v, id.Binding); ok {
			return d
		}
	}
	return nil
}
