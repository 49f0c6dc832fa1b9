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

	mu    sync.Mutex
	calls int
	short bool              // a call was not made for the budget
	next  time.Time         // when the next one may begin
	ours  map[string]bool   // tasks that the examination made, and ids that nobody has
	open  map[string]Target // of these, those that may not be over
	over  []ended           // tasks of ours that were over when they were last told of, the newest last
}

// ended is a task that was over when an answer told of it.
type ended struct {
	task, of string // of: the name of its interface
	state    a2a.State
}

func newCaller(o *Options) *caller {
	return &caller{rate: o.Rate, budget: o.Budget, timeout: o.Timeout, ours: map[string]bool{}, open: map[string]Target{}}
}

// errNotOurs says that a call was about a task that the examination did not make.
var errNotOurs = errors.New("the task is not the examination's own")

// budgetError says that there are no calls left.
type budgetError int

func (e budgetError) Error() string { return fmt.Sprintf("the budget of %d calls was used up", int(e)) }

// invent is an id that no task has.
func (c *caller) invent() string {
	id := wire.NewID()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ours[id] = true
	return id
}

// may waits for the turn of a call, and says why it is not to be made. Calls that tidy up
// are what the budget keeps back.
func (c *caller) may(ctx context.Context, call *a2a.Call, tidies bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if id := session.TaskOf(call); id != "" && !c.ours[id] {
		return errNotOurs
	}
	need := 1
	if !tidies {
		need += len(c.open)
	}
	if call.Message != nil {
		need++ // to cancel what comes of it
	}
	if c.budget-c.calls < need {
		c.short = true
		return budgetError(c.budget)
	}
	now := time.Now()
	at := now
	if c.next.After(now) {
		at = c.next
	}
	c.next = at.Add(pace(c.rate))
	if err := sleep(ctx, at.Sub(now)); err != nil {
		return err
	}
	c.calls++
	return nil
}

// Bounds of the rate that is asked for, in calls in a second.
const (
	LeastRate = 0.001
	MostRate  = 1000
)

// CheckRate says what is wrong with a rate that is asked for.
func CheckRate(rate float64) error {
	if !(rate >= LeastRate && rate <= MostRate) { // NaN is neither
		return fmt.Errorf("the rate is the calls made in a second, from %g to %d", LeastRate, MostRate)
	}
	return nil
}

// pace is the time from one call to the next, for LeastRate at least: that of a rate near 0
// is none that a time.Duration can be.
func pace(rate float64) time.Duration {
	if !(rate >= LeastRate) {
		rate = LeastRate
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
func (c *caller) send(ctx context.Context, client Client, t Target, p inspector.Prepared, each func(*answer)) (answer, error) {
	limited, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	limited = wire.WithCallOptions(limited, wire.CallOptions{Session: wire.CallOptionsFrom(ctx).Session})
	a := answer{made: true}
	var err error
	a.end, err = client.Send(limited, p, func(e inspector.Event) {
		a.take(e)
		c.learn(t, p, &a)
		each(&a)
	})
	return a, err
}

// learn takes the task that an answer to a message names.
func (c *caller) learn(t Target, p inspector.Prepared, a *answer) {
	if a.Task == "" || p.Call == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.Op == a2a.SendMessage || p.Op == a2a.SendStreamingMessage {
		c.ours[a.Task] = true
	}
	switch {
	case !c.ours[a.Task]:
	case a.State.Terminal():
		delete(c.open, a.Task)
		c.ends(ended{a.Task, t.Name(), a.State})
	default:
		c.open[a.Task] = t
	}
}

// ends keeps that a task is over. The caller holds mu.
func (c *caller) ends(e ended) {
	c.over = append(slices.DeleteFunc(c.over, func(o ended) bool { return o.task == e.task }), e)
}

// ended are tasks of an interface that were over, the canceled ones first, then the newest.
func (c *caller) ended(of string) []ended {
	c.mu.Lock()
	defer c.mu.Unlock()
	var canceled, others []ended
	for _, e := range slices.Backward(c.over) {
		switch {
		case e.of != of:
		case e.state == a2a.Canceled:
			canceled = append(canceled, e)
		default:
			others = append(others, e)
		}
	}
	return append(canceled, others...)
}

// adoptTask has the task be ours that the client names.
func (c *caller) adoptTask(p inspector.Prepared) {
	if id := session.TaskOf(p.Call); id != "" {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.ours[id] = true
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

// closed has a task count as over.
func (c *caller) closed(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, id)
}

func (c *caller) made() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.calls
}

// spent reports whether a call was not made for the budget.
func (c *caller) spent() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.short
}
