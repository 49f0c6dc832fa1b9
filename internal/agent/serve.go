package agent

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// serve executes a call and answers it. ctx ends when the client leaves.
func (a *Agent) serve(ctx context.Context, d a2a.Dialect, c *a2a.Call, out reply) {
	if a.opts.RefuseVersion != nil {
		if e := a.opts.RefuseVersion(d.Version()); e != nil {
			out.writeError(e)
			return
		}
	}
	if e := a.checkCapability(d, c); e != nil {
		out.writeError(e)
		return
	}
	if c.Op.Streams() {
		a.serveStream(ctx, d, c, out)
		return
	}
	res, e := a.dispatch(ctx, d, c)
	if e != nil {
		out.writeError(e)
		return
	}
	out.writeResult(res)
}

func (a *Agent) dispatch(ctx context.Context, d a2a.Dialect, c *a2a.Call) (*a2a.Result, *a2a.Error) {
	b := behaviour(d.Version())
	switch c.Op {
	case a2a.SendMessage:
		return a.send(ctx, d, c)
	case a2a.ListTasks:
		return a.list(b, c)
	case a2a.GetExtendedCard:
		card := a.card(true)
		card.Interfaces = kitInterfaces(a.kit(d.Version()), card.Interfaces)
		return &a2a.Result{Card: &card}, nil
	}
	t, e := a.findTask(c.TaskID)
	if e != nil {
		return nil, e
	}
	switch c.Op {
	case a2a.GetTask:
		return a.getTask(ctx, t, b, c)
	case a2a.CancelTask:
		return a.cancelTask(t, b)
	case a2a.CreatePushConfig:
		return a.setPush(t, d, c)
	case a2a.GetPushConfig:
		return t.getPush(c)
	case a2a.ListPushConfigs:
		return t.listPush(c)
	case a2a.DeletePushConfig:
		return t.deletePush(c)
	}
	return nil, newError(a2a.UnsupportedOperation, "this agent does not support %s", c.Op)
}

func (a *Agent) findTask(id string) (*task, *a2a.Error) {
	if t := a.store.get(id); t != nil {
		return t, nil
	}
	return nil, newError(a2a.TaskNotFound, "this agent has no task %q; it keeps at most %d tasks and drops the oldest that are not working", id, a.opts.MaxTasks)
}

func (a *Agent) getTask(ctx context.Context, t *task, b version.Agent, c *a2a.Call) (*a2a.Result, *a2a.Error) {
	n, e := historyLength(b, c.HistoryLength)
	if e != nil {
		return nil, e
	}
	t.poll(ctx)
	if c.CurrentGeneration != nil {
		a.awaitGeneration(ctx, t, *c.CurrentGeneration)
	}
	s, _ := t.snapshot(n)
	return &a2a.Result{Task: &s}, nil
}

func (a *Agent) cancelTask(t *task, b version.Agent) (*a2a.Result, *a2a.Error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := t.status.State; s.Terminal() {
		return nil, newError(a2a.TaskNotCancelable, "task %q is already %s", t.id, s.Word())
	}
	if t.run != nil {
		t.run.cancel()
	}
	t.continueWith = nil
	t.setStatusLocked(a.opts.Now(), a2a.Canceled, nil)
	n, _ := historyLength(b, nil)
	s := t.snapshotLocked(n)
	return &a2a.Result{Task: &s}, nil
}

// historyLength returns how many messages of history a response may have; -1 means all. asked is
// the call's limit, nil for none.
func historyLength(b version.Agent, asked *int) (int, *a2a.Error) {
	switch {
	case asked != nil && *asked < 0:
		return 0, invalidParam("historyLength", "historyLength is %d; it must be 0 or more", *asked)
	case asked != nil:
		return *asked, nil
	case b.History:
		return -1, nil
	}
	return 0, nil
}
