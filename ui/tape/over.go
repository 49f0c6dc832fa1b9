package tape

import (
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a/stream"
)

// underWay is how long after the end of a task an event may come that was under way then.
const underWay = 500 * time.Millisecond

// Over is the end of a task, and the streams that went on after it.
type Over struct {
	End   stream.Stage
	Until time.Time // the latest event of such a stream
	Open  bool      // one of them is open
	By    *Tape     // the stream of the latest event
}

// OverOf finds events that came after the task was over, on streams that were not told of
// it: the call that canceled the task was another. nil where there are none, or where a
// message may have opened the task again.
func OverOf(tapes []*Tape, task string) *Over {
	o := &Over{}
	for _, t := range tapes {
		if !t.of(task) {
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
		if t.Call.Call != nil && t.Call.Call.Message != nil && t.X.Started.After(o.End.At) && t.of(task) {
			return nil
		}
		if t.of(task) && !t.Fold.State.Terminal() && t.X.Started.Before(o.End.At) && t.Fold.Last.Sub(o.End.At) > underWay && t.Fold.Last.After(o.Until) {
			o.Until, o.By = t.Fold.Last, t
			o.Open = o.Open || !t.Fold.Ended
		}
	}
	if o.By == nil {
		return nil
	}
	return o
}

// of reports whether a tape tells of a task.
func (t *Tape) of(task string) bool { return t.Fold != nil && task != "" && t.Fold.Task == task }
