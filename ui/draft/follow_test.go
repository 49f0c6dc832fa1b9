package draft

import (
	"slices"
	"testing"
)

// TestFollow: an exchange without a task or context stays in the conversation until another begins.
func TestFollow(t *testing.T) {
	d := &Draft{}
	sent := func(exchange string, anew bool, before ...string) {
		t.Helper()
		d.Follow(exchange, anew)
		if d.Exchange != exchange || !slices.Equal(d.EarlierExchanges, before) {
			t.Errorf("after %s: %q, before it %q", exchange, d.Exchange, d.EarlierExchanges)
		}
	}
	sent("failed", true)
	sent("failed again", true, "failed")
	sent("failed again", false, "failed") // it is there already
	sent("worked", true, "failed", "failed again")
	d.Task, d.Context = "t", "c"
	sent("continued", false, "failed", "failed again")
	sent("another task", true)
	if d.Task != "" || d.Context != "" {
		t.Errorf("another task goes on with task %q in context %q", d.Task, d.Context)
	}
	for range 2 * maxEarlier {
		d.Follow("x"+d.Exchange[:1], true)
		d.Follow("y", true)
	}
	if len(d.EarlierExchanges) != maxEarlier {
		t.Errorf("%d are kept", len(d.EarlierExchanges))
	}
}
