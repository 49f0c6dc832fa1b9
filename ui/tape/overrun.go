package tape

import (
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a/stream"
)

// overrunGrace is how long after the end of a task an event may still be in transit.
const overrunGrace = 500 * time.Millisecond

// Overrun is the end of a task, and the streams that continued after it.
type Overrun struct {
	End   stream.Stage
	Until time.Time // the latest event of such a stream
	Open  bool      // one of them is open
	Tape  *Tape     // the stream of the latest event
}

// FindOverrun finds events after the end of the task on streams that did not see that end,
// because another call canceled the task. It returns nil if there are none, or if a message
// may have reopened the task.
func FindOverrun(tapes []*Tape, task string) *Overrun {
	o := &Overrun{}
	for _, t := range tapes {
		if !t.isAbout(task) {
			continue
		}
		for _, s := range t.Fold.Stages {
			if s.State.Terminal() && (o.End.At.IsZero() || s.At.Before(o.End.At)) {
				o.End = s
			}
		}
	}
	if o.End.At.IsZero() {
		return nil
	}
	for _, t := range tapes {
		if t.Call.Call != nil && t.Call.Call.Message != nil && t.X.Started.After(o.End.At) && t.isAbout(task) {
			return nil
		}
		if t.isAbout(task) && !t.Fold.State.Terminal() && t.X.Started.Before(o.End.At) && t.Fold.Last.Sub(o.End.At) > overrunGrace && t.Fold.Last.After(o.Until) {
			o.Until, o.Tape = t.Fold.Last, t
			o.Open = o.Open || !t.Fold.Ended
		}
	}
	if o.Tape == nil {
		return nil
	}
	return o
}

// isAbout reports whether the tape's exchange belongs to a task.
func (t *Tape) isAbout(task string) bool { return t.Fold != nil && task != "" && t.Fold.Task == task }
