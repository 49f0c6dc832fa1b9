package tape

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestOverOf: a stream that continues after another call ended its task is found, while
// it is open and afterwards.
func TestOverOf(t *testing.T) {
	begun := time.Unix(1700000000, 0)
	at := func(s float64) time.Time { return begun.Add(time.Duration(s * float64(time.Second))) }
	stream1 := func(last float64, ended bool, states ...stream.Stage) *Tape {
		f := &stream.Fold{Task: "t", Last: at(last), Ended: ended, Stages: states}
		if len(states) > 0 {
			f.State = states[len(states)-1].State
		}
		return &Tape{X: wire.Exchange{ID: "stream", Started: begun}, Fold: f}
	}
	working := stream.Stage{State: a2a.Working, At: at(1)}
	cancel := &Tape{X: wire.Exchange{ID: "cancel", Started: at(2)}, Fold: &stream.Fold{Task: "t", State: a2a.Canceled, Last: at(3), Ended: true, Stages: []stream.Stage{{State: a2a.Canceled, At: at(3)}}}}
	again := &Tape{X: wire.Exchange{ID: "again", Started: at(4)}, Call: a2a.Reading{Call: &a2a.Call{Message: &a2a.Message{}}}, Fold: &stream.Fold{Task: "t"}}
	other := stream1(9, false, working)
	other.Fold.Task = "another"
	for name, tt := range map[string]struct {
		tapes []*Tape
		open  bool
		until time.Time // zero: none is found
	}{
		"it goes on":             {[]*Tape{stream1(9, false, working), cancel}, true, at(9)},
		"it went on":             {[]*Tape{stream1(9, true, working), cancel}, false, at(9)},
		"nothing ended the task": {[]*Tape{stream1(9, false, working)}, false, time.Time{}},
		"an event under way":     {[]*Tape{stream1(3.2, false, working), cancel}, false, time.Time{}},
		"it tells the end":       {[]*Tape{stream1(9, true, working, stream.Stage{State: a2a.Canceled, At: at(9)}), cancel}, false, time.Time{}},
		"a message opened it":    {[]*Tape{stream1(9, false, working), cancel, again}, false, time.Time{}},
		"another task":           {[]*Tape{other, cancel}, false, time.Time{}},
	} {
		o := FindOverrun(tt.tapes, "t")
		switch {
		case (o != nil) != !tt.until.IsZero():
			t.Errorf("%s: %+v", name, o)
		case o != nil && (!o.Until.Equal(tt.until) || o.Open != tt.open || o.End.State != a2a.Canceled || o.Tape != tt.tapes[0]):
			t.Errorf("%s: %+v", name, o)
		}
	}
}
