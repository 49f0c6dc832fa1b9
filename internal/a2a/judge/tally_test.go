package judge

import (
	"slices"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestOccasions: checks name conditions that there are, and all of them.
func TestOccasions(t *testing.T) {
	named := map[string]bool{}
	for _, c := range check.All() {
		for _, name := range slices.Concat(c.Where, c.When) {
			if named[name] = true; conditions[name] == nil {
				t.Errorf("checks.txt line %d: %s names the condition %q, which there is not; use one of judge/conditions.go, or add it there", c.Line, c.ID, name)
			}
		}
	}
	for name := range conditions {
		if !named[name] {
			t.Errorf("no check names the condition %q; remove it", name)
		}
	}
}

// TestTally: a check is met only where what it is about was there.
func TestTally(t *testing.T) {
	s := newStory(t, a2a.V10, a2a.JSONRPC)
	s.card(nil)
	s.ok(s.send(a2a.SendMessage), whole(a2a.InputRequired))
	before := s.tallied()
	s.ok(s.follow("t1"), whole(a2a.Completed))
	s.fail(of(a2a.CancelTask, "t1"), a2a.TaskNotCancelable)
	after := s.tallied()
	for _, c := range []struct {
		check         string
		before, after Count
	}{
		{"CARD-08", Count{1, 1}, Count{1, 1}},
		{"CARD-13", Count{1, 0}, Count{1, 0}}, // a card without schemes
		{"CARD-30", Count{1, 0}, Count{1, 0}}, // signatures are not verified
		{"RPC-04", Count{1, 1}, Count{3, 3}},
		{"RPC-10", Count{1, 0}, Count{3, 1}}, // no error, an error
		{"REQ-11", Count{1, 1}, Count{2, 2}},
		{"REQ-15", Count{1, 0}, Count{2, 1}}, // a message that names a task
		{"STM-05", Count{}, Count{1, 1}},     // a cancellation of a task that is over
		{"STM-13", Count{}, Count{1, 0}},     // none that is repeated
		{"ERR-02", Count{}, Count{1, 0}},     // no task that there is not
		{"SSE-11", Count{}, Count{}},         // no stream
		{"REST-01", Count{}, Count{}},        // another binding
		{"REQ-01", Count{}, Count{}},         // another version
		{"PUSH-16", Count{}, Count{}},        // no notification
	} {
		if got := before.Of(c.check); got != c.before {
			t.Errorf("%s before: %+v, expected %+v", c.check, got, c.before)
		}
		if got := after.Of(c.check); got != c.after {
			t.Errorf("%s after: %+v, expected %+v", c.check, got, c.after)
		}
	}
}

// TestTallyOfStreams: streams meet what streams are about.
func TestTallyOfStreams(t *testing.T) {
	s := newStory(t, a2a.V10, a2a.JSONRPC)
	s.ok(s.send(a2a.SendStreamingMessage), whole(a2a.Working), chunk("one", false, false), chunk("two", true, true), update(a2a.Completed, 2))
	got := s.tallied()
	for _, id := range []string{"SSE-11", "SSE-12", "SSE-15", "SSE-16", "SSE-18", "ART-05", "ART-06", "ART-08", "STM-01", "RES-13"} {
		if got.Of(id).Met != 1 {
			t.Errorf("%s: %+v", id, got.Of(id))
		}
	}
	for _, id := range []string{"SSE-13", "SSE-20", "SSE-21", "SSE-23", "ART-07"} {
		if got.Of(id).Met != 0 {
			t.Errorf("%s: %+v", id, got.Of(id))
		}
	}
}

// tallied judges the recording and counts.
func (s *story) tallied() *Tally {
	s.Helper()
	var tally Tally
	err := Recording(s.Context(), func(yield func(*wire.Exchange, error) bool) {
		for _, x := range s.list {
			if !yield(x, nil) {
				return
			}
		}
	}, s, Options{Tally: &tally}, func(Finding) {})
	if err != nil {
		s.Fatal(err)
	}
	return &tally
}
