package examine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// caller makes the calls of an examination. It paces and counts them, and refuses calls about tasks that the
// examination did not create. It is safe for concurrent use.
type caller struct {
	rate    float64
	budget  int
	timeout time.Duration

	mu            sync.Mutex
	calls         int
	budgetSpent   bool              // a call was not made because the budget was used up
	nextCall      time.Time         // earliest start of the next call
	ownTasks      map[string]bool   // tasks that the examination created, and invented ids
	open          map[string]Target // own tasks that may not have ended
	finishedTasks []finishedTask    // own tasks that an answer reported as ended, the newest last
}

// finishedTask is a task that an answer reported as ended.
type finishedTask struct {
	task, interfaceName string // the name of its interface
	state               a2a.State
}

func newCaller(o *Options) *caller {
	return &caller{rate: o.Rate, budget: o.Budget, timeout: o.Timeout, ownTasks: map[string]bool{}, open: map[string]Target{}}
}

// errForeignTask means that a call was about a task that the examination did not create.
var errForeignTask = errors.New("the task is not the examination's own")

// budgetError means that no calls are left.
type budgetError int

func (e budgetError) Error() string { return fmt.Sprintf("the budget of %d calls was used up", int(e)) }

// inventID returns an id that no task has.
func (c *caller) inventID() string {
	id := wire.NewID()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ownTasks[id] = true
	return id
}

// waitForTurn waits until a call may be made, and returns an error if it must not be. It reserves a call of the
// budget for each open task, to cancel it. The parameter tidies marks those calls.
func (c *caller) waitForTurn(ctx context.Context, call *a2a.Call, tidies bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if id := session.TaskOf(call); id != "" && !c.ownTasks[id] {
		return errForeignTask
	}
	need := 1
	if !tidies {
		need += len(c.open)
	}
	if call.Message != nil {
		need++ // to cancel the task that this call may create
	}
	if c.budget-c.calls < need {
		c.budgetSpent = true
		return budgetError(c.budget)
	}
	now := time.Now()
	at := now
	if c.nextCall.After(now) {
		at = c.nextCall
	}
	c.nextCall = at.Add(callInterval(c.rate))
	if err := sleep(ctx, at.Sub(now)); err != nil {
		return err
	}
	c.calls++
	return nil
}

// Limits of Options.Rate, in calls per second.
const (
	MinRate = 0.001
	MaxRate = 1000
)

// CheckRate returns an error for a rate outside the limits.
func CheckRate(rate float64) error {
	if !(rate >= MinRate && rate <= MaxRate) { // also rejects NaN
		return fmt.Errorf("the rate must be from %g to %d calls per second", MinRate, MaxRate)
	}
	return nil
}

// callInterval returns the time between two calls. It clamps the rate to MinRate, as for a rate near 0 the interval
// would overflow time.Duration.
func callInterval(rate float64) time.Duration {
	if !(rate >= MinRate) {
		rate = MinRate
	}
	return time.Duration(float64(time.Second) / rate)
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// send makes a call that waitForTurn admitted, and collects its answer.
func (c *caller) send(ctx context.Context, client Client, t Target, p inspector.PreparedRequest, each func(*answer)) (answer, error) {
	limited, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	limited = wire.WithCallOptions(limited, wire.CallOptions{Session: wire.CallOptionsFrom(ctx).Session})
	a := answer{isMade: true}
	var err error
	a.end, err = client.Send(limited, p, func(e inspector.Event) {
		a.addEvent(e)
		c.noteTask(t, p, &a)
		each(&a)
	})
	return a, err
}

// noteTask records the task that an answer names.
func (c *caller) noteTask(t Target, p inspector.PreparedRequest, a *answer) {
	if a.Task == "" || p.Call == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.Op == a2a.SendMessage || p.Op == a2a.SendStreamingMessage {
		c.ownTasks[a.Task] = true
	}
	switch {
	case !c.ownTasks[a.Task]:
	case a.State.Terminal():
		delete(c.open, a.Task)
		c.noteFinished(finishedTask{a.Task, t.Name(), a.State})
	default:
		c.open[a.Task] = t
	}
}

// noteFinished records that a task has ended. The caller holds mu.
func (c *caller) noteFinished(e finishedTask) {
	c.finishedTasks = append(slices.DeleteFunc(c.finishedTasks, func(o finishedTask) bool { return o.task == e.task }), e)
}

// finishedTasksOf returns the ended tasks of an interface: canceled ones first, each group newest first.
func (c *caller) finishedTasksOf(of string) []finishedTask {
	c.mu.Lock()
	defer c.mu.Unlock()
	var canceled, others []finishedTask
	for _, e := range slices.Backward(c.finishedTasks) {
		switch {
		case e.interfaceName != of:
		case e.state == a2a.Canceled:
			canceled = append(canceled, e)
		default:
			others = append(others, e)
		}
	}
	return append(canceled, others...)
}

// adoptTask marks the task that the client names as the examination's own.
func (c *caller) adoptTask(p inspector.PreparedRequest) {
	if id := session.TaskOf(p.Call); id != "" {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.ownTasks[id] = true
	}
}

// openTasks returns our tasks that may not have ended, with the interface to ask.
func (c *caller) openTasks() map[string]Target {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make(map[string]Target, len(c.open))
	for id, t := range c.open {
		out[id] = t
	}
	return out
}

func (c *caller) markFinished(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, id)
}

func (c *caller) callCount() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.calls
}

func (c *caller) isBudgetSpent() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.budgetSpent
}
