// Package registry lists the versions that the console speaks. It answers which dialect a version has in a
// binding, which versions have a method, and which version's rules apply to an exchange.
package registry

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	v01 "github.com/a2a-console/a2a-console/internal/a2a/dialect/v01"
	v02 "github.com/a2a-console/a2a-console/internal/a2a/dialect/v02"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v03p"
	v10 "github.com/a2a-console/a2a-console/internal/a2a/dialect/v10"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v11"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// versions lists what the console speaks. A new version is one line.
func versions() []*version.Version {
	return []*version.Version{
		v11.Version(),
		v10.Version(),
		v03p.Version(),
		v02.Version(),
		v01.Version(),
	}
}

// list holds the versions, newest first, with precomputed answers about all of them.
type list struct {
	all      []*version.Version
	drafts   []*version.Version // a request or a card must name them
	names    []a2a.Version      // of all and drafts
	byRank   []*version.Version // in the order of names
	services []version.Service
	rest     []*version.Version // those with HTTP+JSON, longer paths first
	having   map[trait][]a2a.Version
}

// trait is a property that some versions share, with its value.
type trait struct{ name, value string }

var listed = sync.OnceValue(func() *list {
	added.read = true
	l := &list{byRank: append(versions(), added.versions...), having: map[trait][]a2a.Version{}}
	for _, v := range l.byRank {
		l.names = append(l.names, v.Version())
		if v.DraftOf == "" {
			l.all = append(l.all, v)
		} else {
			l.drafts = append(l.drafts, v)
		}
	}
	slices.SortFunc(l.all, func(a, b *version.Version) int { return Compare(b.Version(), a.Version()) })
	for _, v := range slices.Backward(l.all) {
		l.add(v)
	}
	slices.Reverse(l.services)
	slices.SortStableFunc(l.rest, func(a, b *version.Version) int { return len(b.REST.Root) - len(a.REST.Root) })
	return l
})

// add indexes the next version by its traits. Older versions come first.
func (l *list) add(v *version.Version) {
	file := func(what, value string) {
		t := trait{what, value}
		l.having[t] = append(l.having[t], v.Version())
	}
	file("form", string(v.Form))
	file("extensions", v.ExtensionsHeader())
	if r := v.REST; r != nil {
		l.rest = append(l.rest, v)
		file("REST form", string(r.Form))
		file("REST root", r.Root)
		file("REST type", r.MediaType)
		if r.Kinded {
			file("REST form", string(version.Kinded))
		}
	}
	if v.GRPC != nil {
		l.services = append(l.services, v.GRPC.Service)
		file("service", v.GRPC.Service.Service())
	}
}

// Versions returns the released versions that the console speaks, newest first. Callers must not change the
// result.
func Versions() []*version.Version { return listed().all }

// Drafts returns the drafts that the console speaks. An exchange has to name a draft.
func Drafts() []*version.Version { return listed().drafts }

// Narrower returns the more specific of two versions that are equal or of which one is a draft of the other.
// Otherwise it returns false.
func Narrower(a, b a2a.Version) (a2a.Version, bool) {
	if a == b {
		return a, true
	}
	for _, v := range Drafts() {
		if name := v.Version(); name == a && v.DraftOf == b || name == b && v.DraftOf == a {
			return name, true
		}
	}
	return "", false
}

// IsOf reports whether name is the version of, or a draft of it.
func IsOf(name, of a2a.Version) bool {
	v, ok := ByName(name)
	return name == of || ok && v.DraftOf == of
}

func Newest() *version.Version { return listed().all[0] }

// RESTVersions returns the versions with HTTP+JSON, longer paths first. Callers must not change the result.
func RESTVersions() []*version.Version { return listed().rest }

// Services returns the dialects of the versions with gRPC, newest first. Callers must not change the result.
func Services() []version.Service { return listed().services }

// ByName returns a version or draft, false when the console does not speak it.
func ByName(name a2a.Version) (*version.Version, bool) {
	l := listed()
	for i, own := range l.names { // for so few, faster than a map
		if own == name {
			return l.byRank[i], true
		}
	}
	return nil, false
}

// DialectOf returns the dialect for a version's bodies in a binding, false when the version lacks the binding
// or the console does not speak it. The empty binding means JSON-RPC.
func DialectOf(name a2a.Version, b a2a.Binding) (version.Dialect, bool) {
	if v, ok := ByName(name); ok {
		return v.DialectOf(b)
	}
	return nil, false
}

// ServiceOf returns the gRPC dialect of a version, false when it has none.
func ServiceOf(name a2a.Version) (version.Service, bool) {
	if v, ok := ByName(name); ok && v.GRPC != nil {
		return v.GRPC.Service, true
	}
	return nil, false
}

// NamesTask reports whether the client chooses the id of a new task in a version.
func NamesTask(name a2a.Version) bool {
	v, ok := ByName(name)
	return ok && v.Calls.NamesTask
}

// Having lists the released versions for which fact is true, oldest first.
func Having(fact func(*version.Version) bool) []a2a.Version {
	var vs []a2a.Version
	for _, v := range slices.Backward(listed().all) {
		if fact(v) {
			vs = append(vs, v.Version())
		}
	}
	return vs
}

// These list versions, oldest first. Written: documents over JSON-RPC have this form. WrittenREST: documents
// over HTTP+JSON have it, if only because agents in the field use it there. Below: paths over HTTP+JSON begin
// with this root. Typed: bodies there have this media type. Listing: this header lists extensions. Serving:
// the gRPC service has this name. Callers must not change the results.
func Written(f version.Form) []a2a.Version     { return listed().having[trait{"form", string(f)}] }
func WrittenREST(f version.Form) []a2a.Version { return listed().having[trait{"REST form", string(f)}] }
func Below(root string) []a2a.Version          { return listed().having[trait{"REST root", root}] }
func Typed(media string) []a2a.Version         { return listed().having[trait{"REST type", media}] }
func Listing(header string) []a2a.Version      { return listed().having[trait{"extensions", header}] }
func Serving(service string) []a2a.Version     { return listed().having[trait{"service", service}] }

// ParseVersion parses a version as agents write it: "1.0", "v0.3.0", "1". It returns false for one that the
// console does not know.
func ParseVersion(s string) (a2a.Version, bool) {
	s = strings.TrimPrefix(strings.TrimSpace(s), "v")
	major, rest, _ := strings.Cut(s, ".")
	minor, _, _ := strings.Cut(rest, ".")
	if v, ok := ByName(a2a.Version(major + "." + minor)); ok {
		return v.Version(), true
	}
	for _, v := range slices.Backward(listed().all) {
		if own, _, _ := strings.Cut(string(v.Version()), "."); v.WholeMajor && own == major {
			return v.Version(), true
		}
	}
	return "", false
}

// Compare orders versions by number.
func Compare(a, b a2a.Version) int {
	major, minor, _ := strings.Cut(string(a), ".")
	otherMajor, otherMinor, _ := strings.Cut(string(b), ".")
	return cmp.Or(compareNumbers(major, otherMajor), compareNumbers(minor, otherMinor))
}

// compareNumbers compares decimal numbers without leading zeros.
func compareNumbers(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }

// Ordered returns vs sorted from oldest to newest, without duplicates.
func Ordered(vs []a2a.Version) []a2a.Version {
	vs = slices.Clone(vs)
	slices.SortFunc(vs, Compare)
	return slices.Compact(vs)
}

// MethodOf returns the operation of a JSON-RPC method and the versions that use that name, or have a draft
// that does. For unknown methods both are empty. Callers must not change the versions.
func MethodOf(method string) (a2a.Operation, []a2a.Version) {
	methods.Lock()
	defer methods.Unlock()
	m, ok := methods.known[method]
	if !ok {
		if m.op, m.versions = find(method); len(m.versions) > 0 {
			methods.known[strings.Clone(method)] = m
		}
	}
	return m.op, m.versions
}

// methods caches the methods that some version has and that were looked up.
var methods = struct {
	sync.Mutex
	known map[string]entry
}{known: map[string]entry{}}

type entry struct {
	op       a2a.Operation
	versions []a2a.Version
}

func find(method string) (a2a.Operation, []a2a.Version) {
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

// DraftOf returns the draft with a JSON-RPC method, and the nearest released version or nil.
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

// Register adds a version, for tests of what a new one takes. Call it in TestMain, before anything asks for a
// version.
func Register(v *version.Version) {
	if added.read {
		panic("registry: Register after the versions were read")
	}
	added.versions = append(added.versions, v)
}

// added holds versions from tests until the list is read for the first time.
var added struct {
	versions []*version.Version
	read     bool
}

// Read returns the version to read an exchange in and its dialect, nil for none. Of the versions that the
// exchange may speak and that have the binding, it is the newest, which also reads what the others have, or
// the oldest if the oldest of all is terse.
func Read(id a2a.Identity) (*version.Version, version.Dialect) {
	b := id.Binding
	if id.Variant == a2a.KindJSON {
		b = a2a.JSONRPC
	}
	vs := id.Versions
	for i := range vs {
		name := vs[len(vs)-1-i]
		if first, ok := ByName(vs[0]); len(vs) > 1 && ok && first.Terse {
			name = vs[i]
		}
		if v, ok := ByName(name); ok {
			if d, ok := v.DialectOf(b); ok {
				return v, d
			}
		}
	}
	return nil, nil
}

// Speaker returns the dialect to read an exchange in, or nil.
func Speaker(id a2a.Identity) version.Dialect {
	_, d := Read(id)
	return d
}

// ReadAs returns the name of the version to read an exchange in, "" for none.
func ReadAs(id a2a.Identity) a2a.Version {
	if v, _ := Read(id); v != nil {
		return v.Version()
	}
	return ""
}

// Rules returns the version whose rules apply to an exchange: the one it is read in, else the oldest.
func Rules(id a2a.Identity) *version.Version {
	if v, _ := Read(id); v != nil {
		return v
	}
	return listed().all[len(listed().all)-1]
}

// RESTRules is Rules for an exchange over HTTP+JSON: the version is one with that binding.
func RESTRules(id a2a.Identity) *version.Version {
	if v, _ := Read(id); v != nil && v.REST != nil {
		return v
	}
	return listed().rest[0]
}
