package talk

import (
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// The end of a canceled task's response mentions the cancellation.
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

// TestStoppedListening: a person who stops listening has not canceled the task.
func TestStoppedListening(t *testing.T) {
	began := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	for state, want := range map[a2a.State]string{
		"":            "You stopped listening after 2.0 s.",
		a2a.Working:   "You stopped listening after 2.0 s. This did not cancel the task.",
		a2a.Completed: "You stopped listening after 2.0 s.",
	} {
		x := wire.Exchange{Origin: wire.Compose, Outcome: wire.Cancelled, Started: began, Ended: began.Add(2 * time.Second), Labels: wire.Labels{State: string(state)}}
		if state != "" {
			x.Labels.Task = "t"
		}
		if got := endWords(&tape.Tape{X: x}, began); got != want {
			t.Errorf("%s: %q, want %q", state, got, want)
		}
	}
}

// TestEventAfterTheDrawingBegan: the age of an event that arrived during the drawing is zero.
func TestEventAfterTheDrawingBegan(t *testing.T) {
	now := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	tp := &tape.Tape{X: wire.Exchange{Started: now.Add(-time.Second), Response: wire.Head{Status: 200}}, Fold: &stream.Fold{Last: now.Add(time.Millisecond), Events: 1}}
	var b strings.Builder
	if err := gutterEnd(tp, nil, now).Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), ">0 µs</time> ago") {
		t.Errorf("got %s", b.String())
	}
}
