package main

import (
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// sourceFile is a Go file of this repository, parsed.
type sourceFile struct {
	path   string // relative to the repository, with slashes
	syntax *ast.File
	set    *token.FileSet
}

func (f sourceFile) isTest() bool      { return strings.HasSuffix(f.path, "_test.go") }
func (f sourceFile) isGenerated() bool { return ast.IsGenerated(f.syntax) }
func (f sourceFile) folder() string {
	return strings.TrimSuffix(filepath.ToSlash(filepath.Dir(f.path)), ".")
}

// imports returns the paths that the file imports.
func (f sourceFile) imports() []string {
	var all []string
	for _, i := range f.syntax.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		all = append(all, path)
	}
	return all
}

// parseSources parses every Go file once for all tests of this package. This process reads the files itself
// so that go test knows when a cached result is out of date.
var parseSources = sync.OnceValues(func() ([]sourceFile, error) {
	var all []sourceFile
	err := filepath.WalkDir(".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && skipped(name):
			return filepath.SkipDir
		case e.IsDir() || !strings.HasSuffix(name, ".go"):
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		all = append(all, sourceFile{path: filepath.ToSlash(name), syntax: f, set: set})
		return err
	})
	return all, err
})

func sources(t *testing.T) []sourceFile {
	t.Helper()
	all, err := parseSources()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 1000 {
		t.Fatalf("only %d files", len(all))
	}
	return all
}

// skipped reports folders without sources of ours.
func skipped(dir string) bool {
	base := filepath.Base(dir)
	return base != "." && (strings.HasPrefix(base, ".") || base == "testdata" || base == "node_modules")
}

// TestNamesOfSlowTests: the command that runs the slow tests selects them by name.
func TestNamesOfSlowTests(t *testing.T) {
	for _, f := range sources(t) {
		if !f.isTest() {
			continue
		}
		slow := needsTag(f.syntax, "slow")
		for _, d := range f.syntax.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || fn.Name.Name == "TestMain" {
				continue
			}
			for _, kind := range []string{"Test", "Fuzz"} {
				rest, ok := strings.CutPrefix(fn.Name.Name, kind)
				if ok && strings.HasPrefix(rest, "Slow") != slow {
					t.Errorf("%s: %s: a test is called %sSlow… where its file has the build tag slow, and only there", f.path, fn.Name.Name, kind)
				}
			}
		}
	}
}

// needsTag reports whether a file is compiled only with a build tag.
func needsTag(f *ast.File, tag string) bool {
	for _, group := range f.Comments {
		for _, c := range group.List {
			if x, err := constraint.Parse(c.Text); err == nil && constraint.IsGoBuild(c.Text) {
				return !x.Eval(func(t string) bool { return t != tag }) && x.Eval(func(string) bool { return true })
			}
		}
	}
	return false
}
