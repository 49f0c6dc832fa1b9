// Package background runs work that the console itself does for its pages: calls to agents, which
// outlive the request that started them and end with the server, and jobs with progress and a
// result. It does not depend on what they do.
package background

import (
	"context"
	"sync"
)

// Calls tracks running calls so that they can be stopped by id. Safe for concurrent use.
type Calls struct {
	mu      sync.Mutex
	running map[string]*call // by the id that Start or Do was given
	wait    sync.WaitGroup
	ctx     context.Context
}

// call is compared by pointer, so that a call removes only its own entry: another call may start
// under the same id before this one has ended.
type call struct{ cancel context.CancelFunc }

func New(ctx context.Context) *Calls {
	return &Calls{running: map[string]*call{}, ctx: ctx}
}

// Start runs do in the background until it returns, Stop is called, or the server ends.
func (c *Calls) Start(id string, do func(ctx context.Context)) {
	ctx, cancel := context.WithCancel(c.ctx)
	remove := c.register(id, cancel)
	c.wait.Go(func() {
		defer remove()
		defer cancel()
		do(ctx)
	})
}

// register makes a call known to Stop until remove is called.
func (c *Calls) register(id string, cancel context.CancelFunc) (remove func()) {
	mine := &call{cancel}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running[id] = mine
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.running[id] == mine {
			delete(c.running, id)
		}
	}
}

// Do is like Start, but it blocks until do returns, and it also cancels do when ctx ends.
func (c *Calls) Do(ctx context.Context, id string, do func(ctx context.Context)) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.ctx, cancel)()
	defer c.register(id, cancel)()
	do(ctx)
}

// Stop cancels the call with an id and reports whether there was one.
func (c *Calls) Stop(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	running, ok := c.running[id]
	if ok {
		running.cancel()
	}
	return ok
}

func (c *Calls) IsRunning(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.running[id]
	return ok
}

// Wait returns when all calls that Start began have ended.
func (c *Calls) Wait() { c.wait.Wait() }
