package talk

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// After a cancellation it was not just the agent that ended the answer.
func TestEndOfACanceledTask(t *testing.T) {
	began := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	for state, want := range map[a2a.State]string{
		a2a.Completed: "Ended by the agent after 2.0 s.",
		a2a.Canceled:  "The task was canceled; the agent ended the answer after 2.0 s.",
	} {
		x := wire.Exchange{Outcome: wire.ByAgent, Started: began, Ended: began.Add(2 * time.Second), Labels: wire.Labels{State: string(state)}}
		if got := endWords(&tape.Tape{X: x}, began); got != want {
			t.Errorf("%s: %q, want %q", state, got, want)
		}
	}
}
