package examine_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/chaos"
	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// TestConversationsAreRows: a client that hung or lost something fails; one whose conversation no rule touched was not
// tested. Stored conversations can be read again.
func TestConversationsAreRows(t *testing.T) {
	s := chaos.Step{Preset: "never-finish", Seed: 3, Number: 1, Text: "hi"}
	called := []string{"x"}
	for _, c := range []struct {
		verdict chaos.Verdict
		calls   []string
		result  verdict.Result
		says    string
	}{
		{chaos.Recovered, called, verdict.Pass, "recovered: So."}, {chaos.GaveUp, called, verdict.Pass, "gave up: So."},
		{chaos.Hung, called, verdict.Fail, "hung: So."}, {chaos.Lost, called, verdict.Fail, "lost: So."}, {chaos.NotStarted, nil, verdict.Fail, "not held: So."},
		{chaos.NotTouched, called, verdict.Skip, "not touched: So."}, {chaos.NotTouched, nil, verdict.Skip, "not touched: So."},
	} {
		row := examine.ConversationRow(s, "It waits.", 2).WithResult(chaos.Result{Step: s, Verdict: c.verdict, Message: "So.", Exchanges: c.calls})
		if row.Result != c.result || row.Message != c.says || row.Interface != "“hi”, seed 3" {
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

// TestFilesOfConversations: a conversation with a loss fails at any level, an untouched one is skipped, and the report
// counts verdicts by preset.
func TestFilesOfConversations(t *testing.T) {
	r := &examine.Report{Chaos: true}
	for _, c := range []chaos.Result{
		{Step: chaos.Step{Preset: "never-finish", Seed: 3, Number: 1, Text: "a | b"}, Verdict: chaos.Lost, Message: "It stopped.", Exchanges: []string{"x1", "x2"}},
		{Step: chaos.Step{Preset: "never-finish", Seed: 4, Number: 2, Text: "c"}, Verdict: chaos.Retried, Message: "It sent."},
		{Step: chaos.Step{Preset: "none", Seed: 5, Number: 3}, Verdict: chaos.NotTouched, Message: "No rule."},
	} {
		r.Rows = append(r.Rows, examine.ConversationRow(c.Step, "", 1).WithResult(c))
	}
	var junit, md bytes.Buffer
	if err := examine.WriteJUnit(&junit, "chaos", r, check.Must); err != nil || !strings.Contains(junit.String(), `failures="1" skipped="1"`) || !strings.Contains(junit.String(), `message="lost: It stopped."`) {
		t.Errorf("%v %s", err, junit.String())
	}
	err := examine.WriteMarkdown(&md, "chaos of x", r)
	if s := md.String(); err != nil || !strings.Contains(s, "| never-finish |  |  | 1 |  |  | 1 |  |  |  |\n") || !strings.Contains(s, `a \| b`) {
		t.Errorf("%v %s", err, s)
	}
}
