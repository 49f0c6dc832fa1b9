package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	versionFolder = regexp.MustCompile(`internal/a2a/dialect/v\d\d[a-z]?(/|"?$)`)
	versionConst  = regexp.MustCompile(`^V\d\d$`)
	versionText   = regexp.MustCompile(`^"[01]\.\d"$`)
)

// namesVersions are the places outside the versions' folders that name one, each with
// the reason.
var namesVersions = map[string]string{
	"internal/a2a/words.go":                     "declares the names",
	"internal/a2a/dialect/registry/registry.go": "lists the folders",
	"inspector/quirk/quirk.go":                  "each quirk is of agents of one version",
	"internal/interop/peers":                    "programs of other SDKs, modules of their own",
}

// TestVersionsAreNamedInTheirFolders: a version is added by its folder and one line in the
// registry, because nothing else names one.
func TestVersionsAreNamedInTheirFolders(t *testing.T) {
	used := map[string]bool{}
	err := filepath.WalkDir(".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && skipped(name):
			return filepath.SkipDir
		case e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		name = filepath.ToSlash(name)
		if versionFolder.MatchString(name) {
			return nil
		}
		found, err := versionsIn(name)
		if err != nil || len(found) == 0 {
			return err
		}
		for place := range namesVersions {
			if strings.HasPrefix(name, place) {
				used[place] = true
				return nil
			}
		}
		t.Errorf("%s names a version: %s", name, strings.Join(found, ", "))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for place := range namesVersions {
		if !used[place] {
			t.Errorf("%s names no version: leave it out", place)
		}
	}
}

// versionsIn lists the constants, texts and imports of a file that name a version.
func versionsIn(name string) (found []string, err error) {
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, i := range f.Imports {
		if path, _ := strconv.Unquote(i.Path.Value); versionFolder.MatchString(path) {
			found = append(found, path)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
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
	return found, nil
}
