package agent

import (
	"cmp"
	"context"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// send answers with a message, or with the task: immediately if the client asked for that, else when the
// task is finished or interrupted (1.0 §3.2.2).
func (a *Agent) send(ctx context.Context, d a2a.Dialect, c *a2a.Call) (*a2a.Result, *a2a.Error) {
	b := behaviour(d.Version())
	n, e := historyLength(b, c.HistoryLength)
	if e != nil {
		return nil, e
	}
	s, e := a.accept(d, c)
	if e != nil {
		return nil, e
	}
	if s.reply != nil {
		return &a2a.Result{Message: s.reply}, nil
	}
	if c.ReturnImmediately {
		first := s.taskBefore(n)
		s.begin()
		return &a2a.Result{Task: &first}, nil
	}
	s.begin()
	ctx, stop := a.withAgent(ctx)
	defer stop()
	err := s.task.waitUntil(ctx, func() bool {
		return b.Acknowledges && s.task.run != nil && s.task.run.acknowledged
	})
	if err != nil {
		return nil, newError(a2a.InternalError, "the agent is stopping; task %q is left as it is", s.task.id)
	}
	t, _ := s.task.snapshot(n)
	return &a2a.Result{Task: &t}, nil
}

// withAgent returns a context that ends with the request or with the agent.
func (a *Agent) withAgent(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	unhook := context.AfterFunc(a.ctx, cancel)
	return ctx, func() { unhook(); cancel() }
}

// acceptedMessage is the result of accept: a reply, or a task whose turn starts when begin is
// called.
type acceptedMessage struct {
	reply    *a2a.Message
	task     *task
	pos      int // position in the log where the turn's events begin
	begin    func()
	previous a2a.Task // the task before the turn, with all its history
}

// taskBefore returns the task before its turn, with at most n messages of history; all if n is
// negative.
func (s *acceptedMessage) taskBefore(n int) a2a.Task {
	t := s.previous
	if n >= 0 {
		t.History = t.History[max(0, len(t.History)-n):]
	}
	return t
}

// accept checks a message, and adds it to its task or starts a new one. The turn is not begun yet.
func (a *Agent) accept(d a2a.Dialect, c *a2a.Call) (*acceptedMessage, *a2a.Error) {
	b := behaviour(d.Version())
	if e := checkMessage(b, c); e != nil {
		return nil, e
	}
	if e := a.checkPush(c.Push); e != nil {
		return nil, e
	}
	in := inputOf(c, b)
	in.kit, in.scenario = a.kit(d.Version()), a.opts.Scenario
	in.isOpen = in.kit != nil && in.kit.OpenTasks && c.ReturnImmediately
	if e := a.checkInput(in); e != nil {
		return nil, e
	}
	id := c.TaskID
	if id == "" {
		id = c.Message.TaskID
	}
	t := a.store.get(id)
	switch {
	case t != nil:
		return a.resume(t, d, c, in)
	case id != "" && !b.ClientIDs:
		return nil, newError(a2a.TaskNotFound, "this agent has no task %q; leave out the task id to start a new task", id)
	case id == "" && b.ClientIDs:
		return nil, invalidParam("id", "id is missing; in this version the client must choose the task's id")
	}
	return a.startTask(id, d, c, in)
}

func checkMessage(b version.Agent, c *a2a.Call) *a2a.Error {
	switch {
	case c.Message == nil:
		return invalidParam("message", "message is missing")
	case len(c.Message.Parts) == 0:
		return invalidParam("message.parts", "message.parts is empty")
	case c.Message.Role == a2a.Agent:
		return invalidParam("message.role", "message.role is the agent's; a client sends messages with the user's role")
	}
	if c.Message.ID == "" && b.MessageIDs {
		return invalidParam("message.messageId", "message.messageId is missing; the sender must choose the message's id")
	}
	for i, p := range c.Message.Parts {
		if p.Encoded != "" && !b.Placeholders {
			return invalidParam(fmt.Sprintf("message.parts[%d]", i), "the bytes of part %d are not valid base64", i)
		}
	}
	return nil
}

func (a *Agent) startTask(id string, d a2a.Dialect, c *a2a.Call, in *input) (*acceptedMessage, *a2a.Error) {
	s, e := skillFor(in)
	if e != nil {
		return nil, e
	}
	contextID := c.Message.ContextID
	if contextID == "" {
		contextID = a.opts.NewID()
	}
	if s.reply != nil && in.behaviour.Replies {
		msg := &a2a.Message{ID: a.opts.NewID(), ContextID: contextID, Role: a2a.Agent, Parts: s.reply(in)}
		msg.Extensions, msg.Metadata = a.timestampMetadata(in.timestamps)
		return &acceptedMessage{reply: msg}, nil
	}
	if id == "" {
		id = a.opts.NewID()
	}
	t := &task{id: id, contextID: contextID, version: d.Version()}
	t.stamp = a.opts.Now()
	t.status = a2a.Status{State: a2a.Submitted, Timestamp: formatTime(t.stamp)}
	kept, e := a.store.add(t)
	if e != nil {
		return nil, e
	}
	if kept != t { // another call has just created it
		return a.resume(kept, d, c, in)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return a.enqueue(t, d, c, in, s.run), nil
}

func (a *Agent) resume(t *task, d a2a.Dialect, c *a2a.Call, in *input) (*acceptedMessage, *a2a.Error) {
	field, place := "message.contextId", "context"
	if in.behaviour.ClientIDs { // as in 0.1
		field, place = "sessionId", "session"
	}
	if id := c.Message.ContextID; id != "" && id != t.contextID {
		return nil, invalidParam(field, "task %q belongs to %s %q, not %q", t.id, place, t.contextID, id)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if e := t.checkGeneration(c.IfGenerationMatch); e != nil {
		return nil, e
	}
	state := t.status.State
	if state.Terminal() && !in.behaviour.Reopens {
		return nil, newError(a2a.UnsupportedOperation,
			"task %q is %s and accepts no more messages; start a new task in %s %q and refer to this one", t.id, state.Word(), place, t.contextID)
	}
	busy := !state.Terminal() && !state.Interrupted()
	if busy && !t.isOpen {
		return nil, newError(a2a.UnsupportedOperation, "task %q is %s; wait until it ends, or cancel it, before you send more", t.id, state.Word())
	}
	if e := checkHookLimit(t, d, c.Push); e != nil {
		return nil, e
	}
	do := t.continueWith
	if state.Terminal() || do == nil {
		s, e := skillFor(in)
		if e != nil {
			return nil, e
		}
		do = s.run
	}
	if busy {
		t.run.cancel()
	}
	return a.enqueue(t, d, c, in, do), nil
}

// enqueue adds the message to the task and prepares its turn. The caller must hold t.mu.
func (a *Agent) enqueue(t *task, d a2a.Dialect, c *a2a.Call, in *input, do func(*turn)) *acceptedMessage {
	if t.status.Message != nil {
		t.history = append(t.history, *t.status.Message)
		t.status.Message = nil
	}
	msg := *c.Message
	msg.TaskID, msg.ContextID = t.id, t.contextID
	t.history = append(t.history, msg)
	t.grow(sizeOf(msg.Parts))
	if len(t.log) > 0 {
		t.stamp = a.opts.Now()
		t.status = a2a.Status{State: a2a.Working, Timestamp: formatTime(t.stamp)}
	}
	t.isOpen = in.isOpen
	s := &acceptedMessage{task: t, pos: len(t.log)}
	s.begin = a.startTurn(t, in, do)
	if m := cmp.Or(pushModeOf(in), pushMode(a.opts.PushMode)); m != "" {
		t.pushMode = m
	}
	if c.Push != nil {
		a.hook(t, d, *c.Push, true)
	}
	s.previous = t.snapshotLocked(-1)
	a.wakeHooks(t)
	return s
}
