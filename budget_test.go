package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// budgets bound the code of a folder in kB: characters of hand-written Go, templ, JavaScript and style
// sheets, without indentation, blank lines, comments and tests. A row with a longer path takes its folder out
// of the shorter one's count. A commit that raises a number says why; one that makes a folder smaller lowers
// it.
var budgets = []struct {
	folder string
	kB     int
}{
	{"ui", 1346}, {"inspector", 578}, {"recorder", 387}, {"proxy", 226}, {"static", 271},
	{"internal/a2a", 572}, {"internal/agent", 182}, {"internal/cli", 371}, {"internal/console", 120}, {"internal/model", 36}, {"internal/wire", 185}, {"internal", 66},
}

// testFolders hold programs that only tests run.
var testFolders = []string{"internal/agent/peer", "internal/interop", "internal/testpeer", "internal/testprogram", "proxy/bench"}

func TestBudgets(t *testing.T) {
	sizes := map[string]int{}
	err := filepath.WalkDir(".", func(name string, e fs.DirEntry, err error) error {
		name = filepath.ToSlash(name)
		if err != nil || !isWritten(name, e) {
			return err
		}
		src, err := os.ReadFile(name)
		sizes[budgetOf(name)] += charactersOf(string(src))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range budgets {
		if kB := (sizes[b.folder] + 999) / 1000; kB > b.kB {
			t.Errorf("%s has %d kB of code; its budget is %d", b.folder, kB, b.kB)
		} else if kB < b.kB-5 {
			t.Errorf("%s has only %d kB of code; lower its budget of %d", b.folder, kB, b.kB)
		}
	}
}

// isWritten reports whether a file is hand-written code and not a test.
func isWritten(name string, e fs.DirEntry) bool {
	switch path.Ext(name) {
	case ".go", ".templ", ".js", ".css":
	default:
		return false
	}
	return !e.IsDir() && !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, "_templ.go") && !strings.HasSuffix(name, ".test.js") &&
		!isIn(name, testFolders) && !strings.Contains("/"+name, "/testdata/") && !strings.Contains("/"+name, "/vendor/") && !strings.Contains("/"+name, "/node_modules/")
}

func isIn(name string, folders []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool { return strings.HasPrefix(name, folder+"/") })
}

// budgetOf returns the longest folder in budgets that contains a file.
func budgetOf(name string) (folder string) {
	for _, b := range budgets {
		if strings.HasPrefix(name, b.folder+"/") && len(b.folder) > len(folder) {
			folder = b.folder
		}
	}
	return folder
}

// charactersOf counts the characters of code in a source; a generated source has none.
func charactersOf(src string) (n int) {
	inside := false
	for line := range strings.Lines(src) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "// Code generated"):
			return 0
		case inside:
			inside = !strings.Contains(line, "*/")
		case strings.HasPrefix(line, "/*"):
			inside = !strings.Contains(line, "*/")
		case !strings.HasPrefix(line, "//"):
			n += len(line)
		}
	}
	return n
}
