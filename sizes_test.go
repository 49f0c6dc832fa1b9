package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What a package and a function may grow to. Lines count from func to the closing
// brace. A page counts once, as its template. Tests are not counted: a table of
// cases may be long.
const (
	mostFiles = 50
	mostLines = 40
)

// oversized lists what is still larger, with its size now: files of a folder, lines
// of a function. It shrinks until it is empty, and goes then.
var oversized = map[string]int{
	"ui/agentpage/signin.go signInDo":     43,
	"ui/api/routes.go Routes":             55,
	"ui/api/search.go apiFrames":          45,
	"ui/compose/again.go sendAgain":       41,
	"ui/compose/live.go Draw":             42,
	"ui/draft/form.go Absorb":             46,
	"ui/list/view.go step":                41,
	"ui/palette/palette.go search":        45,
}

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
	for name := range oversized {
		if _, ok := files[name]; !ok && lines[name] == 0 {
			t.Errorf("%s is gone: take it out of oversized", name)
		}
	}
}

// check holds sizes to a limit, or to what oversized allows.
func check(t *testing.T, sizes map[string]int, limit int, unit string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		n, listed := oversized[name]
		switch size := sizes[name]; {
		case !listed && size > limit:
			t.Errorf("%s has %d %s; the limit is %d", name, size, unit, limit)
		case listed && size > n:
			t.Errorf("%s has grown from %d to %d %s; the limit is %d", name, n, size, unit, limit)
		case listed && size <= limit:
			t.Errorf("%s has %d %s: take it out of oversized", name, size, unit)
		case listed && size < n:
			t.Errorf("%s has %d %s: write that into oversized, which has %d", name, size, unit, n)
		}
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
