package checks

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/ui/examination"
)

// TestShares: the parts of the bar are as wide as they have lines, and wide enough to be read; what
// does not apply, or is muted, has none.
func TestShares(t *testing.T) {
	lines := []examination.Line{{Result: verdict.Fail}, {Result: verdict.Fail, Muted: "known"}, {Result: verdict.NotApplicable}}
	for range 99 {
		lines = append(lines, examination.Line{Result: verdict.Pass})
	}
	v := &examined{Failing: examination.Failing(lines), Others: examination.Others(lines)}
	var got []string
	for _, s := range v.shares() {
		got = append(got, s.Word+" "+s.At+" "+s.X+" "+s.Width)
	}
	want := "1 failed group-failed 0.00% 8.84%|99 passed group-passed 8.84% 91.16%"
	if all := strings.Join(got, "|"); all != want {
		t.Errorf("%s, want %s", all, want)
	}
}
