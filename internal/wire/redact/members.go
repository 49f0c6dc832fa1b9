package redact

import (
	"slices"
	"strings"
)

// Members are the places of secret members in JSON documents, made ready to be
// looked for: paths as in Secrets. Immutable, safe for concurrent use, and meant
// to be shared by all exchanges that have the same; nil has no places.
type Members struct {
	names     []string   // paths as written, those of URLs last
	urls      int        // index of the first that is one of a URL
	query     []string   // parameters that are secret in a URL
	paths     [][]string // names, taken apart
	all       []reach    // all of paths
	scan      *nameScan  // of all paths; nil: any document may hold a secret
	wholeScan *nameScan  // of those that are secret as a whole
}

// NewMembers makes paths ready. Without any it returns nil.
func NewMembers(paths ...string) *Members { return newMembers(paths, nil, nil) }

func newMembers(paths, urls, query []string) *Members {
	if len(paths)+len(urls) == 0 {
		return nil
	}
	m := &Members{names: slices.Concat(paths, urls), urls: len(paths), query: query, wholeScan: newNameScan(paths)}
	m.scan = newNameScan(m.names)
	for i, p := range m.names {
		m.paths = append(m.paths, strings.Split(p, "."))
		m.all = append(m.all, reach{path: i})
	}
	return m
}

// With returns m with more paths. It does not change m, which may be nil.
func (m *Members) With(paths ...string) *Members {
	switch {
	case len(paths) == 0:
		return m
	case m == nil:
		return NewMembers(paths...)
	}
	return newMembers(slices.Concat(m.Paths(), paths), m.names[m.urls:], m.query)
}

// WithURLs returns m with paths of URLs, in which a password before the host and
// the values of the query's parameters are secret. It does not change m.
func (m *Members) WithURLs(query []string, paths ...string) *Members {
	return newMembers(m.Paths(), paths, query)
}

// Paths returns the paths as they were given, but for those of URLs. The caller
// must not change them.
func (m *Members) Paths() []string {
	if m == nil {
		return nil
	}
	return m.names[:m.urls:m.urls]
}

func (m *Members) isURL(path int) bool { return path >= m.urls }
