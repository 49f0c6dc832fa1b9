package examine

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/account"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestIsLate: an answer with a finished task is late if it took longer than other calls, and not if it was as fast.
func TestIsLate(t *testing.T) {
	for name, c := range map[string]struct {
		said        account.AnswerSummary
		took, usual time.Duration
		late        bool
	}{
		"a task that was waited for":     {account.AnswerSummary{Task: "t", State: a2a.Completed}, 900 * time.Millisecond, 20 * time.Millisecond, true},
		"a question that was":            {account.AnswerSummary{Task: "t", State: a2a.InputRequired}, 900 * time.Millisecond, 20 * time.Millisecond, true},
		"a task that is soon over":       {account.AnswerSummary{Task: "t", State: a2a.Completed}, 100 * time.Millisecond, 20 * time.Millisecond, false},
		"one of an agent far away":       {account.AnswerSummary{Task: "t", State: a2a.Completed}, 900 * time.Millisecond, 800 * time.Millisecond, false},
		"a task that is under way":       {account.AnswerSummary{Task: "t", State: a2a.Working}, 5 * time.Second, 20 * time.Millisecond, false},
		"a message, which takes a while": {account.AnswerSummary{HasMessage: true}, 5 * time.Second, 20 * time.Millisecond, false},
	} {
		if got := isLate(&answer{AnswerSummary: c.said}, c.took, c.usual); got != c.late {
			t.Errorf("%s: %v", name, got)
		}
	}
}
