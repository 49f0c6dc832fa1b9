package checks

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/examination"
)

// TestWhatIsOnlyToldOfIsNotBroken: a check with findings of severity info only is listed below
// those that were broken, however frequent it is.
func TestWhatIsOnlyToldOfIsNotBroken(t *testing.T) {
	v := &view{}
	v.fill([]wire.CheckCount{{Check: "ERR-15", Exchanges: 14, Severity: "info"}, {Check: "SSE-05", Exchanges: 2, Severity: "warning"}, {Check: "STM-05", Exchanges: 3, Severity: "error"}}, nil, nil)
	if v.Broken != 2 {
		t.Errorf("%d are counted as broken", v.Broken)
	}
	for i, want := range []string{"STM-05", "SSE-05", "ERR-15"} {
		if v.Rows[i].ID != want {
			t.Errorf("row %d is %s, not %s", i, v.Rows[i].ID, want)
		}
	}
}

// TestFailuresAreCountedByLevel: a SHOULD is not counted with a MUST.
func TestFailuresAreCountedByLevel(t *testing.T) {
	lines := []examination.Line{{Level: check.Must}, {Level: check.Must}, {Level: check.Should}}
	if got := byLevel(lines); got != ": 2 MUST, 1 SHOULD" {
		t.Errorf("%q", got)
	}
	if g := levels(lines); len(g) != 2 || len(g[0].Lines) != 2 || g[1].Title != "SHOULD" {
		t.Errorf("%v", g)
	}
}
