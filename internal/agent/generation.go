package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// FindDraft returns the draft of a version by name, with or without a patch number.
func FindDraft(said string) (*version.Version, error) {
	var names []string
	for _, v := range dialect.Drafts() {
		if names = append(names, string(v.Version())); matchesVersion(said, string(v.Version())) {
			return v, nil
		}
	}
	return nil, fmt.Errorf("there is no draft of version %q, only of %s", said, strings.Join(names, ", "))
}

// generation returns the generation of a task with this many events: 1 when created, and one more
// with each change of its state or artifacts (1.1 draft §3.2.7).
func generation(events int) int64 { return int64(events) + 1 }

// awaitGeneration waits until the task is past a generation or finished, but no longer than
// Options.MaxPollWait. It does not say which of these happened.
func (a *Agent) awaitGeneration(ctx context.Context, t *task, seen int64) {
	ctx, stop := a.withAgent(ctx)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, a.opts.MaxPollWait)
	defer cancel()
	for {
		t.mu.Lock()
		events, over := len(t.log), t.status.State.Terminal()
		t.mu.Unlock()
		if over || generation(events) > seen {
			return
		}
		wake := t.growth(events)
		if wake == nil {
			continue
		}
		select {
		case <-wake:
		case <-ctx.Done():
			return
		}
	}
}

// checkGeneration refuses a message for another generation than the task's. A nil want accepts any.
// The caller must hold t.mu.
func (t *task) checkGeneration(want *int64) *a2a.Error {
	now := generation(len(t.log))
	if want == nil || *want == now {
		return nil
	}
	e := newError(a2a.TaskGenerationMismatch, "task %q is at generation %d, not %d; get the task, then send the message with the task's generation", t.id, now, *want)
	e.Data, _ = json.Marshal(map[string]string{ // strings always encode
		"taskId": t.id, "expectedGeneration": strconv.FormatInt(*want, 10), "currentGeneration": strconv.FormatInt(now, 10),
	})
	return e
}
