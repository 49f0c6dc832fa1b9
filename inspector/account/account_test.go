package account

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestSaid: a later document does not erase what an earlier one said, and a terminal state is remembered even if the task
// continues.
func TestSaid(t *testing.T) {
	var s AnswerSummary
	for _, r := range []a2a.Reading{
		{Result: &a2a.Result{Task: &a2a.Task{ID: "t", ContextID: "c", Status: a2a.Status{State: a2a.Completed}}}},
		{Result: &a2a.Result{Status: &a2a.StatusUpdate{Status: a2a.Status{State: a2a.Working}}}},
		{Error: &a2a.Error{Name: a2a.InternalError}},
		{Result: &a2a.Result{Message: &a2a.Message{}}},
		{},
	} {
		s.Add(&r)
	}
	if s.Task != "t" || s.Context != "c" || s.State != a2a.Working || !s.IsTerminal || !s.HasMessage || s.Err == nil || s.Err.Name != a2a.InternalError {
		t.Errorf("%+v", s)
	}
}
