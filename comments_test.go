package main

import (
	"go/ast"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCommentsNameWhatExists: what comments mention exists: files, camel-case identifiers, and names
// qualified by a package of this module.
func TestCommentsNameWhatExists(t *testing.T) {
	known := knownNames(t)
	seen := 0
	for _, f := range sources(t) {
		if f.isGenerated() {
			continue
		}
		for _, group := range f.syntax.Comments {
			for _, name := range namesIn(group.Text()) {
				if seen++; !known.has(name) {
					t.Errorf("%s:%d: a comment names %s, which does not exist", f.path, f.set.Position(group.Pos()).Line, name)
				}
			}
		}
	}
	if seen < 1000 {
		t.Errorf("found only %d names in comments: the pattern has gone wrong", seen)
	}
}

var (
	example        = regexp.MustCompile(`"[^"\n]*"|google\.protobuf\.\w+`)
	mentionedFile  = regexp.MustCompile(`[A-Za-z0-9_/-]+\.(?:go|templ|js|css|sql|txt)\b`)
	mentionedCamel = regexp.MustCompile(`\b[a-z]+(?:[A-Z][a-z0-9]+)+\b`)
	otherSource    = regexp.MustCompile(`\.(?:js|templ|txt|sql|css|proto)$`)
	mentionedPair  = regexp.MustCompile(`\b([a-z][a-z0-9]+)\.([A-Z][A-Za-z0-9]+)\b`)
)

func namesIn(comment string) (names []string) {
	comment = example.ReplaceAllString(strings.NewReplacer("//", " ", "`", " ", "Node.js", " ").Replace(comment), " ")
	for _, p := range []*regexp.Regexp{mentionedFile, mentionedPair, mentionedCamel} {
		names = append(names, p.FindAllString(comment, -1)...)
		comment = p.ReplaceAllString(comment, " ")
	}
	return names
}

// names are what comments may mention.
type names struct {
	files    map[string]bool // by their last element
	packages map[string]bool
	words    map[string]bool // identifiers
	text     strings.Builder // strings, and files of other kinds
}

func (n *names) has(name string) bool {
	if mentionedFile.MatchString(name) {
		return n.files[path.Base(name)]
	}
	pkg, member, isPair := strings.Cut(name, ".")
	if !isPair {
		return n.words[name] || strings.Contains(n.text.String(), name)
	}
	return !n.packages[pkg] || n.words[member] // a variable may have the name of a package
}

func knownNames(t *testing.T) *names {
	n := &names{files: map[string]bool{}, packages: map[string]bool{}, words: map[string]bool{}}
	err := filepath.WalkDir(".", func(name string, e fs.DirEntry, err error) error {
		n.files[filepath.Base(name)] = true
		if err != nil || e.IsDir() || !otherSource.MatchString(name) {
			return err
		}
		n.text.WriteString(document(t, name))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range sources(t) {
		n.packages[f.syntax.Name.Name] = true
		ast.Inspect(f.syntax, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.Ident:
				n.words[node.Name] = true
			case *ast.BasicLit:
				n.text.WriteString(node.Value)
			}
			return true
		})
	}
	return n
}
