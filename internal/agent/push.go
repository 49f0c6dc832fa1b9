package agent

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// hook is an active push configuration: a cursor into its task's log.
type hook struct {
	config   a2a.PushConfig
	dialect  a2a.Dialect        // version of the call that configured it, and of its deliveries
	first    *a2a.Task          // sent before the events; nil for none
	pos      int                // next event; only the hook's deliveries move it
	cancel   context.CancelFunc // stops before the next delivery
	posting  context.Context    // context of the request under way
	abort    context.CancelFunc // cancels that request too
	done     chan struct{}      // closed when the deliveries have ended; nil before they start
	failures int                // consecutive events that were not accepted
	isDead   bool               // gave up after too many failures

	mode    pushMode
	events  int         // events so far
	pending *a2a.Result // in mode reversed, the event to send after the next one
}

// maxHooks bounds the configurations of one task.
const maxHooks = 16

func (a *Agent) checkPush(p *a2a.PushConfig) *a2a.Error {
	if p == nil {
		return nil
	}
	if err := a.sender.check(p.URL); err != nil {
		return invalidParam("url", "push url: %v", err)
	}
	return nil
}

// hook adds or replaces a push configuration; the caller must hold t.mu. With task, the first
// delivery is the task as it is now, except in versions that push only at status changes.
func (a *Agent) hook(t *task, d a2a.Dialect, p a2a.PushConfig, task bool) a2a.PushConfig {
	p.TaskID = t.id
	p.ID = hookID(t, d, p)
	if p.ID == "" {
		p.ID = a.opts.NewID()
	}
	h := &hook{config: p, dialect: d, pos: len(t.log), mode: t.pushMode}
	if task && !behaviour(d.Version()).StatusPush {
		s := t.snapshotLocked(-1)
		h.first = &s
	}
	t.hooks = slices.DeleteFunc(t.hooks, func(old *hook) bool {
		if old.config.ID != p.ID {
			return false
		}
		old.stop()
		return true
	})
	t.hooks = append(t.hooks, h)
	return p
}

func hookID(t *task, d a2a.Dialect, p a2a.PushConfig) string {
	if p.ID == "" && behaviour(d.Version()).ClientIDs {
		return t.id // such a version has one configuration for each task
	}
	return p.ID
}

// checkHookLimit refuses one configuration too many; replacing one is always allowed. The caller
// must hold t.mu.
func checkHookLimit(t *task, d a2a.Dialect, p *a2a.PushConfig) *a2a.Error {
	if p == nil || len(t.hooks) < maxHooks {
		return nil
	}
	id := hookID(t, d, *p)
	if slices.ContainsFunc(t.hooks, func(h *hook) bool { return h.config.ID == id }) {
		return nil
	}
	return newError(a2a.InvalidParams, "task %q has %d push configurations, the maximum; delete one", t.id, maxHooks)
}

// stop ends a hook's deliveries after the request under way.
func (h *hook) stop() {
	if h.cancel != nil {
		h.cancel()
	}
}

// maxStopWait is how long a deletion waits for a notification under way before it cancels the
// request.
const maxStopWait = time.Second

// wakeHooks starts the deliveries of hooks that have none running; the caller must hold t.mu.
func (a *Agent) wakeHooks(t *task) {
	for _, h := range t.hooks {
		if h.done != nil {
			continue
		}
		posting, abort := context.WithCancel(a.ctx)
		ctx, cancel := context.WithCancel(posting)
		h.cancel, h.done = cancel, make(chan struct{})
		h.posting, h.abort = posting, abort
		done := h.done
		began := a.spawn(func() {
			defer close(done)
			defer abort()
			a.deliver(ctx, t, h)
		})
		if !began { // otherwise a deletion would wait for ever
			close(done)
			abort()
		}
	}
}

func (a *Agent) setPush(t *task, d a2a.Dialect, c *a2a.Call) (*a2a.Result, *a2a.Error) {
	if c.Push == nil {
		return nil, newError(a2a.InvalidParams, "the push configuration is missing")
	}
	if e := a.checkPush(c.Push); e != nil {
		return nil, e
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if e := checkHookLimit(t, d, c.Push); e != nil {
		return nil, e
	}
	p := a.hook(t, d, *c.Push, false)
	if !t.status.State.Terminal() {
		a.wakeHooks(t)
	}
	return &a2a.Result{Push: &p}, nil
}

// getPush answers GetPushConfig; without an id, it returns the first one.
func (t *task) getPush(c *a2a.Call) (*a2a.Result, *a2a.Error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, h := range t.hooks {
		if c.PushID == "" || h.config.ID == c.PushID {
			p := h.config
			return &a2a.Result{Push: &p}, nil
		}
	}
	if c.PushID == "" {
		return nil, newError(a2a.TaskNotFound, "task %q has no push configuration", t.id)
	}
	return nil, newError(a2a.TaskNotFound, "task %q has no push configuration %q", t.id, c.PushID)
}

func (t *task) listPush(c *a2a.Call) (*a2a.Result, *a2a.Error) {
	size, from := 0, 0
	if c.List != nil {
		size = c.List.PageSize
		if c.List.PageToken != "" {
			n, err := strconv.Atoi(c.List.PageToken)
			if err != nil || n < 0 {
				return nil, invalidParam("pageToken", "pageToken is not one that this agent issued")
			}
			from = n
		}
	}
	size, e := pageSize(size)
	if e != nil {
		return nil, e
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	res := &a2a.Result{Pushes: []a2a.PushConfig{}, PageSize: size, Total: len(t.hooks)}
	for i, h := range t.hooks {
		if i < from {
			continue
		}
		if len(res.Pushes) == size {
			res.Next = strconv.Itoa(i)
			break
		}
		res.Pushes = append(res.Pushes, h.config)
	}
	return res, nil
}

// deletePush answers DeletePushConfig. Nothing is delivered after the response (1.0 §3.1.10). Deleting
// twice is not an error.
func (t *task) deletePush(c *a2a.Call) (*a2a.Result, *a2a.Error) {
	var rests <-chan struct{}
	var abort context.CancelFunc
	t.mu.Lock()
	t.hooks = slices.DeleteFunc(t.hooks, func(h *hook) bool {
		if h.config.ID != c.PushID {
			return false
		}
		h.stop()
		rests, abort = h.done, h.abort
		return true
	})
	t.mu.Unlock()
	if rests == nil {
		return &a2a.Result{}, nil
	}
	late := time.AfterFunc(maxStopWait, abort)
	defer late.Stop()
	<-rests
	return &a2a.Result{}, nil
}
