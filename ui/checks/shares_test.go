package checks

import (
	"regexp"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/ui/examination"
	"github.com/a2a-console/a2a-console/ui/part"
)

// TestShares: the shares of the bar are proportional to their lines, and wide enough to read; what
// does not apply, or is muted, has none.
func TestShares(t *testing.T) {
	lines := []examination.Line{{Result: verdict.Fail}, {Result: verdict.Fail, Muted: "known"}, {Result: verdict.NotApplicable}}
	for range 99 {
		lines = append(lines, examination.Line{Result: verdict.Pass})
	}
	var bar strings.Builder
	if err := part.ResultBar(examination.Shares(&examine.Report{}, lines, "/at")).Render(t.Context(), &bar); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range regexp.MustCompile(`href="([^"]*)" aria-label="([^"]*)".*?x="([^"]*)" width="([^"]*)"`).FindAllStringSubmatch(bar.String(), -1) {
		got = append(got, strings.Join(m[1:], " "))
	}
	want := "/at#group-failed 1 failed 0.00% 8.84%|/at#group-passed 99 passed 8.84% 91.16%"
	if all := strings.Join(got, "|"); all != want {
		t.Errorf("%s, want %s", all, want)
	}
}
