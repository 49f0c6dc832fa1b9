package inspector

import (
	"context"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// watchdog ends a call that has gone quiet, or whose stream is over but stays open. Its timers only cancel a
// context, so nobody needs to wait for them.
type watchdog struct {
	quietTimeout, lingerTimeout time.Duration
	cancel                      context.CancelCauseFunc

	mu          sync.Mutex
	quietTimer  *time.Timer
	lingerTimer *time.Timer
}

func newWatchdog(quiet, linger time.Duration, cancel context.CancelCauseFunc) *watchdog {
	w := &watchdog{quietTimeout: quiet, lingerTimeout: linger, cancel: cancel}
	if quiet > 0 {
		w.quietTimer = time.AfterFunc(quiet, func() { cancel(errQuiet) })
	}
	return w
}

// noteBytes restarts the quiet timer; the bytes of a comment count, too.
func (w *watchdog) noteBytes() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.quietTimer != nil {
		w.quietTimer.Reset(w.quietTimeout)
	}
}

// noteEvent restarts the linger timer, which the first final event starts.
func (w *watchdog) noteEvent(r a2a.Reading) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.lingerTimeout == 0:
	case w.lingerTimer != nil:
		w.lingerTimer.Reset(w.lingerTimeout)
	case isFinal(r):
		w.lingerTimer = time.AfterFunc(w.lingerTimeout, func() { w.cancel(errLinger) })
	}
}

func (w *watchdog) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range []*time.Timer{w.quietTimer, w.lingerTimer} {
		if t != nil {
			t.Stop()
		}
	}
}

// isFinal reports whether a reading ends the stream: its status is marked final (before 1.0), or its state ends
// the task.
func isFinal(r a2a.Reading) bool {
	s := r.Result.TaskStatus()
	return s != nil && (s.State.Terminal() || r.Result.Status != nil && r.Result.Status.Final)
}
