package replay

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/ui/rerun"
)

// TestVerdictLeads: the verdict summarizes a replay in a sentence, and unsent calls do not
// count as missing responses.
func TestVerdictLeads(t *testing.T) {
	step := func(o diff.Outcome, now string) rerun.Step {
		return rerun.Step{NewExchange: now, Pair: &diff.Pair{Outcome: o}}
	}
	cases := []struct {
		state rerun.State
		steps []rerun.Step
		want  string // its beginning
		mark  string // of the last step
	}{
		{rerun.RerunRunning, []rerun.Step{step(diff.OutcomeSame, "n"), {}}, "", "to come"},
		{rerun.RerunRunning, []rerun.Step{step(diff.OutcomeDiffers, "n"), {}}, "1 of 2 answers differs so far", "to come"},
		{rerun.RerunDone, []rerun.Step{step(diff.OutcomeSame, "n"), step(diff.OutcomeSame, "n")}, "The agent answers as recorded: 2 calls", "same"},
		{rerun.RerunDone, []rerun.Step{step(diff.OutcomeDiffers, "n"), step(diff.OutcomeDiffers, "n")}, "2 of 2 answers differ", "differs"},
		{rerun.RerunDone, []rerun.Step{step(diff.OutcomeSame, "n"), step(diff.OutcomeMissing, "")}, "1 of 2 calls has no answer to compare", "not sent"},
		{rerun.RerunDone, []rerun.Step{{Pair: &diff.Pair{Outcome: diff.OutcomeDiffers, IsFixed: true}}, {Pair: &diff.Pair{Outcome: diff.OutcomeDiffers, IsBroken: true}}}, "2 of 2 answers differ: 1 call now succeeds, 1 call now fails", "differs"},
		{rerun.RerunEnded, []rerun.Step{step(diff.OutcomeSame, "n"), {}}, "1 of 2 calls answered as recorded; the others were not sent", "not sent"},
	}
	for _, c := range cases {
		l := rerun.Snapshot{Rerun: &rerun.Rerun{}, State: c.state, Steps: c.steps, Level: diff.Meaning, Report: &diff.Report{Level: diff.Meaning}}
		for _, s := range c.steps {
			if s.Pair != nil {
				l.Finished++
				l.Report.Add(*s.Pair)
			}
		}
		if got := verdict(l).Word; !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %q, not %q", c.state, got, c.want)
		}
		if got := markOf(l, c.steps[len(c.steps)-1]).Word; got != c.mark {
			t.Errorf("%s: the last step is %q, not %q", c.state, got, c.mark)
		}
	}
}
