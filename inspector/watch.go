package inspector

import (
	"context"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// watch ends a call that went quiet, or whose stream is over but stays open.
// Its timers only cancel a context, so they need no waiting for.
type watch struct {
	quiet, linger time.Duration
	cancel        context.CancelCauseFunc

	mu     sync.Mutex
	silent *time.Timer
	over   *time.Timer
}

func newWatch(quiet, linger time.Duration, cancel context.CancelCauseFunc) *watch {
	w := &watch{quiet: quiet, linger: linger, cancel: cancel}
	if quiet > 0 {
		w.silent = time.AfterFunc(quiet, func() { cancel(errQuiet) })
	}
	return w
}

// heard says that bytes came, a comment's included.
func (w *watch) heard() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.silent != nil {
		w.silent.Reset(w.quiet)
	}
}

// saw notes an event; one that ends the stream starts the wait for its close.
func (w *watch) saw(r a2a.Reading) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.linger == 0:
	case w.over != nil:
		w.over.Reset(w.linger)
	case final(r):
		w.over = time.AfterFunc(w.linger, func() { w.cancel(errLinger) })
	}
}

func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range []*time.Timer{w.silent, w.over} {
		if t != nil {
			t.Stop()
		}
	}
}

// final reports whether a reading says that nothing more will come: a status
// marked final (before 1.0) or a state that ends the task.
func final(r a2a.Reading) bool {
	s := r.Result.TaskStatus()
	return s != nil && (s.State.Terminal() || r.Result.Status != nil && r.Result.Status.Final)
}
