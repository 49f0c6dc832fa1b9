package agent

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// task is a task with its log. Members above mu never change.
type task struct {
	id, contextID string
	version       a2a.Version // version of the call that created it

	mu           sync.Mutex
	status       a2a.Status
	stamp        time.Time // of status
	artifacts    []*artifact
	history      []a2a.Message
	log          []logEntry
	changed      chan struct{} // closed at the next event; nil while nobody waits
	run          *run          // the current turn; nil for none
	continueWith func(*turn)   // continues the task when its client answers
	hooks        []*hook
	pushMode     pushMode // for hooks that are added later
	polls        polls
	isOpen       bool          // accepts messages while it is working
	size         int64         // approximate, in bytes; only grow changes it
	total        *atomic.Int64 // size of all tasks; nil until the store has the task
}

type run struct {
	cancel       context.CancelFunc
	acknowledged bool // a blocking send may return before the end, if the version allows
}

// polls lets a skill wait until its task has been polled often enough.
type polls struct {
	count, goal int
	enough      chan struct{} // closed at goal; nil when no skill waits
}

// setStatus changes the status and returns true, unless the turn r is over or canceled. The
// previous status's message moves to the history (1.0 §3.7).
func (t *task) setStatus(r *run, now time.Time, state a2a.State, msg *a2a.Message) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.run != r {
		return false
	}
	t.setStatusLocked(now, state, msg)
	return true
}

// setStatusLocked changes the status even if no turn is running. The caller must hold t.mu.
func (t *task) setStatusLocked(now time.Time, state a2a.State, msg *a2a.Message) {
	if t.status.Message != nil {
		t.history = append(t.history, *t.status.Message)
	}
	t.stamp = now
	t.status = a2a.Status{State: state, Message: msg, Timestamp: formatTime(now)}
	if state.Terminal() || state.Interrupted() {
		t.run = nil
	}
	s := t.status
	t.add(logEntry{status: &s})
}

// formatTime formats a time as all versions accept it: RFC 3339, UTC (1.0 §5.6.1).
func formatTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// put adds a new artifact to the task and assigns its id. It returns nil if the turn is over.
func (t *task) put(r *run, f *artifact, last bool) *artifact {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.run != r {
		return nil
	}
	f.id = t.artifactID(f.name)
	t.artifacts = append(t.artifacts, f)
	t.add(logEntry{artifact: f, to: int32(len(f.parts)), last: last})
	return f
}

// artifactID returns the id of the next artifact: its index in versions that identify artifacts
// that way, else the name and a number.
func (t *task) artifactID(name string) string {
	n := len(t.artifacts)
	if versionOf(t.version).Form == version.Typed {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s-%d", name, n+1)
}

// extend adds parts to an artifact. It returns false if the turn is over.
func (t *task) extend(r *run, f *artifact, last bool, parts ...a2a.Part) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if f == nil || t.run != r {
		return false
	}
	from := len(f.parts)
	f.parts = append(f.parts, parts...)
	t.add(logEntry{artifact: f, from: int32(from), to: int32(len(f.parts)), last: last})
	return true
}

// snapshot returns a copy of the task, and the position of its next event in the log.
func (t *task) snapshot(historyLength int) (a2a.Task, int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.snapshotLocked(historyLength), len(t.log)
}

// snapshotLocked returns a copy of the task with at most historyLength messages; negative means
// all. The caller must hold t.mu.
func (t *task) snapshotLocked(historyLength int) a2a.Task {
	c := a2a.Task{ID: t.id, ContextID: t.contextID, Status: t.status, Generation: generation(len(t.log))}
	for _, f := range t.artifacts {
		c.Artifacts = append(c.Artifacts, f.firstParts(len(f.parts)))
	}
	from := 0
	if historyLength >= 0 {
		from = max(0, len(t.history)-historyLength)
	}
	c.History = append(c.History, t.history[from:]...)
	return c
}

// snapshotAt returns the task as it was after the event at pos, without history.
func (t *task) snapshotAt(pos int) a2a.Task {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := a2a.Task{ID: t.id, ContextID: t.contextID, Generation: generation(pos + 1)}
	place := map[*artifact]int{}
	for _, e := range t.log[:pos+1] {
		if e.status != nil {
			c.Status = *e.status
			continue
		}
		i, known := place[e.artifact]
		if !known {
			i = len(c.Artifacts)
			place[e.artifact] = i
			c.Artifacts = append(c.Artifacts, a2a.Artifact{})
		}
		c.Artifacts[i] = e.artifact.firstParts(int(e.to))
	}
	return c
}

// poll counts a request for the task. If that was the last one a skill waited for, it waits for the skill
// to finish.
func (t *task) poll(ctx context.Context) {
	t.mu.Lock()
	t.polls.count++
	met := t.polls.enough != nil && t.polls.count >= t.polls.goal
	if met {
		close(t.polls.enough)
		t.polls.enough = nil
	}
	t.mu.Unlock()
	if met {
		// A caller that leaves simply gets no response.
		_ = t.waitUntil(ctx, func() bool { return false })
	}
}
