package judge

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// TestDraftChecks: the checks of its released version apply to a draft, but not the reverse.
func TestDraftChecks(t *testing.T) {
	for _, v := range registry.Drafts() {
		for _, c := range check.All() {
			if c.HoldsIn(v.DraftOf) && !c.HoldsIn(v.Version()) {
				t.Errorf("%s holds in %s and not in its draft %s: write \"draft: %s\" in checks.txt", c.ID, v.DraftOf, v.Version(), v.Version())
			}
		}
		if gap, _ := check.ByID(v.Stream.Gap); v.Stream.Gap != "" && (!gap.HoldsIn(v.Version()) || gap.HoldsIn(v.DraftOf)) {
			t.Errorf("%s holds in %v", gap.ID, gap.Versions)
		}
	}
}

// TestDraftSections: a finding in a draft cites the section of its released version.
func TestDraftSections(t *testing.T) {
	for _, d := range registry.Drafts() {
		s := newStory(t, d.Version(), a2a.JSONRPC)
		s.done()
		s.fail(of(a2a.CancelTask, "t1"), a2a.InternalError)
		found := s.judged(t)
		if len(found) != 1 || found[0].Check != "STM-05" || found[0].Spec != string(d.DraftOf)+" §3.1.5" {
			t.Errorf("%s: %+v", d.Version(), found)
		}
	}
}

// TestMismatch: a generation mismatch is the right answer to a message with a condition, whatever else is
// wrong, over every binding; to a message without one it is not.
func TestMismatch(t *testing.T) {
	for _, d := range registry.Drafts() {
		for _, b := range dialect.Bindings(d.Version()) {
			for _, wants := range []bool{true, false} {
				s := newStory(t, d.Version(), b)
				s.done()
				c := s.follow("t1")
				if wants {
					c.IfGenerationMatch = new(int64)
				}
				s.fail(c, a2a.TaskGenerationMismatch)
				if found := s.judged(t); wants && len(found) > 0 || !wants && (len(found) != 1 || found[0].Check != "STM-03") {
					t.Errorf("%s %s %v: %+v", d.Version(), b, wants, found)
				}
			}
		}
	}
}
