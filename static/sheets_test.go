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

	"github.com/a2a-console/a2a-console/static/sheets"
)

// shared are the sheets for what several screens draw. A screen may refine them within one of its
// places: ".hooks-page .state".
var shared = []string{"base", "frame", "part", "list", "talk", "comparison"}

// TestClassesHaveOneOwner holds the sheets to three rules.
//
//   - The first class or id of a selector is its place: what the rule is about. Every
//     place belongs to one sheet.
//   - A class that a sheet styles in every place belongs to that sheet. No other sheet
//     does so, and only classes of the shared sheets are refined elsewhere.
//   - What is styled is drawn: its name is in a template, in Go or in JavaScript.
func TestClassesHaveOneOwner(t *testing.T) {
	all, err := sheets.Read("css")
	if err != nil {
		t.Fatal(err)
	}
	alone, within := owners{}, owners{}
	styled := map[string]bool{}
	for sheet, selectors := range all {
		for _, s := range selectors {
			compounds := sheets.Split(s, " >+~")
			subject := class.FindString(unconditional(compounds[len(compounds)-1]))
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
	for place, of := range all.Places() {
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

type owners map[string]map[string]bool

func (o owners) add(name, sheet string) {
	if o[name] == nil {
		o[name] = map[string]bool{}
	}
	o[name][sheet] = true
}

var (
	class     = regexp.MustCompile(`\.[a-zA-Z][\w-]*`)
	condition = regexp.MustCompile(`:(has|not)\(([^()]|\([^()]*\))*\)`)
)

// unconditional removes conditions such as :has() from a compound selector.
func unconditional(compound string) string { return condition.ReplaceAllString(compound, "") }

// words are the words of the sources, and the beginnings of composed names:
// "verdict-" + string(p.Outcome).
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

// TestPageRulesNameClasses: browsers evaluate body:has(…) and html:has(…) again whenever the focus
// moves, and restyle all elements that such a rule may match. A rule that ends in span restyles
// each span of a long list.
func TestPageRulesNameClasses(t *testing.T) {
	all, err := sheets.Read("css")
	if err != nil {
		t.Fatal(err)
	}
	page := regexp.MustCompile(`^(html|body)\b.*:has\(`)
	seen := 0
	for sheet, selectors := range all {
		for _, s := range selectors {
			compounds := sheets.Split(s, " >+~")
			if !page.MatchString(compounds[0]) || len(compounds) == 1 {
				continue
			}
			seen++
			if !strings.ContainsAny(unconditional(compounds[len(compounds)-1]), ".#") {
				t.Errorf("%s.css: %s ends in no class or id: name one", sheet, s)
			}
		}
	}
	if seen < 5 {
		t.Errorf("found only %d rules", seen)
	}
}
