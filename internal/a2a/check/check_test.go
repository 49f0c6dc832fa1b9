package check

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/checks.md anew")

const docs = "../../../docs/checks.md"

func TestListIsWhole(t *testing.T) {
	id := regexp.MustCompile(`^[A-Z]+-\d\d$`)
	section := regexp.MustCompile(`^(\d\.\d (§[A\d][\d.]*|a2a\.proto|extensions)|RFC \d+( §[\d.]+)?|gRPC over HTTP/2|JSON-RPC over HTTP|JSON-RPC 2\.0 §[\d.]+|WHATWG HTML §[\d.]+|Protocol Buffers encoding|a2a-console)$`)
	seen := map[string]bool{}
	for _, c := range All() {
		if !id.MatchString(c.ID) || seen[c.ID] {
			t.Errorf("%s is no id, or there twice", c.ID)
		}
		seen[c.ID] = true
		if !slices.Contains([]Level{Must, Should, Info}, c.Level) || !slices.Contains(scopes(), c.Scope) {
			t.Errorf("%s: level %q, scope %q", c.ID, c.Level, c.Scope)
		}
		for _, s := range c.Sections {
			if !section.MatchString(s) {
				t.Errorf("%s: %q is no section", c.ID, s)
			}
		}
		for _, s := range []string{c.Rule, c.Fix} {
			if !strings.HasSuffix(s, ".") || strings.HasPrefix(s, " ") {
				t.Errorf("%s: %q is no sentence", c.ID, s)
			}
		}
	}
}

func scopes() []string {
	return []string{"card", "request", "answer", "event", "stream", "delivery", "document", "exchange"}
}

func TestDocs(t *testing.T) {
	var b strings.Builder
	b.WriteString("# What is checked\n\nEvery finding names one of these checks. An error breaks a MUST, a warning a SHOULD; a finding can be milder than its\n" +
		"check where the specification's own examples break the rule. Made from `internal/a2a/check/list.tsv` by `go test ./internal/a2a/check -update`.\n" +
		"`a2a-console check SESSION|FILE` judges a recording by all of them: see [Judging a recording](check.md).\n")
	family := ""
	for _, c := range All() {
		if f, _, _ := strings.Cut(c.ID, "-"); f != family {
			family = f
			fmt.Fprintf(&b, "\n## %s\n\n| check | versions | level | rule | where | how to fix it |\n|---|---|---|---|---|---|\n", f)
		}
		versions := "all"
		if c.Versions != nil {
			versions = strings.Trim(fmt.Sprint(c.Versions), "[]")
		}
		fmt.Fprintf(&b, "| <a id=%q></a>%s | %s | %s | %s | %s | %s |\n", c.ID, c.ID, versions, c.Level, plain(c.Rule), strings.Join(c.Sections, "; "), plain(c.Fix))
	}
	if *update {
		if err := os.WriteFile(docs, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(docs)
	if err != nil || string(got) != b.String() {
		t.Errorf("docs/checks.md is not what the list says (%v); run go test ./internal/a2a/check -update", err)
	}
}

// plain keeps markdown from reading braces and bars as its own.
func plain(s string) string { return strings.NewReplacer("|", "\\|", "<", "&lt;").Replace(s) }
