package examine

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// maxImmediateDelay is how much longer a call that asks for an immediate answer may take than another call.
const maxImmediateDelay = 3 * time.Second

// sendImmediate sends a message without waiting for its result, if possible one that keeps the agent busy. It
// first makes a call that needs no work, to learn how long the agent takes to answer at all.
func sendImmediate(t *trial) {
	began := time.Now()
	t.call(t.taskCall(a2a.GetTask, t.caller.inventID()))
	usual, limit := time.Since(began), t.Timeout
	if t.texts.slow != "" {
		limit = min(limit, usual+maxImmediateDelay)
	}
	c := t.messageCall(a2a.SendMessage, cmp.Or(t.texts.slow, t.quickText()))
	c.ReturnImmediately, c.AcceptedOutputModes = true, t.outputModes()
	limited, cancel := context.WithTimeout(t.ctx, limit)
	defer cancel()
	began = time.Now()
	a := t.callWithEvents(limited, c, func(*answer) {})
	took := time.Since(began)
	silent := a.isMade && a.end.Status == 0 && limited.Err() != nil && t.texts.slow != ""
	none := fmt.Sprintf("the agent did not answer within %.1f s", took.Seconds())
	switch {
	case silent && t.hasCheck("RES-23"):
		t.fail(none, "RES-23")
	case silent:
		t.skip(none)
	case t.hasCheck("RES-23") && isLate(&a, took, usual):
		t.fail(fmt.Sprintf("the agent answered after %.1f s with %s; another call took %.1f s", took.Seconds(), a.describe(), usual.Seconds()), "RES-23")
	case t.judgeSuccess(a):
		t.pass("the agent answered with " + a.describe())
	}
}

// isLate reports whether an answer that was due when the task was created arrived only after the task had ended
// or paused. An answer that is a message is never late.
func isLate(a *answer, took, usual time.Duration) bool {
	return a.Task != "" && took-usual >= minSlowTime && (a.State.Terminal() || a.State.Interrupted())
}
