package main

import (
	"go/ast"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/ui"
)

// Limits for packages and functions. Lines count from func to the closing brace. A page counts once, as its
// template. Tests do not count: a table of cases may be long.
const (
	mostFiles = 50
	mostLines = 40
)

func TestSizes(t *testing.T) {
	files, lines := map[string]int{}, map[string]int{}
	for _, f := range sources(t) {
		if !f.isTest() && !f.isGenerated() {
			files[f.folder()]++
			measure(f, lines)
		}
	}
	err := filepath.WalkDir("ui", func(name string, e fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".templ") {
			files[filepath.ToSlash(filepath.Dir(name))]++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 20 || len(lines) < 1000 {
		t.Fatalf("found only %d packages and %d functions", len(files), len(lines))
	}
	check(t, files, mostFiles, "files")
	check(t, lines, mostLines, "lines")
}

// check compares sizes to a limit.
func check(t *testing.T, sizes map[string]int, limit int, unit string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		if size := sizes[name]; size > limit {
			t.Errorf("%s has %d %s; the limit is %d", name, size, unit, limit)
		}
	}
}

// TestServerIsSmall: the type that combines the screens has few methods, including those of embedded types.
func TestServerIsSmall(t *testing.T) {
	const most = 20
	server := reflect.TypeFor[*ui.Server]()
	if n := server.NumMethod(); n == 0 || n >= most {
		t.Errorf("%v has %d exported methods; the limit is %d", server, n, most)
	}
	own, err := filepath.Glob("ui/*.go")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, name := range own {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, "_test.go") {
			n += len(regexp.MustCompile(`(?m)^func \(\w* ?\*?Server\) `).FindAll(src, -1))
		}
	}
	if n < server.NumMethod() || n >= most {
		t.Errorf("%v has %d methods; the limit is %d", server, n, most)
	}
}

// measure counts the lines of each function.
func measure(f sourceFile, lines map[string]int) {
	for _, d := range f.syntax.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			at := f.path + " " + fn.Name.Name
			lines[at] = max(lines[at], f.set.Position(fn.End()).Line-f.set.Position(fn.Pos()).Line+1)
		}
	}
}
