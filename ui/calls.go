package ui

import (
	"context"
	"sync"
)

// calls are the exchanges that the console itself carries on in the
// background. They outlive the request that started them and end with the
// server. Safe for concurrent use.
type calls struct {
	mu      sync.Mutex
	running map[string]context.CancelFunc // by exchange
	wait    sync.WaitGroup
	ctx     context.Context
}

func newCalls(ctx context.Context) *calls {
	return &calls{running: map[string]context.CancelFunc{}, ctx: ctx}
}

// start runs do in the background until it returns, stop is called, or the
// server ends.
func (c *calls) start(id string, do func(ctx context.Context)) {
	ctx, cancel := context.WithCancel(c.ctx)
	c.mu.Lock()
	c.running[id] = cancel
	c.mu.Unlock()
	c.wait.Go(func() {
		defer func() {
			cancel()
			c.mu.Lock()
			delete(c.running, id)
			c.mu.Unlock()
		}()
		do(ctx)
	})
}

// stop ends the call of an exchange and reports whether there was one.
func (c *calls) stop(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	cancel, ok := c.running[id]
	if ok {
		cancel()
	}
	return ok
}

// has reports whether the call of an exchange is running.
func (c *calls) has(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.running[id]
	return ok
}
