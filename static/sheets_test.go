package static

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shared are the sheets of what several screens draw. A screen may refine that within a
// place of its own: ".hooks-page .state".
var shared = []string{"base", "frame", "part", "list", "talk", "comparison"}

// TestClassesHaveOneOwner holds the sheets to three rules.
//
//   - The first class or id of a selector is its place: what the rule is about. Every
//     place belongs to one sheet.
//   - A class that a sheet styles wherever it stands is that sheet's. No other one styles
//     it so, and only those of the shared sheets are refined elsewhere.
//   - What is styled is drawn: its name is in a template, in Go or in JavaScript.
func TestClassesHaveOneOwner(t *testing.T) {
	places, alone, within := owners{}, owners{}, owners{}
	styled := map[string]bool{}
	for sheet, selectors := range selectorsBySheet(t) {
		for _, s := range selectors {
			if place := first(name, s); place != "" {
				places.add(place, sheet)
			}
			compounds := split(s, " >+~")
			subject := first(class, unconditional(compounds[len(compounds)-1]))
			switch {
			case subject == "":
			case len(compounds) == 1:
				alone.add(subject, sheet)
			default:
				within.add(subject, sheet)
			}
			for _, c := range class.FindAllString(s, -1) {
				styled[c[1:]] = true
			}
		}
	}
	for place, of := range places {
		if len(of) > 1 {
			t.Errorf("%s is a place of several sheets: %v", place, slices.Sorted(maps.Keys(of)))
		}
	}
	for c, of := range alone {
		for owner := range of {
			for sheet := range within[c] {
				if sheet != owner && !slices.Contains(shared, owner) {
					t.Errorf("%s is styled by %s wherever it stands, and again in %s", c, owner, sheet)
				}
			}
		}
	}
	drawn := drawnWords(t)
	for c := range styled {
		if !drawn.has(c) {
			t.Errorf(".%s is styled and nothing draws it", c)
		}
	}
}

// owners are the sheets of a name.
type owners map[string]map[string]bool

func (o owners) add(name, sheet string) {
	if o[name] == nil {
		o[name] = map[string]bool{}
	}
	o[name][sheet] = true
}

var (
	class       = regexp.MustCompile(`\.[a-zA-Z][\w-]*`)
	name        = regexp.MustCompile(`[.#][a-zA-Z][\w-]*`)
	comment     = regexp.MustCompile(`(?s)/\*.*?\*/`)
	keyframes   = regexp.MustCompile(`@keyframes [^{]*\{([^{}]*\{[^{}]*\})*\s*\}`)
	beforeBlock = regexp.MustCompile(`([^{};]+)\{`)
	condition   = regexp.MustCompile(`:(has|not)\(([^()]|\([^()]*\))*\)`)
)

func first(of *regexp.Regexp, s string) string { return of.FindString(s) }

// unconditional is a compound without what it only asks for.
func unconditional(compound string) string { return condition.ReplaceAllString(compound, "") }

func selectorsBySheet(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("css/*.css")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d sheets, %v", len(files), err)
	}
	all := map[string][]string{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		sheet := strings.TrimSuffix(filepath.Base(f), ".css")
		text := keyframes.ReplaceAllString(comment.ReplaceAllString(string(b), ""), "")
		for _, m := range beforeBlock.FindAllStringSubmatch(text, -1) {
			if head := strings.TrimSpace(m[1]); !strings.HasPrefix(head, "@") {
				all[sheet] = append(all[sheet], split(head, ",")...)
			}
		}
	}
	return all
}

// split parts a selector at any of the characters, outside of brackets.
func split(s, at string) []string {
	var out []string
	depth, from := 0, 0
	cut := func(to int) {
		if piece := strings.TrimSpace(s[from:to]); piece != "" {
			out = append(out, piece)
		}
		from = to + 1
	}
	for i, r := range s {
		switch {
		case r == '(' || r == '[':
			depth++
		case r == ')' || r == ']':
			depth--
		case depth == 0 && strings.ContainsRune(at, r):
			cut(i)
		}
	}
	cut(len(s))
	return out
}

// words are those of the sources, and the beginnings that names are put together from:
// "verdict-" + string(p.Verdict).
type words struct{ whole, begun map[string]bool }

func drawnWords(t *testing.T) words {
	t.Helper()
	w := words{map[string]bool{}, map[string]bool{}}
	word, beginning := regexp.MustCompile(`[a-zA-Z][\w-]*`), regexp.MustCompile(`["\x60 ]([a-z]+-?)["\x60]\s*\+`)
	read := func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "_templ.go") || strings.HasSuffix(path, "_test.go") ||
			!slices.Contains([]string{".templ", ".go", ".js"}, filepath.Ext(path)) {
			return err
		}
		b, err := os.ReadFile(path)
		for _, m := range word.FindAllString(string(b), -1) {
			w.whole[m] = true
		}
		for _, m := range beginning.FindAllStringSubmatch(string(b), -1) {
			w.begun[m[1]] = true
		}
		return err
	}
	for _, dir := range []string{"../ui", "js"} {
		if err := filepath.WalkDir(dir, read); err != nil {
			t.Fatal(err)
		}
	}
	if len(w.whole) < 1000 {
		t.Fatalf("only %d words in the sources", len(w.whole))
	}
	return w
}

func (w words) has(class string) bool {
	if w.whole[class] {
		return true
	}
	for b := range w.begun {
		rest, ok := strings.CutPrefix(class, b)
		if ok && (strings.HasSuffix(b, "-") || strings.Trim(rest, "0123456789") == "") {
			return true
		}
	}
	return false
}
