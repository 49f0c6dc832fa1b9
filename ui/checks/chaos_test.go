package checks

import (
	"strings"
	"testing"

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
	slow, own := rows[0], rows[1]
	if slow.Title != "Slow agent" || slow.countText() != "1 failed · 2 passed" || !slow.hasFailure() || len(slow.Outcomes) != 2 || len(slow.Outcomes[1].Conversations) != 2 {
		t.Errorf("%+v: %s", slow, slow.countText())
	}
	if own.Title != "Own rules" || own.countText() != "1 not tested" || own.hasFailure() || own.Cells[0] != nil || own.Cells[2] == nil {
		t.Errorf("%+v: %s", own, own.countText())
	}
}
