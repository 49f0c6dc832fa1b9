// Package registry lists the versions of the protocol that the console speaks: the
// dialect of each in each binding, which methods are whose, and which version's
// rules hold for an exchange.
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

// versions is what the console speaks. A new version is one line.
func versions() []*version.Version {
	return []*version.Version{
		v11.Version(),
		v10.Version(),
		v03p.Version(),
		v02.Version(),
		v01.Version(),
	}
}

// list is the versions, newest first, and what is often asked of all of them.
type list struct {
	all      []*version.Version
	drafts   []*version.Version // which a request or a card has to name
	names    []a2a.Version      // of all and drafts
	byRank   []*version.Version // by their places among the names
	services []version.Service
	rest     []*version.Version // with HTTP+JSON, those with the longer paths first
	having   map[trait][]a2a.Version
}

// trait is what some versions have, and in what way.
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

// add files the next version by its traits, older ones first.
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

// Versions is what the console speaks, newest first. Callers do not change it.
func Versions() []*version.Version { return listed().all }

// Drafts are the drafts of versions, which the console speaks where they are named.
func Drafts() []*version.Version { return listed().drafts }

// Narrower is the version of two that says more: they are the same, or one is a draft of the
// other.
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

// IsOf reports whether a version is another one or a draft of it.
func IsOf(name, of a2a.Version) bool {
	v, ok := ByName(name)
	return name == of || ok && v.DraftOf == of
}

// Newest is the newest version.
func Newest() *version.Version { return listed().all[0] }

// RESTVersions is the versions that have HTTP+JSON, those with the longer paths
// first. Callers do not change it.
func RESTVersions() []*version.Version { return listed().rest }

// Services are the dialects of the versions that have gRPC, newest first. Callers do
// not change it.
func Services() []version.Service { return listed().services }

// ByName is a version by name, false when the console does not speak it.
func ByName(name a2a.Version) (*version.Version, bool) {
	l := listed()
	for i, own := range l.names { // of so few faster than a map
		if own == name {
			return l.byRank[i], true
		}
	}
	return nil, false
}

// DialectOf is the dialect that treats a version's bodies in a binding, false when the
// version does not have the binding or the console does not speak it. The empty
// binding is JSON-RPC.
func DialectOf(name a2a.Version, b a2a.Binding) (version.Dialect, bool) {
	if v, ok := ByName(name); ok {
		return v.DialectOf(b)
	}
	return nil, false
}

// ServiceOf is the dialect of a version over gRPC, false when it has none.
func ServiceOf(name a2a.Version) (version.Service, bool) {
	if v, ok := ByName(name); ok && v.GRPC != nil {
		return v.GRPC.Service, true
	}
	return nil, false
}

// NamesTask reports whether the client names a new task in a version.
func NamesTask(name a2a.Version) bool {
	v, ok := ByName(name)
	return ok && v.Calls.NamesTask
}

// Having lists the versions of which a fact holds, oldest first.
func Having(fact func(*version.Version) bool) []a2a.Version {
	var vs []a2a.Version
	for _, v := range slices.Backward(listed().all) {
		if fact(v) {
			vs = append(vs, v.Version())
		}
	}
	return vs
}

// Written lists the versions with documents of a form over JSON-RPC, oldest first,
// WrittenREST those that have it over HTTP+JSON, if only because agents in the field speak
// so there. Below has those whose paths over HTTP+JSON begin with a root, Typed those with a
// media type of bodies there, Listing those with a header for extensions, and Serving those
// with a gRPC service. Callers do not change the results.
func Written(f version.Form) []a2a.Version     { return listed().having[trait{"form", string(f)}] }
func WrittenREST(f version.Form) []a2a.Version { return listed().having[trait{"REST form", string(f)}] }
func Below(root string) []a2a.Version          { return listed().having[trait{"REST root", root}] }
func Typed(media string) []a2a.Version         { return listed().having[trait{"REST type", media}] }
func Listing(header string) []a2a.Version      { return listed().having[trait{"extensions", header}] }
func Serving(service string) []a2a.Version     { return listed().having[trait{"service", service}] }

// ParseVersion reads a protocol version as agents write them: "1.0", "v0.3.0",
// "1". It reports false for one that the console does not know.
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

// Compare orders versions by their numbers.
func Compare(a, b a2a.Version) int {
	major, minor, _ := strings.Cut(string(a), ".")
	otherMajor, otherMinor, _ := strings.Cut(string(b), ".")
	return cmp.Or(compareNumbers(major, otherMajor), compareNumbers(minor, otherMinor))
}

// compareNumbers compares numbers without leading zeros.
func compareNumbers(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }

// Ordered is vs from oldest to newest, each once.
func Ordered(vs []a2a.Version) []a2a.Version {
	vs = slices.Clone(vs)
	slices.SortFunc(vs, Compare)
	return slices.Compact(vs)
}

// MethodOf tells what a JSON-RPC method is: the operation, and the versions that
// spell it so, or of whose drafts it is. Unknown methods have neither. Callers do not change the
// versions.
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

// methods are those that were asked for and that some version has.
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

// Register adds a version to those that the console speaks, for tests of what a new
// one takes. It has to come before anything asks for a version: call it in TestMain.
func Register(v *version.Version) {
	if added.read {
		panic("registry: Register after the versions were read")
	}
	added.versions = append(added.versions, v)
}

// added is the versions that tests added, until the list is read for the first time.
var added struct {
	versions []*version.Version
	read     bool
}

// Read is the version an exchange is read in and its dialect, nil when in none: of those
// that it may speak and that have the binding the newest, which forgives what the others
// have, or the oldest where the oldest of all is terse.
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
