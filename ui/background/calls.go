// Package background runs the calls that the console itself carries on: they outlive
// the request that started them and end with the server.
package background

import (
	"context"
	"sync"
)

// Calls are the exchanges that the console itself carries on in the
// background. They outlive the request that started them and end with the
// server. Safe for concurrent use.
type Calls struct {
	mu      sync.Mutex
	running map[string]*call // by exchange
	wait    sync.WaitGroup
	ctx     context.Context
}

// call is one of them. Another may follow under its name before it is quite over.
type call struct{ cancel context.CancelFunc }

func New(ctx context.Context) *Calls {
	return &Calls{running: map[string]*call{}, ctx: ctx}
}

// Start runs do in the background until it returns, stop is called, or the
// server ends.
func (c *Calls) Start(id string, do func(ctx context.Context)) {
	ctx, cancel := context.WithCancel(c.ctx)
	remove := c.register(id, cancel)
	c.wait.Go(func() {
		defer remove()
		defer cancel()
		do(ctx)
	})
}

// register has Stop find a call until it is removed.
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

// Do is Start for what runs in the request that asked for it: it ends with that, too.
func (c *Calls) Do(ctx context.Context, id string, do func(ctx context.Context)) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.ctx, cancel)()
	defer c.register(id, cancel)()
	do(ctx)
}

// Stop ends the call of an exchange and reports whether there was one.
func (c *Calls) Stop(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	running, ok := c.running[id]
	if ok {
		running.cancel()
	}
	return ok
}

// IsRunning reports whether the call of an exchange is running.
func (c *Calls) IsRunning(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.running[id]
	return ok
}

// Wait returns when all calls have ended.
func (c *Calls) Wait() { c.wait.Wait() }
