package main

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"
	"testing"
)

var (
	versionFolder = regexp.MustCompile(`internal/a2a/dialect/v\d\d[a-z]?(/|"?$)`)
	versionConst  = regexp.MustCompile(`^V\d\d$`)
	versionText   = regexp.MustCompile(`^"[01]\.\d"$`)
)

// namesVersions are the places outside the versions' folders that name a version, each with the reason.
var namesVersions = map[string]string{
	"internal/a2a/words.go":                     "declares the names",
	"internal/a2a/dialect/registry/registry.go": "lists the folders",
	"inspector/quirk/quirk.go":                  "each quirk is of agents of one version",
	"internal/interop/peers":                    "programs of other SDKs, modules of their own",
}

// TestVersionsAreNamedInTheirFolders: outside the versions' folders, only the places in
// namesVersions name a version.
func TestVersionsAreNamedInTheirFolders(t *testing.T) {
	used := map[string]bool{}
	for _, f := range sources(t) {
		if f.isTest() || versionFolder.MatchString(f.path) {
			continue
		}
		found := versionsIn(f)
		if len(found) == 0 {
			continue
		}
		known := false
		for place := range namesVersions {
			if strings.HasPrefix(f.path, place) {
				used[place], known = true, true
			}
		}
		if !known {
			t.Errorf("%s names a version: %s", f.path, strings.Join(found, ", "))
		}
	}
	for place := range namesVersions {
		if !used[place] {
			t.Errorf("%s names no version: leave it out", place)
		}
	}
}

// versionsIn lists the constants, strings and imports of a file that name a version.
func versionsIn(f sourceFile) (found []string) {
	for _, path := range f.imports() {
		if versionFolder.MatchString(path) {
			found = append(found, path)
		}
	}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if versionConst.MatchString(n.Name) {
				found = append(found, n.Name)
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING && versionText.MatchString(n.Value) {
				found = append(found, n.Value)
			}
		}
		return true
	})
	return found
}
