package redact

import (
	"slices"
	"strings"
)

// Members are the places of secret members in JSON documents, made ready to be
// looked for: paths as in Secrets. Immutable, safe for concurrent use, and meant
// to be shared by all exchanges that have the same; nil has no places.
type Members struct {
	names []string   // paths as written
	paths [][]string // names, taken apart
	all   []reach    // all of paths
	scan  *nameScan  // of all paths; nil: any document may hold a secret
	tells *nameScan  // the same, for what is no JSON
}

// NewMembers makes paths ready. Without any it returns nil.
func NewMembers(paths ...string) *Members {
	if len(paths) == 0 {
		return nil
	}
	m := &Members{names: paths, scan: newNameScan(paths)}
	m.tells = m.scan
	for i, p := range paths {
		m.paths = append(m.paths, strings.Split(p, "."))
		m.all = append(m.all, reach{path: i})
	}
	return m
}

// With returns m with more paths. It does not change m, which may be nil.
func (m *Members) With(paths ...string) *Members {
	if len(paths) == 0 {
		return m
	}
	return NewMembers(slices.Concat(m.Paths(), paths)...)
}

// Paths returns the paths as they were given. The caller must not change them.
func (m *Members) Paths() []string {
	if m == nil {
		return nil
	}
	return m.names
}
