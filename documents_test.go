package main

import (
	"go/ast"
	"go/scanner"
	"go/token"
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

// TestDocumentsNameWhatExists: the paths, tests and declarations that the maintainers' documents name exist,
// and their links resolve.
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
	code, checked := namesInCode(t), 0
	for _, name := range append(names, "CONTRIBUTING.md") {
		for _, q := range quoted.FindAllStringSubmatch(document(t, name), -1) {
			if !nameShaped.MatchString(q[1]) || fileShaped.MatchString(q[1]) {
				continue
			}
			if checked++; !code.has(q[1]) {
				t.Errorf("%s names %s, which no source file has", name, q[1])
			}
		}
		for _, example := range examples.FindAllStringSubmatch(document(t, name), -1) {
			for _, id := range identifiers(example[1]) {
				if !code.words[id] {
					t.Errorf("%s has an example with %s, which no source file has", name, id)
				}
			}
		}
	}
	if checked < 100 {
		t.Errorf("found only %d names: the pattern has gone wrong", checked)
	}
}

// identifiers returns the identifiers in Go source, which may be incomplete.
func identifiers(source string) (all []string) {
	var in scanner.Scanner
	set := token.NewFileSet()
	in.Init(set.AddFile("", set.Base(), len(source)), []byte(source), func(token.Position, string) {}, 0)
	for {
		switch _, tok, text := in.Scan(); tok {
		case token.EOF:
			return all
		case token.IDENT:
			all = append(all, text)
		}
	}
}

// codeNames are the names that documents may use.
type codeNames struct {
	words   map[string]bool            // identifiers, and words in strings, of all Go files
	members map[string]map[string]bool // by package: what it declares; by type: its fields and methods
}

// has reports whether an expression such as pkg.Name, Type.method or name(x) names what exists.
func (c codeNames) has(text string) bool {
	names := strings.Split(arguments.ReplaceAllString(text, ""), ".")
	for i, name := range names {
		if !c.words[name] {
			return false
		}
		if i == 0 {
			continue
		}
		if members := c.members[names[i-1]]; members != nil && !members[name] {
			return false
		}
	}
	return true
}

func namesInCode(t *testing.T) codeNames {
	c := codeNames{map[string]bool{}, map[string]map[string]bool{}}
	add := func(of, name string) {
		if c.members[of] == nil {
			c.members[of] = map[string]bool{}
		}
		c.members[of][name] = true
	}
	for _, f := range sources(t) {
		pkg := f.syntax.Name.Name
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				c.words[n.Name] = true
				for _, kind := range []string{"Test", "Fuzz", "Benchmark"} {
					if rest, ok := strings.CutPrefix(n.Name, kind); ok {
						c.words[rest] = true // tables name a benchmark without the prefix
					}
				}
			case *ast.BasicLit:
				for _, word := range wordShaped.FindAllString(n.Value, -1) {
					c.words[word] = true
				}
			case *ast.FuncDecl:
				add(pkg, n.Name.Name)
				if n.Recv != nil {
					add(baseName(n.Recv.List[0].Type), n.Name.Name)
				}
			case *ast.ValueSpec:
				for _, name := range n.Names {
					add(pkg, name.Name)
				}
			case *ast.TypeSpec:
				add(pkg, n.Name.Name)
				for _, name := range memberNames(n.Type) {
					add(n.Name.Name, name)
				}
			}
			return true
		})
	}
	return c
}

// memberNames returns the names in a struct or an interface, embedded ones included.
func memberNames(x ast.Expr) (all []string) {
	var list *ast.FieldList
	switch x := x.(type) {
	case *ast.StructType:
		list = x.Fields
	case *ast.InterfaceType:
		list = x.Methods
	default:
		return nil
	}
	for _, f := range list.List {
		for _, name := range f.Names {
			all = append(all, name.Name)
		}
		if len(f.Names) == 0 {
			all = append(all, baseName(f.Type))
		}
	}
	return all
}

// baseName returns the name of a type without its package, pointer and type parameters.
func baseName(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.StarExpr:
		return baseName(x.X)
	case *ast.IndexExpr:
		return baseName(x.X)
	case *ast.IndexListExpr:
		return baseName(x.X)
	}
	return ""
}

var (
	quoted     = regexp.MustCompile("`([^`\n]+)`")
	linked     = regexp.MustCompile(`\]\(([^):#]+)(?:#[^)]*)?\)`)
	namedTests = regexp.MustCompile("`(?:Test|Fuzz)[A-Z][A-Za-z0-9]+`")
	// A name of code has a capital, a package or a type before it, or arguments after it.
	nameShaped = regexp.MustCompile(`^(?:[a-z][A-Za-z0-9]*[A-Z][A-Za-z0-9]*|[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*|[A-Za-z]\w*(?:\([^()]*\))?(?:\.[A-Za-z]\w*(?:\([^()]*\))?)+|[A-Za-z]\w*\([^()]*\))$`)
	fileShaped = regexp.MustCompile(`\.(?:css|db|go|html|js|json|jsonl|md|mod|out|sql|sum|templ|txt|yml)$`)
	examples   = regexp.MustCompile("```go\n([^`]+)```")
	wordShaped = regexp.MustCompile(`[A-Za-z]\w*`)
	arguments  = regexp.MustCompile(`\([^()]*\)`)
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
