package checks

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/ui/examination"
)

// TestFaultTable: a fault has a cell for each conversation, and conversations that ended alike are one outcome.
func TestFaultTable(t *testing.T) {
	line := func(fault, of string, r verdict.Result, says string) examination.Line {
		return examination.Line{Name: fault, Interface: of, Result: r, Message: says, Requirement: "What it does."}
	}
	columns, rows := faultTable([]examination.Line{
		line("slow-agent", "“a”", verdict.Pass, "well"), line("slow-agent", "“b”", verdict.Fail, "lost"), line("slow-agent", "“c”", verdict.Pass, "well"),
		line("rules", "“c”", verdict.Skip, "nothing"),
	})
	if strings.Join(columns, " ") != "“a” “b” “c”" || len(rows) != 2 {
		t.Fatalf("%v, %d rows", columns, len(rows))
	}
	if columnName(1, columns[1]) != "Call 2" || columnName(0, "") != "Your client" {
		t.Errorf("heads %q, %q", columnName(1, columns[1]), columnName(0, ""))
	}
	slow, own := rows[0], rows[1]
	if slow.Title != "Slow agent" || slow.countText() != "1 failed · 2 passed" || !slow.hasFailure() || len(slow.Outcomes) != 2 || len(slow.Outcomes[1].Conversations) != 2 {
		t.Errorf("%+v: %s", slow, slow.countText())
	}
	if own.Title != "Own rules" || own.countText() != "1 not tested" || own.hasFailure() || own.Cells[0] != nil || own.Cells[2] == nil {
		t.Errorf("%+v: %s", own, own.countText())
	}
}

// TestUntestedFaultsAreCounted: a chaos run in which nothing failed says how much it tested, where it is listed and on
// its page. A run that tested everything does not.
func TestUntestedFaultsAreCounted(t *testing.T) {
	for _, skipped := range []int{0, 2} {
		r := &examine.Report{Chaos: true, Rows: []examine.Row{{Probe: "slow-agent", Result: verdict.Pass}}}
		for range skipped {
			r.Rows = append(r.Rows, examine.Row{Probe: "flaky-network", Result: verdict.Skip})
		}
		e := &examination.Examination{Request: examination.Request{Agent: "http://a", Chaos: &examine.ChaosRequest{}}}
		v := &examinationView{Snapshot: &examination.Snapshot{Examination: e, State: examination.Done, Report: r}, Lines: examination.Lines(r)}
		var page strings.Builder
		if err := examinationStatus(v).Render(t.Context(), &page); err != nil {
			t.Fatal(err)
		}
		const want = "1 of 3 conversations tested"
		if has := strings.Contains(page.String(), want); has != (skipped > 0) || (endedWord(v.Snapshot) == want) != (skipped > 0) {
			t.Errorf("%d skipped: listed as %q, on the page %t", skipped, endedWord(v.Snapshot), has)
		}
	}
}
