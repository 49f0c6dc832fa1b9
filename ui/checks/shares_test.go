package checks

import (
	"regexp"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/ui/examination"
	"github.com/a2a-console/a2a-console/ui/part"
)

// TestShares: the shares of the bar are proportional to their lines, and wide enough to see; what
// does not apply, or is muted, has none.
func TestShares(t *testing.T) {
	lines := []examination.Line{{Result: verdict.Fail}, {Result: verdict.Fail, Muted: "known"}, {Result: verdict.NotApplicable}}
	for range 299 {
		lines = append(lines, examination.Line{Result: verdict.Pass})
	}
	var bar strings.Builder
	if err := part.ResultBar(examination.Shares(lines)).Render(t.Context(), &bar); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range regexp.MustCompile(`<rect class="([^"]*)" x="([^"]*)" width="([^"]*)"`).FindAllStringSubmatch(bar.String(), -1) {
		got = append(got, strings.Join(m[1:], " "))
	}
	want := "share-failed 0.00% 0.99%|share-passed 0.99% 99.01%"
	if all := strings.Join(got, "|"); all != want {
		t.Errorf("%s, want %s", all, want)
	}
}
