package ui

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/ui/web"
)

// TestRoutes compares the table of all addresses: who may use each, its size limit, and whether it
// has a live stream.
func TestRoutes(t *testing.T) {
	s := wholeServer(t, emptyRecord(), func(o *Options) { o.Rules, o.HoldQueue = &ruleList{}, &holdList{} })
	var lines []string
	for _, rt := range s.routes {
		method, path, ok := strings.Cut(rt.Pattern, " ")
		if !ok {
			method, path = "any", rt.Pattern
		}
		line := fmt.Sprintf("%-6s %-50s %s", method, path, map[web.Access]string{web.ByCookie: "browser", web.ByBearer: "program", web.ByAnyone: "anyone"}[rt.Access])
		if rt.Live != nil {
			line += ", live"
		}
		if rt.Limit > 0 {
			line += fmt.Sprintf(", up to %d MiB", rt.Limit>>20)
		}
		lines = append(lines, line)
	}
	slices.SortFunc(lines, func(a, b string) int { return cmp.Or(strings.Compare(a[7:], b[7:]), strings.Compare(a, b)) })
	got, file := strings.Join(lines, "\n")+"\n", filepath.Join("testdata", "golden", "routes.txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	have := strings.Split(strings.ReplaceAll(string(want), "\r\n", "\n"), "\n")
	for _, l := range lines {
		if !slices.Contains(have, l) {
			t.Errorf("served, and not in the table: %s", l)
		}
	}
	for _, l := range have {
		if l != "" && !slices.Contains(lines, l) {
			t.Errorf("in the table, and not served: %s", l)
		}
	}
	if t.Failed() {
		t.Log("go test ./ui -run TestRoutes -update writes the table")
	}
}
