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
