package ui

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// compiledExpressions are the keys of the table in which Datastar looks up expressions.
func compiledExpressions(t *testing.T) map[string]bool {
	t.Helper()
	b, err := os.ReadFile("../static/vendor/expressions.js")
	if err != nil {
		t.Fatalf("%v; run go generate ./static", err)
	}
	table := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^  \[("(?:[^"\\]|\\.)*"), \(el, `).FindAllStringSubmatch(string(b), -1) {
		key, err := strconv.Unquote(m[1])
		if err != nil {
			t.Fatalf("%s: %v", m[1], err)
		}
		table[key] = true
	}
	if len(table) == 0 {
		t.Fatal("the table is empty")
	}
	return table
}

// TestExpressionsAreCompiled: the table has exactly the expressions of the templates. Pages and
// patches are drawn from the same templates.
func TestExpressionsAreCompiled(t *testing.T) {
	table, used := compiledExpressions(t), map[string]bool{}
	attribute := regexp.MustCompile(`[\s"](data-[\w:.\-]+)(?:=|": )(\{[^}]*\}|"[^"]*")`)
	eachSource(t, ".templ", func(name, text string) {
		for _, m := range attribute.FindAllStringSubmatch(text, -1) {
			if !expression(m[1]) {
				continue
			}
			text, err := strconv.Unquote(m[2])
			if err != nil {
				t.Errorf("%s: %s is computed: %s. Put the data into an attribute and read it with el.dataset", name, m[1], m[2])
				continue
			}
			text = strings.TrimSpace(html.UnescapeString(text))
			if used[text] = true; !table[text] {
				t.Errorf("%s: %s is not compiled: %s. Run go generate ./static", name, m[1], text)
			}
		}
	})
	for text := range table {
		if !used[text] {
			t.Errorf("%s is compiled and in no template. Run go generate ./static", text)
		}
	}
}

// TestNoExpressionsInGoCode: no Go code makes an attribute with an expression, which the test above
// would not see.
func TestNoExpressionsInGoCode(t *testing.T) {
	name := regexp.MustCompile("[\"`](data-[\\w:.\\-]+)[\"`]")
	eachSource(t, ".go", func(file, text string) {
		if strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, "_templ.go") {
			return
		}
		for _, m := range name.FindAllStringSubmatch(text, -1) {
			if expression(m[1]) {
				t.Errorf("%s names %s; expressions stand in templates", file, m[1])
			}
		}
	})
}

// TestPagesHoldOnlyCompiledExpressions reads the pages as drawn, including those of the hostile
// record.
func TestPagesHoldOnlyCompiledExpressions(t *testing.T) {
	table := compiledExpressions(t)
	eachGolden(t, func(name string, tok html.Token) {
		for _, a := range tok.Attr {
			if expression(a.Key) && !table[strings.TrimSpace(a.Val)] {
				t.Errorf("%s: %s is not compiled: %s", name, a.Key, a.Val)
			}
		}
	})
}
