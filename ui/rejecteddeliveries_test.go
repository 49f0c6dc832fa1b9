package ui

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
)

// TestDeliveriesNotTaken: a delivery that the console refused, or that a rule broke off, did
// arrive: the page does not say that the agent failed to deliver it.
func TestDeliveriesNotTaken(t *testing.T) {
	t.Parallel()
	for problem, outcome := range map[string]wire.Outcome{
		"This run of the console did not hand out this address.": wire.Refused,
		"A rule of the console dropped the request: => drop.":    wire.Interrupted,
		"The console stopped while a rule held the delivery.":    wire.Interrupted,
	} {
		f, at := emptyRecord(), "http://127.0.0.1:7440/hook/1"
		pushed(f, at, "bot")
		f.exchanges[2].Outcome, f.exchanges[2].Problem = outcome, problem
		s, _ := hookServer(t, f)
		v, err := s.webhooks.Read(t.Context(), link.HookKey(at), "")
		if err != nil || v.Open == nil {
			t.Fatal(err)
		}
		if st := v.Open.Assessment; len(st.Report.Missing) != 1 || len(st.RejectedEvents) != 1 || st.RejectedEvents[0] != 1 {
			t.Errorf("%s: missing %v, not taken %v", problem, st.Report.Missing, st.RejectedEvents)
		}
		body := get(t, s, link.HookURL(link.HookKey(at))).Body.String()
		mustSee(t, body, "arrived, but was not accepted", "1 event of the stream never arrived.")
		if rule := strings.HasPrefix(problem, "A rule"); rule != strings.Contains(body, "a rule aborted it") || rule && strings.Contains(body, ">the console stopped") {
			t.Errorf("%s: the row says something else", problem)
		}
	}
}

// TestDeliveriesOfExaminationsAreMarked: an address that an examination registered links to its report, and others do not.
func TestDeliveriesOfExaminationsAreMarked(t *testing.T) {
	const at = "http://127.0.0.1:7440/hook/1"
	for session, links := range map[string]int{"session-1": 2, "another": 0} {
		f := emptyRecord()
		pushed(f, at, "bot")
		for i := range f.exchanges {
			f.exchanges[i].Session = "session-1"
		}
		s, _ := hookServer(t, f, func(o *Options) {
			o.Examiner = &fakeExaminer{kept: []wire.Examination{{ID: "exam-1", Session: session}}}
		})
		page := mainOf(get(t, s, link.HookURL(link.HookKey(at))).Body.String())
		if n := strings.Count(page, `href="/examinations/exam-1">examination</a>`); n != links {
			t.Errorf("%s: %d links, want %d, in the list and beside the open address: %s", session, n, links, page)
		}
	}
}
