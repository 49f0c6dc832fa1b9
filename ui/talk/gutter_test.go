package talk

import (
	"regexp"
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
	if !strings.Contains(b.String(), ">0 µs</time>") {
		t.Errorf("got %s", b.String())
	}
}

// An open stream says how long it has been quiet, its usual gap from the third event on, and what came last.
func TestSilenceOfAStream(t *testing.T) {
	began := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	working := a2a.Reading{Result: &a2a.Result{Status: &a2a.StatusUpdate{Status: a2a.Status{State: a2a.Working}}}}
	artifact := a2a.Reading{Result: &a2a.Result{Artifact: &a2a.ArtifactUpdate{Artifact: a2a.Artifact{ID: "poem"}}}}
	for _, c := range []struct {
		name   string
		events []stream.Event // a second apart
		want   string
	}{
		{"two events", []stream.Event{{Reading: artifact}, {Reading: working}}, "quiet for 30.0 s · last event: working"},
		{"three events", []stream.Event{{Reading: working}, {Reading: working}, {Reading: artifact}}, "quiet for 30.0 s · usual gap 983 ms · last event: artifact poem"},
		{"a keep-alive", []stream.Event{{Reading: working}, {Comment: true}}, "quiet for 30.0 s · last event: working"},
		{"keep-alives only", []stream.Event{{Comment: true}, {Comment: true}}, "quiet for 30.0 s"},
	} {
		f := stream.New(began)
		for i, e := range c.events {
			e.At = began.Add(time.Duration(i) * time.Second)
			f.Add(e)
		}
		var b strings.Builder
		tp := &tape.Tape{X: wire.Exchange{Started: began}, Fold: f}
		if err := Silence(tp, f.Last.Add(30*time.Second)).Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(tags.ReplaceAllString(b.String(), "")), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

var tags = regexp.MustCompile("<[^>]*>")
