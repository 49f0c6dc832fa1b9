package main

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestArchitectureIsRead: the page is short enough for a newcomer to read in one sitting.
func TestArchitectureIsRead(t *testing.T) {
	const most = 2500
	if words := len(strings.Fields(document(t, "ARCHITECTURE.md"))); words > most {
		t.Errorf("ARCHITECTURE.md has %d words; the limit is %d: move details to docs/dev or to a package comment", words, most)
	}
}

// TestDocumentsNameWhatExists: the paths and tests that the maintainers' documents name exist, and their
// links resolve.
func TestDocumentsNameWhatExists(t *testing.T) {
	names, err := filepath.Glob("docs/dev/*.md")
	if err != nil || len(names) < 5 {
		t.Fatalf("%d documents in docs/dev: %v", len(names), err)
	}
	tests := map[string]bool{}
	for _, f := range sources(t) {
		for _, d := range f.syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && f.isTest() {
				tests[fn.Name.Name] = true
			}
		}
	}
	paths := 0
	for _, name := range append(names, "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md") {
		text := document(t, name)
		for _, p := range namedPaths(text) {
			if paths++; !exists(p) {
				t.Errorf("%s names %s, which does not exist", name, p)
			}
		}
		for _, link := range linked.FindAllStringSubmatch(text, -1) {
			if !exists(filepath.Join(filepath.Dir(name), link[1])) {
				t.Errorf("%s links to %s, which does not exist", name, link[1])
			}
		}
		for _, test := range namedTests.FindAllString(text, -1) {
			if !tests[strings.Trim(test, "`")] {
				t.Errorf("%s names the test %s, which does not exist", name, test)
			}
		}
	}
	if paths < 100 {
		t.Errorf("found only %d paths: the pattern has gone wrong", paths)
	}
}

var (
	quoted     = regexp.MustCompile("`([^`\n]+)`")
	linked     = regexp.MustCompile(`\]\(([^):#]+)(?:#[^)]*)?\)`)
	namedTests = regexp.MustCompile("`(?:Test|Fuzz)[A-Z][A-Za-z0-9]+`")
	// A path begins with a top-level folder; NN and NAME are placeholders.
	pathShaped = regexp.MustCompile(`^(?:ui|proxy|inspector|recorder|static|internal|docs|\.ci)/[A-Za-z0-9_./*-]+$`)
	anyName    = strings.NewReplacer("NAME", "*", "NN", "[0-9]*")
)

func namedPaths(text string) (paths []string) {
	for _, q := range quoted.FindAllStringSubmatch(text, -1) {
		if pathShaped.MatchString(q[1]) {
			paths = append(paths, q[1])
		}
	}
	return paths
}

func exists(path string) bool {
	found, err := filepath.Glob(anyName.Replace(filepath.Clean(path)))
	return err == nil && len(found) > 0
}

func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
