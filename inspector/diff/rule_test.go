package diff_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestRules: a rule hides one planted difference of a text, or does not.
func TestRules(t *testing.T) {
	a := record(t, "a", plain10(), phone)
	b := a.replaced(t, 2, wire.Response, "R12443", "R99").renamed()
	for rule, hides := range map[string]bool{
		"$.task.artifacts[0].parts[0].text":   true,
		"$.task.artifacts[*].parts[*].text":   true,
		"$.task.artifacts":                    true,
		"$..text":                             true,
		"$..parts[0]":                         true,
		"$..[0].text":                         true,
		"$.*.artifacts":                       true,
		`$["task"]["artifacts"]`:              true,
		"$..":                                 true,
		"$":                                   true,
		"$.task.artifacts[1].parts[0].text":   false,
		"$.task.artifacts[0].parts[0].text.x": false,
		"$.message":                           false,
		"$..metadata":                         false,
		"$.*.parts":                           false,
		"type:text":                           true,
		"type:data":                           false,
		"/R[0-9]+/":                           true,
		"/R[0-9]{5}/":                         false,
		"$.task type:text /R[0-9]+/":          true,
		"$.task type:data /R[0-9]+/":          false,
		"$.message type:text /R[0-9]+/":       false,
		"$.task.artifacts[*] /number is .*$/": true,
		"/order/":                             false,
		`$["task"].artifacts[0] type:text`:    true,
		`$["ta sk"].artifacts[0] type:text`:   false,
		"$..artifacts..parts..text":           true,
		"$..artifacts..artifacts..text":       false,
	} {
		r, err := diff.ParseIgnoreRule(rule)
		if err != nil {
			t.Errorf("%s: %v", rule, err)
			continue
		}
		if r.String() != rule {
			t.Errorf("%s is written %s", rule, r)
		}
		got := faithful(t, a, b, diff.Options{Ignore: []diff.IgnoreRule{r}})
		if got.Equal() != hides || hides && got.IgnoredCount != 1 {
			t.Errorf("%s hides: %v, %d ignored", rule, got.Equal(), got.IgnoredCount)
		}
	}
}

func TestRuleErrors(t *testing.T) {
	for rule, says := range map[string]string{
		"":                                    "is neither a path",
		"text":                                `"text" is neither a path`,
		"type:nonsense":                       `there is no type "nonsense"; the types are text, data`,
		"/(/":                                 "missing closing",
		"$.":                                  "expected a member's name",
		"$.a[":                                "] is missing",
		"$.a[-1]":                             "is not an index",
		"$.a[x]":                              "is not an index",
		`$["a`:                                "is not a quoted name",
		`$["a"`:                               "] is missing",
		"$a":                                  "expected a dot or [",
		"$.a b":                               `"b" is neither a path`,
		"type:text x":                         `"x" is neither a path`,
		"$" + strings.Repeat(".a", 200):       "more than 100 steps",
		"/" + strings.Repeat("a", 5000) + "/": "at most 4096",
	} {
		if _, err := diff.ParseIgnoreRule(rule); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.40q: %v", rule, err)
		}
	}
}

// TestRulesKept saves rules as JSON and derives one from a difference.
func TestRulesKept(t *testing.T) {
	rules, err := diff.ParseIgnoreRules([]string{"type:timestamp", `$.task["a b"][*] /x"y/`})
	if err != nil {
		t.Fatal(err)
	}
	saved, err := json.Marshal(rules)
	if err != nil {
		t.Fatal(err)
	}
	var back []diff.IgnoreRule
	if err := json.Unmarshal(saved, &back); err != nil || back[1].String() != rules[1].String() {
		t.Errorf("%s: %v", saved, err)
	}
	if err := json.Unmarshal([]byte(`["nonsense"]`), &back); err == nil {
		t.Error("nonsense was read")
	}
	r, err := diff.IgnoreRuleFor(diff.Difference{Path: `$.task.artifacts[3]["a b"].x`})
	if err != nil || r.String() != `$.task.artifacts[*]["a b"].x` {
		t.Errorf("%v %v", r, err)
	}
}
