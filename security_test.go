package main

import (
	"go/ast"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestSecurityNamesTests: every defence that SECURITY.md lists names a test that attacks it, and every test
// named there and in docs/tap.md exists.
func TestSecurityNamesTests(t *testing.T) {
	exist := map[string]bool{}
	for _, f := range sources(t) {
		if !f.isTest() {
			continue
		}
		for _, d := range f.syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
				exist[fn.Name.Name] = true
			}
		}
	}
	name := regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w*`)
	for _, file := range []string{"SECURITY.md", "docs/tap.md"} {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range name.FindAllString(string(b), -1) {
			if !exist[n] {
				t.Errorf("%s names %s, which no package has", file, n)
			}
		}
	}
	b, _ := os.ReadFile("SECURITY.md")
	_, table, _ := strings.Cut(string(b), "| attack | defence | attacked by |\n|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := strings.Split(table, "\n")
	if len(rows) < 20 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		cells := strings.Split(strings.Trim(row, "| "), " | ")
		if len(cells) != 3 || !name.MatchString(cells[2]) {
			t.Errorf("no test is named for %.80s", row)
		}
	}
}
