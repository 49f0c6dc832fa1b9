package examine

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/account"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestOnlyOurs: a call about a task that did not come from the examination's own messages is refused. An answer to
// another kind of call does not make a task ours.
func TestOnlyOurs(t *testing.T) {
	o := Options{Rate: 1e6}.withDefaults()
	c := newCaller(&o)
	about := []*a2a.Call{
		{Op: a2a.CancelTask, TaskID: "theirs"}, {Op: a2a.GetTask, TaskID: "theirs"}, {Op: a2a.SubscribeToTask, TaskID: "theirs"},
		{Op: a2a.DeletePushConfig, TaskID: "theirs", PushID: "p"}, {Op: a2a.SendMessage, Message: &a2a.Message{TaskID: "theirs"}},
	}
	answered := func(op a2a.Operation) {
		c.noteTask(Target{}, inspector.PreparedRequest{Op: op, Call: &a2a.Call{Op: op}}, &answer{AnswerSummary: account.AnswerSummary{Task: "theirs", State: a2a.Working}})
	}
	answered(a2a.GetTask)
	answered(a2a.ListTasks)
	for _, tidies := range []bool{false, true} {
		for _, call := range about {
			if err := c.waitForTurn(t.Context(), call, tidies); !errors.Is(err, errForeignTask) {
				t.Errorf("%s may be called: %v", call.Op, err)
			}
		}
	}
	if len(c.openTasks()) != 0 || c.callCount() != 0 {
		t.Errorf("%d calls, left are %v", c.callCount(), c.openTasks())
	}
	answered(a2a.SendMessage)
	for _, call := range about {
		if err := c.waitForTurn(t.Context(), call, false); err != nil {
			t.Errorf("%s of a task of our own: %v", call.Op, err)
		}
	}
}

// TestPace: calls wait for their turn, and an interrupted wait makes no call.
func TestPace(t *testing.T) {
	o := Options{Rate: 0.001}.withDefaults()
	c := newCaller(&o)
	if err := c.waitForTurn(t.Context(), &a2a.Call{Op: a2a.ListTasks}, false); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := c.waitForTurn(ctx, &a2a.Call{Op: a2a.ListTasks}, false); !errors.Is(err, context.Canceled) || c.callCount() != 1 {
		t.Errorf("%v, %d calls", err, c.callCount())
	}
}

// TestRate: an invalid rate is refused, and if it gets through, it does not speed up the calls.
func TestRate(t *testing.T) {
	for _, rate := range []float64{1e-10, 0, -1, 1e9, math.NaN(), math.Inf(1), math.Inf(-1)} {
		if CheckRate(rate) == nil {
			t.Errorf("%g is taken", rate)
		}
		if rate < 1 && callInterval(rate) != 1000*time.Second {
			t.Errorf("%g: a call each %s", rate, callInterval(rate))
		}
	}
	for _, rate := range []float64{MinRate, 10, MaxRate} {
		if err := CheckRate(rate); err != nil {
			t.Errorf("%g: %v", rate, err)
		}
	}
}
