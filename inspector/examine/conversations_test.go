package examine_test

import (
	"testing"

	"github.com/a2a-console/a2a-console/inspector/chaos"
	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
)

// TestConversationsAreRows: a client that hung or lost something fails; one whose conversation no
// rule touched was not tested. What was held is read again as it was kept.
func TestConversationsAreRows(t *testing.T) {
	s := chaos.Step{Preset: "never-finish", Seed: 3, N: 1, Text: "hi"}
	called := []string{"x"}
	for _, c := range []struct {
		verdict chaos.Verdict
		calls   []string
		result  verdict.Result
		says    string
	}{
		{chaos.Recovered, called, verdict.Pass, "recovered: So."}, {chaos.GaveUp, called, verdict.Pass, "gave up: So."},
		{chaos.Hung, called, verdict.Fail, "hung: So."}, {chaos.Lost, called, verdict.Fail, "lost: So."}, {chaos.NotHeld, nil, verdict.Fail, "not held: So."},
		{chaos.NotTouched, called, verdict.Skip, "not touched: So."}, {chaos.NotTouched, nil, verdict.Skip, "not touched: So."},
	} {
		row := examine.ConversationRow(s, "It waits.", 2).WithResult(chaos.Result{Step: s, Verdict: c.verdict, Message: "So.", Exchanges: c.calls})
		if row.Result != c.result || row.Says != c.says || row.Interface != "“hi”, seed 3" {
			t.Errorf("%s after %d calls: %+v", c.verdict, len(c.calls), row)
		}
		kept, err := (&examine.Report{Chaos: true, Rows: []examine.Row{row}}).Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := examine.Decode(kept)
		if err != nil || again.Rows[0].Chaos.Step != s || again.Rows[0].Chaos.Verdict != c.verdict || again.Untested() == "" != (c.result != verdict.Skip) {
			t.Errorf("%s is read again as %+v, %v", c.verdict, again, err)
		}
		for line := range again.Lines("chaos", "session") {
			if r, is := line.(*chaos.Result); is && r.Verdict != c.verdict {
				t.Errorf("%+v", r)
			}
		}
	}
}
