package checks

import (
	"strings"
	"testing"
)

// TestUnreadCardIsOneSentence: whether what went wrong ends with a period or not.
func TestUnreadCardIsOneSentence(t *testing.T) {
	for _, problem := range []string{"nothing listens there; check the port.", "nothing listens there; check the port"} {
		var f examineForm
		f.Entry.Known.Problem = problem
		if got := f.unknown(); !strings.HasSuffix(got, "check the port.") || strings.HasSuffix(got, "..") {
			t.Errorf("%q", got)
		}
	}
}
