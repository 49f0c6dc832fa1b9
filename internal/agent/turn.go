package agent

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// turn is a skill's work on one message of a task. Its methods return false once the turn is over:
// the task was finished, interrupted or canceled.
type turn struct {
	agent *Agent
	task  *task
	run   *run
	input *input
	ctx   context.Context
}

func (t *turn) setWorking(parts ...a2a.Part) bool { return t.setStatus(a2a.Working, parts) }

func (t *turn) complete(parts ...a2a.Part) bool { return t.setStatus(a2a.Completed, parts) }

func (t *turn) fail(parts ...a2a.Part) bool { return t.setStatus(a2a.Failed, parts) }

func (t *turn) reject(parts ...a2a.Part) bool { return t.setStatus(a2a.Rejected, parts) }

// ask pauses the task in state until its client sends a message, which next then handles.
func (t *turn) ask(state a2a.State, next func(*turn), parts ...a2a.Part) bool {
	t.task.mu.Lock()
	t.task.continueWith = next
	t.task.mu.Unlock()
	return t.setStatus(state, parts)
}

// acknowledge sets the task to working and lets a waiting client return, where its version allows that.
func (t *turn) acknowledge(parts ...a2a.Part) bool {
	msg := t.statusMessage(parts)
	t.task.mu.Lock()
	defer t.task.mu.Unlock()
	if t.task.run != t.run {
		return false
	}
	// Hold one lock for both: a client that returns must find the status.
	t.run.acknowledged = true
	t.task.setStatusLocked(t.agent.opts.Now(), a2a.Working, msg)
	return true
}

func (t *turn) setStatus(s a2a.State, parts []a2a.Part) bool {
	return t.task.setStatus(t.run, t.agent.opts.Now(), s, t.statusMessage(parts))
}

func (t *turn) statusMessage(parts []a2a.Part) *a2a.Message {
	if len(parts) == 0 {
		return nil
	}
	msg := &a2a.Message{
		ID: t.agent.opts.NewID(), ContextID: t.task.contextID, TaskID: t.task.id,
		Role: a2a.Agent, Parts: parts,
	}
	msg.Extensions, msg.Metadata = t.agent.timestampMetadata(t.input.timestamps)
	return msg
}

func (t *turn) addArtifact(name, description string, parts ...a2a.Part) bool {
	return t.beginArtifact(name, description, true, parts...) != nil
}

// beginArtifact adds the first piece of an artifact; extendArtifact adds the others. It returns nil
// if the turn is over.
func (t *turn) beginArtifact(name, description string, last bool, parts ...a2a.Part) *artifact {
	if behaviour(t.task.version).TypeAside {
		for i := range parts {
			addMimeType(&parts[i])
		}
	}
	f := &artifact{name: name, description: description, parts: parts}
	f.extensions, f.metadata = t.agent.timestampMetadata(t.input.timestamps)
	return t.task.put(t.run, f, last)
}

func (t *turn) extendArtifact(f *artifact, last bool, parts ...a2a.Part) bool {
	return t.task.extend(t.run, f, last, parts...)
}

// sleep waits for d. It returns false if the turn is canceled meanwhile.
func (t *turn) sleep(d time.Duration) bool { return sleep(t.ctx, d, nil) }

// sleep waits for d, or until enough is closed. It returns false if ctx ends first.
func sleep(ctx context.Context, d time.Duration, enough <-chan struct{}) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	over, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	select {
	case <-over.Done():
	case <-enough:
	}
	return ctx.Err() == nil
}

// waitForPolls waits until the task has been polled n times, but at most for d. It returns false if
// the turn is canceled meanwhile.
func (t *turn) waitForPolls(n int, d time.Duration) bool {
	enough := make(chan struct{})
	t.task.mu.Lock()
	t.task.polls = polls{goal: n, enough: enough}
	t.task.mu.Unlock()
	return sleep(t.ctx, d, enough)
}

// startTurn prepares a turn on a task. The caller must hold t.mu and have checked that none is
// running. The returned function starts do.
func (a *Agent) startTurn(t *task, in *input, do func(*turn)) (begin func()) {
	ctx, cancel := context.WithCancel(a.ctx)
	r := &run{cancel: cancel}
	t.run, t.continueWith = r, nil
	t.polls = polls{}
	u := &turn{agent: a, task: t, run: r, input: in, ctx: ctx}
	return func() {
		a.spawn(func() {
			defer cancel()
			u.setWorking()
			do(u)
			if ctx.Err() == nil {
				// A skill that does not set a final state has a bug; its task must not hang.
				u.fail(text("This skill ended without a result."))
			}
		})
	}
}
