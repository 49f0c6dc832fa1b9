package main

import (
	"go/ast"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

// bannedNames say nothing about what they name: participles, adverbs, pronouns and question words.
// CONTRIBUTING.md says what to write instead.
const bannedNames = `says say said told tell tells held holds seen sees heard spoken beside anew whose why what where when who how way ways
	left behind elsewhere ours theirs away apart aside given gives wanted wants known knows came comes gone goes taken takes made makes
	kept keeps asked asks meant means judged again over soon later other others more most many much such same only alone too yet
	still then here there thus whole bare spare loud loudly quiet brief likely was of out by as settle settled`

// storedNames are fields of reports that are stored without tags: their names are the format. flagNames are
// fields and types that kong derives the names of flags and commands from.
var (
	storedNames = map[string]string{
		"inspector/examine/row.go":     "Asks Says",
		"inspector/verdict/verdict.go": "More Why Judged Left",
		"internal/a2a/check/check.go":  "Where When Asks Says",
		"internal/a2a/judge/judge.go":  "Others",
		"internal/wire/finding.go":     "Others",
	}
	flagNames = map[string]string{"internal/cli/card.go": "As Elsewhere", "internal/cli/rules/command.go": "Held"}
)

// sharedTypes are names of types that more than two packages declare: each reads well after the package's
// name, or is what Go calls such a type.
const sharedTypes = `Agent Bar Binding Caller Check Client Document Ending Entry Error Event Exchange Failure Fault FileError Flags
	Frame Group Hook Key Kind Labels Message Options Outcome Part Piece Preset Progress Reader Record Report
	Request Result Route Row Rule Rules Screen Secrets State Status Step Store Stream Tap Target Task View
	Webhooks Writer answer arrival call conversation event group mark parser place row scanner span step view
	writer`

// TestNamesTell: no declared name is banned, except those in storedNames and flagNames.
func TestNamesTell(t *testing.T) {
	banned := map[string]bool{}
	for _, word := range strings.Fields(bannedNames) {
		banned[word] = true
	}
	names := 0
	for _, d := range declarations(t) {
		names++
		if banned[strings.ToLower(d.name)] && !slices.Contains(strings.Fields(storedNames[d.file]+" "+flagNames[d.file]), d.name) {
			t.Errorf("%s: the name %s does not tell what it is", d.file, d.name)
		}
	}
	if names < 10000 {
		t.Errorf("found only %d names: the search has gone wrong", names)
	}
}

// TestTypesShareNoNames: at most two packages declare a type of the same name, apart from
// sharedTypes.
func TestTypesShareNoNames(t *testing.T) {
	folders := map[string]map[string]bool{}
	for _, d := range declarations(t) {
		if !d.isType {
			continue
		}
		if folders[d.name] == nil {
			folders[d.name] = map[string]bool{}
		}
		folders[d.name][path.Dir(d.file)] = true
	}
	allowed := strings.Fields(sharedTypes)
	for _, name := range slices.Sorted(maps.Keys(folders)) {
		if in := folders[name]; len(in) > 2 && !slices.Contains(allowed, name) {
			t.Errorf("%d packages declare a type %s: %s", len(in), name, strings.Join(slices.Sorted(maps.Keys(in)), ", "))
		}
	}
	for _, name := range allowed {
		if len(folders[name]) <= 2 {
			t.Errorf("the type %s is no longer shared: take it out of the list", name)
		}
	}
}

// declaration is a name that a source file declares outside of function bodies.
type declaration struct {
	file, name string
	isType     bool
}

func declarations(t *testing.T) (all []declaration) {
	for _, f := range sources(t) {
		if f.isTest() || f.isGenerated() || strings.Contains(f.path, "/peers/") {
			continue
		}
		add := func(isType bool, ids ...*ast.Ident) {
			for _, id := range ids {
				all = append(all, declaration{f.path, id.Name, isType})
			}
		}
		for _, d := range f.syntax.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				add(false, d.Name)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.ValueSpec:
						add(false, s.Names...)
					case *ast.TypeSpec:
						add(true, s.Name)
						add(false, membersOf(s.Type)...)
					}
				}
			}
		}
	}
	return all
}

// membersOf returns the names of a struct's fields or an interface's methods.
func membersOf(x ast.Expr) (ids []*ast.Ident) {
	list := &ast.FieldList{}
	switch x := x.(type) {
	case *ast.StructType:
		list = x.Fields
	case *ast.InterfaceType:
		list = x.Methods
	}
	for _, f := range list.List {
		ids = append(ids, f.Names...)
	}
	return ids
}
