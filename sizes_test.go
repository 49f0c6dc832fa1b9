package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/ui"
)

// What a package and a function may grow to. Lines count from func to the closing
// brace. A page counts once, as its template. Tests are not counted: a table of
// cases may be long.
const (
	mostFiles = 50
	mostLines = 40
)

func TestSizes(t *testing.T) {
	files, lines := map[string]int{}, map[string]int{}
	err := filepath.WalkDir(".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && skipped(name):
			return filepath.SkipDir
		case e.IsDir() || !source(name):
			return nil
		}
		return measure(filepath.ToSlash(name), files, lines)
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

// check holds sizes to a limit.
func check(t *testing.T, sizes map[string]int, limit int, unit string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		if size := sizes[name]; size > limit {
			t.Errorf("%s has %d %s; the limit is %d", name, size, unit, limit)
		}
	}
}

// TestServerIsSmall: the type that puts the screens together has few methods, those of
// what it embeds counted.
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

// skipped are folders without sources of ours.
func skipped(dir string) bool {
	base := filepath.Base(dir)
	return base != "." && (strings.HasPrefix(base, ".") || base == "testdata" || base == "node_modules")
}

// source reports whether a file is part of the program, no test. What is generated
// is told by its first line.
func source(name string) bool {
	return strings.HasSuffix(name, ".templ") || strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
}

// measure counts a file in its folder, and the lines of each of its functions.
func measure(name string, files, lines map[string]int) error {
	if strings.HasSuffix(name, ".templ") {
		files[path.Dir(name)]++
		return nil
	}
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, name, nil, parser.ParseComments)
	if err != nil || ast.IsGenerated(f) {
		return err
	}
	files[path.Dir(name)]++
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			at := name + " " + fn.Name.Name
			lines[at] = max(lines[at], set.Position(fn.End()).Line-set.Position(fn.Pos()).Line+1)
		}
	}
	return nil
}
