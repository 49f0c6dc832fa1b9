package agent

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

func (a *Agent) serveStream(ctx context.Context, d a2a.Dialect, c *a2a.Call, to reply) {
	b := behaviour(d.Version())
	if c.Op == a2a.SubscribeToTask {
		a.subscribe(ctx, b, c, to)
		return
	}
	n, e := historyLength(b, c.HistoryLength)
	if e != nil {
		to.writeError(e)
		return
	}
	s, e := a.accept(d, c)
	if e != nil {
		to.writeError(e)
		return
	}
	out := to.startStream()
	if s.reply != nil {
		out.send(&a2a.Result{Message: s.reply})
		out.flush()
		return
	}
	if b.Snapshot {
		first := s.taskBefore(n)
		out.send(&a2a.Result{Task: &first})
		out.flush()
	}
	s.begin()
	a.follow(ctx, out, s.task, s.pos)
}

// subscribe streams an existing task. In 1.0 the stream begins with the current task (§3.1.6);
// before 1.0, with the next event or, if the task is waiting for its client, the event that says
// so. From 0.2 on, a finished task is refused; in 0.1 its last event is repeated.
func (a *Agent) subscribe(ctx context.Context, b version.Agent, c *a2a.Call, to reply) {
	t, e := a.findTask(c.TaskID)
	if e != nil {
		to.writeError(e)
		return
	}
	n, _ := historyLength(b, nil)
	s, pos := t.snapshot(n)
	state := s.Status.State
	if state.Terminal() && b.Refuses {
		to.writeError(newError(a2a.UnsupportedOperation,
			"task %q is %s, so it has no more events; get the task instead", t.id, state.Word()))
		return
	}
	out := to.startStream()
	switch {
	case b.Rejoins:
		out.send(&a2a.Result{Task: &s})
	case state.Terminal() || state.Interrupted():
		out.send(&a2a.Result{Status: &a2a.StatusUpdate{TaskID: t.id, ContextID: t.contextID, Status: s.Status, Final: true}})
		out.flush()
		return
	}
	out.flush()
	a.follow(ctx, out, t, pos)
}

const maxBatch = 256

// follow writes a task's events from pos on until one ends the stream, the client leaves or the
// agent closes. It flushes when it has caught up: after each event of a slow task, less often for a
// fast one.
func (a *Agent) follow(ctx context.Context, out *stream, t *task, pos int) {
	ctx, release := a.withAgent(ctx)
	defer release()
	var buf [maxBatch]a2a.Result
	for {
		got, next, stop := t.read(buf[:0], pos, maxBatch)
		for i := range got {
			out.send(&got[i])
		}
		pos = next
		if stop || out.err != nil || ctx.Err() != nil {
			out.flush()
			return
		}
		wake := t.growth(pos)
		if wake == nil {
			continue
		}
		out.flush()
		if !a.await(ctx, out, wake) {
			return
		}
	}
}

// await waits for wake and keeps the stream alive meanwhile. It returns false if the stream is
// over.
func (a *Agent) await(ctx context.Context, out *stream, wake <-chan struct{}) bool {
	quiet := time.NewTimer(a.opts.KeepAlive)
	defer quiet.Stop()
	for {
		select {
		case <-wake:
			return true
		case <-ctx.Done():
			return false
		case <-quiet.C:
			out.sendKeepAlive()
			if out.err != nil {
				return false
			}
			quiet.Reset(a.opts.KeepAlive)
		}
	}
}
