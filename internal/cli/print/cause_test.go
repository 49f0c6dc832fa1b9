package print

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/cause"
)

// TestWhyAsks: the heading is the question that the cause answers, so an exchange that did not fail is
// not said to have failed.
func TestWhyAsks(t *testing.T) {
	var out strings.Builder
	(&FailureCause{Question: "What is wrong?", Cause: cause.Cause{Text: "The request has no id."}}).Text(&out)
	if got := out.String(); !strings.HasPrefix(got, "\nWhat is wrong?\n") || !strings.Contains(got, "The request has no id.") {
		t.Errorf("%q", got)
	}
}
