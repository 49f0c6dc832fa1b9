package judge

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// ruleCase is a story that breaks a rule, and one that almost does.
type ruleCase struct {
	check     string
	only      func(a2a.Version, a2a.Binding) bool // nil: every version of the check, over every binding
	bad, good func(*story)
	severity  a2a.Severity // if not the check's own
}

// TestRules: each rule finds its violation and nothing else, in every version and binding.
func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range ruleCases() {
		seen[c.check] = true
		listed, ok := check.ByID(c.check)
		if !ok {
			t.Fatalf("no check %s", c.check)
		}
		runs := 0
		for _, v := range slices.Concat(dialect.All(), registry.Drafts()) {
			for _, b := range dialect.Bindings(v.Version()) {
				if !appliesTo(c.check, []a2a.Version{v.Version()}) || c.only != nil && !c.only(v.Version(), b) {
					continue
				}
				runs++
				t.Run(fmt.Sprintf("%s/%s/%s", c.check, v.Version(), b), func(t *testing.T) { c.run(t, listed, v.Version(), b) })
			}
		}
		if runs == 0 {
			t.Errorf("%s is tried in no version", c.check)
		}
	}
	for id := range across {
		if !seen[id] {
			t.Errorf("%s has no case", id)
		}
	}
}

func (c *ruleCase) run(t *testing.T, listed check.Check, v a2a.Version, b a2a.Binding) {
	bad := newStory(t, v, b)
	c.bad(bad)
	all := bad.judged(t)
	got := slices.DeleteFunc(slices.Clone(all), func(f Finding) bool { return f.Check != c.check })
	want := listed.Level.Severity()
	if c.severity != "" {
		want = c.severity
	}
	switch {
	case len(got) == 0:
		t.Errorf("not found\n%s", told(all))
	case got[0].Severity != want || got[0].Message == "" || got[0].Spec == "" || got[0].Exchange == "":
		t.Errorf("found %+v, severity %s was expected", got[0], want)
	}
	for _, f := range got {
		if at := bad.lacks(f); at != "" {
			t.Errorf("found at %s; the document has no %s", f.Path, at)
		}
	}
	good := newStory(t, v, b)
	c.good(good)
	if all := good.judged(t); slices.ContainsFunc(all, func(f Finding) bool { return f.Check == c.check }) {
		t.Errorf("found in what all but breaks it\n%s", told(all))
	}
}

// TestOneFault: of checks that find the same fault, only the more exact one reports it; both are checks
// across exchanges.
func TestOneFault(t *testing.T) {
	for _, c := range check.All() {
		for _, other := range c.Instead {
			if !across[c.ID] || !across[other] {
				t.Errorf("%s cannot stand for %s: not both have a rule of this package", c.ID, other)
			}
		}
	}
	for name, c := range map[string]struct {
		tell func(*story)
		want string
	}{
		"an unknown task": {func(s *story) { s.fail(of(a2a.GetTask, "t9"), a2a.InternalError) }, "STM-06"},
		"of another call": {func(s *story) { s.fail(of(a2a.SubscribeToTask, "t9"), a2a.InternalError) }, "ERR-02"},
		"a message to it": {func(s *story) { s.fail(s.follow("t9"), a2a.InternalError) }, "REQ-15"},
		"a task named by the client": {func(s *story) {
			c := s.follow("t1")
			s.ok(c, whole(a2a.Completed, func(t *a2a.Task) { t.History = []a2a.Message{*c.Message} }))
		}, "REQ-15"},
		"answered with another one": {func(s *story) { s.begun(); s.ok(s.follow("t1"), whole(a2a.Completed, id("t2"))) }, "REQ-15"},
		"a task twice":              {func(s *story) { s.done(); s.done() }, "STM-11"},
	} {
		s := newStory(t, a2a.V10, a2a.JSONRPC)
		c.tell(s)
		if all := slices.DeleteFunc(s.judged(t), func(f Finding) bool { return f.Severity == a2a.SeverityInfo }); len(all) != 1 || all[0].Check != c.want {
			t.Errorf("%s: one finding of %s was expected\n%s", name, c.want, told(all))
		}
	}
	s := newStory(t, a2a.V01, a2a.JSONRPC)
	s.done(id("t7"))
	if all := slices.DeleteFunc(s.judged(t), func(f Finding) bool { return f.Severity == a2a.SeverityInfo }); len(all) != 1 || all[0].Check != "STM-12" {
		t.Errorf("a new task of another id: one finding of STM-12 was expected\n%s", told(all))
	}
}

func told(all []Finding) string {
	var b strings.Builder
	for _, f := range all {
		fmt.Fprintf(&b, "  %s %s %s %s %d: %s %s %v\n", f.Exchange, f.Check, f.Severity, f.Side, f.Frame, f.Path, f.Message, f.Others)
	}
	return b.String()
}

// TestGoodTraffic: ordinary traffic breaks no rule.
func TestGoodTraffic(t *testing.T) {
	for _, v := range dialect.All() {
		for _, b := range dialect.Bindings(v.Version()) {
			t.Run(fmt.Sprintf("%s/%s", v.Version(), b), func(t *testing.T) {
				s := newStory(t, v.Version(), b)
				s.card(nil)
				s.begun()
				s.ok(s.follow("t1"), whole(a2a.Completed))
				s.ok(of(a2a.GetTask, "t1"), whole(a2a.Completed))
				s.fail(of(a2a.CancelTask, "t1"), a2a.TaskNotCancelable)
				s.fail(of(a2a.GetTask, "t9"), a2a.TaskNotFound)
				o := newStory(t, v.Version(), b)
				o.card(nil)
				o.streamed()
				o.ok(of(a2a.GetTask, "t1"), whole(a2a.Completed))
				for _, r := range []*record{&s.record, &o.record} {
					if all := slices.DeleteFunc(r.judged(t), func(f Finding) bool { return !across[f.Check] }); len(all) > 0 {
						t.Errorf("found\n%s", told(all))
					}
				}
			})
		}
	}
}
