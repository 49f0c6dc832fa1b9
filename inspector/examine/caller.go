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

// caller makes the calls of an examination: paced, counted, and about nobody else's tasks.
// Safe for concurrent use.
type caller struct {
	rate    float64
	budget  int
	timeout time.Duration

	mu            sync.Mutex
	calls         int
	budgetSpent   bool              // a call was not made for the budget
	nextCall      time.Time         // when the next one may begin
	ownTasks      map[string]bool   // tasks that the examination made, and ids that nobody has
	open          map[string]Target // of these, those that may not be over
	finishedTasks []finishedTask    // tasks of ours that were over when they were last told of, the newest last
}

// finishedTask is a task that was over when an answer told of it.
type finishedTask struct {
	task, interfaceName string // of: the name of its interface
	state               a2a.State
}

func newCaller(o *Options) *caller {
	return &caller{rate: o.Rate, budget: o.Budget, timeout: o.Timeout, ownTasks: map[string]bool{}, open: map[string]Target{}}
}

// errForeignTask says that a call was about a task that the examination did not make.
var errForeignTask = errors.New("the task is not the examination's own")

// budgetError says that there are no calls left.
type budgetError int

func (e budgetError) Error() string { return fmt.Sprintf("the budget of %d calls was used up", int(e)) }

// inventID is an id that no task has.
func (c *caller) inventID() string {
	id := wire.NewID()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ownTasks[id] = true
	return id
}

// waitForTurn waits for the turn of a call, and says why it is not to be made. Calls that tidy up
// are what the budget keeps back.
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
		need++ // to cancel what comes of it
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

// Bounds of the rate that is asked for, in calls in a second.
const (
	MinRate = 0.001
	MaxRate = 1000
)

// CheckRate says what is wrong with a rate that is asked for.
func CheckRate(rate float64) error {
	if !(rate >= MinRate && rate <= MaxRate) { // NaN is neither
		return fmt.Errorf("the rate is the calls made in a second, from %g to %d", MinRate, MaxRate)
	}
	return nil
}

// callInterval is the time from one call to the next, for MinRate at least: that of a rate near 0
// is none that a time.Duration can be.
func callInterval(rate float64) time.Duration {
	if !(rate >= MinRate) {
		rate = MinRate
	}
	return time.Duration(float64(time.Second) / rate)
}

// sleep waits, or says why the examination ended before.
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

// send makes a call that may be made, and takes what comes back.
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

// noteTask takes the task that an answer to a message names.
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

// noteFinished keeps that a task is over. The caller holds mu.
func (c *caller) noteFinished(e finishedTask) {
	c.finishedTasks = append(slices.DeleteFunc(c.finishedTasks, func(o finishedTask) bool { return o.task == e.task }), e)
}

// finishedTasksOf are tasks of an interface that were over, the canceled ones first, then the newest.
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

// adoptTask has the task be ours that the client names.
func (c *caller) adoptTask(p inspector.PreparedRequest) {
	if id := session.TaskOf(p.Call); id != "" {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.ownTasks[id] = true
	}
}

// openTasks are our tasks that may not be over, with whom to ask.
func (c *caller) openTasks() map[string]Target {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make(map[string]Target, len(c.open))
	for id, t := range c.open {
		out[id] = t
	}
	return out
}

// markFinished has a task count as over.
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

// isBudgetSpent reports whether a call was not made for the budget.
func (c *caller) isBudgetSpent() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.budgetSpent
}
