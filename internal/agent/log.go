package agent

import (
	"context"
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// logEntry is one event of a task. It is small because there may be 100,000 of them: an artifact event is
// a range of the artifact's parts.
type logEntry struct {
	status   *a2a.Status // status event, or
	artifact *artifact   // artifact event with parts[from:to]
	from, to int32
	last     bool
}

// artifact is an artifact as it grows. Parts are only ever appended, and a replaced artifact is a new
// one, so that ranges in the log stay valid.
type artifact struct {
	id, name, description string
	parts                 []a2a.Part

	extensions []string        // URIs of the extensions that contributed to it
	metadata   json.RawMessage // object or nil
}

func (f *artifact) firstParts(n int) a2a.Artifact {
	return a2a.Artifact{
		ID: f.id, Name: f.name, Description: f.description, Parts: f.parts[:n:n], Extensions: f.extensions, Metadata: f.metadata,
	}
}

func (e logEntry) endsStream() bool {
	return e.status != nil && (e.status.State.Terminal() || e.status.State.Interrupted())
}

// event converts e to a stream event of t. The parameter generation is the task's after e. The
// caller must hold t.mu.
func (t *task) event(e logEntry, generation int64) a2a.Result {
	if e.status != nil {
		return a2a.Result{Status: &a2a.StatusUpdate{
			TaskID: t.id, ContextID: t.contextID, Status: *e.status, Final: e.endsStream(), Generation: generation,
		}}
	}
	u := &a2a.ArtifactUpdate{
		TaskID: t.id, ContextID: t.contextID,
		Artifact: a2a.Artifact{ID: e.artifact.id, Parts: e.artifact.parts[e.from:e.to:e.to]},
		Append:   e.from > 0, LastChunk: e.last, Generation: generation,
	}
	if e.from == 0 {
		u.Artifact.Name, u.Artifact.Description = e.artifact.name, e.artifact.description
		u.Artifact.Extensions, u.Artifact.Metadata = e.artifact.extensions, e.artifact.metadata
	}
	return a2a.Result{Artifact: u}
}

// read appends up to max events from position pos to buf. It returns the next position and whether the
// last event ends a stream.
func (t *task) read(buf []a2a.Result, pos, max int) (events []a2a.Result, next int, stop bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for pos < len(t.log) && len(buf) < max {
		e := t.log[pos]
		pos++
		buf = append(buf, t.event(e, generation(pos)))
		if e.endsStream() {
			return buf, pos, true
		}
	}
	return buf, pos, false
}

// growth returns a channel that closes when the log grows beyond pos, or nil if it already has.
func (t *task) growth(pos int) <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.log) > pos {
		return nil
	}
	if t.changed == nil {
		t.changed = make(chan struct{})
	}
	return t.changed
}

// add appends an entry and wakes the waiters. The caller must hold t.mu.
func (t *task) add(e logEntry) {
	t.log = append(t.log, e)
	n := int64(48)
	if e.artifact != nil {
		n += sizeOf(e.artifact.parts[e.from:e.to])
	}
	t.grow(n)
	if t.changed != nil {
		close(t.changed)
		t.changed = nil
	}
}

// waitUntil waits until the task is finished or interrupted, or until enough (called with t.mu held)
// returns true.
func (t *task) waitUntil(ctx context.Context, enough func() bool) error {
	for {
		t.mu.Lock()
		state := t.status.State
		if state.Terminal() || state.Interrupted() || enough() {
			t.mu.Unlock()
			return nil
		}
		pos := len(t.log)
		t.mu.Unlock()
		if wake := t.growth(pos); wake != nil {
			select {
			case <-wake:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
}
