package redact

import (
	"bytes"
	"slices"
	"strings"
)

// Members are the places of secret members in JSON documents, as paths (see Secrets) prepared for
// lookup. Immutable, safe for concurrent use, and meant to be shared by exchanges with the same
// places. A nil *Members has no places.
type Members struct {
	names []string   // paths as written, those of URLs last
	urls  int        // index of the first path of a URL
	query []string   // secret parameters of a URL
	paths [][]string // names split into steps
	all   []reach    // all of paths
	last  []string   // last names of paths whose whole value is secret
	tails bytePairs  // of all names in paths
	any   bool       // a path begins with a wildcard
}

// NewMembers prepares paths. Without paths it returns nil.
func NewMembers(paths ...string) *Members { return newMembers(paths, nil, nil) }

func newMembers(paths, urls, query []string) *Members {
	if len(paths)+len(urls) == 0 {
		return nil
	}
	m := &Members{names: slices.Concat(paths, urls), urls: len(paths), query: query}
	for i, p := range m.names {
		steps := strings.Split(p, ".")
		m.paths, m.all = append(m.paths, steps), append(m.all, reach{path: i})
		m.any = m.any || steps[0] == "*"
		last := ""
		for _, name := range steps {
			switch {
			case name == "*", name == "[]":
				continue
			case name == AnySecretName:
				for k := range m.tails {
					m.tails[k] |= secretTails[k]
				}
			default:
				m.tails.addName(name)
			}
			last = name
		}
		if i < m.urls && last != "" && !slices.Contains(m.last, last) {
			m.last = append(m.last, last)
		}
	}
	return m
}

// With returns m with additional paths. It does not change m, which may be nil.
func (m *Members) With(paths ...string) *Members {
	switch {
	case len(paths) == 0:
		return m
	case m == nil:
		return NewMembers(paths...)
	}
	return newMembers(slices.Concat(m.Paths(), paths), m.names[m.urls:], m.query)
}

// WithURLs returns m with paths of URLs, in which a password before the host and the values of the parameters
// in query are secret. It does not change m.
func (m *Members) WithURLs(query []string, paths ...string) *Members {
	return newMembers(m.Paths(), paths, query)
}

// Paths returns the paths as given, without those of URLs. The caller must not change them.
func (m *Members) Paths() []string {
	if m == nil {
		return nil
	}
	return m.names[:m.urls:m.urls]
}

func (m *Members) isURL(path int) bool { return path >= m.urls }

// mayHave quickly rules out most names that occur in no path.
func (m *Members) mayHave(name []byte) bool {
	n := len(name)
	return n < 2 || m.tails.has(name[n-2], name[n-1]) || bytes.IndexByte(name, '\\') >= 0 || strings.IndexByte(indexChars, name[n-1]) >= 0
}

// bytePairs is a set of the last two bytes of names, in either case and with separators. It also contains
// other bytes that share the low five bits.
type bytePairs [16]uint64

func (t *bytePairs) add(a, b byte) { t[a&31>>1] |= 1 << (a&1<<5 | b&31) }

func (t *bytePairs) has(a, b byte) bool { return (a|b)&0x80 != 0 || t[a&31>>1]>>(a&1<<5|b&31)&1 != 0 }

// addName adds the endings that a name may have. Upper and lower case share the low five bits.
func (t *bytePairs) addName(name string) {
	name = separatorStripper.Replace(name)
	n := len(name)
	if n > 1 {
		t.add(name[n-2], name[n-1])
	}
	last := name[max(n-1, 0):]
	for _, a := range []byte(separators + last) {
		for _, b := range []byte(separators + last) {
			if a != b || string(a) != last {
				t.add(a, b)
			}
		}
	}
}
