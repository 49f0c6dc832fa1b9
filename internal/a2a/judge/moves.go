package judge

import (
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Bounds of what is kept to tell a task that goes on after it was over.
const (
	mostRuns   = 16 // states of a stream, one after the other
	mostMoving = 16 // streams of a task
)

// crossing is how far apart what two connections bring may be although the agent sent it
// in the other order.
const crossing = time.Second

// run is a state that a stream reported once, or several times in a row.
type run struct {
	state       a2a.State
	first, last moment
}

// moving is a stream with the states that it reported.
type moving struct {
	view view // with what a finding needs
	from time.Time
	runs []run
	told bool // that it goes on after the end
}

// ending is a terminal state of a task, and since when an exchange told of it.
type ending struct {
	fact
	state a2a.State
}

// run takes the next state of a stream.
func (s *Seen) run(state a2a.State, at moment) {
	if state == "" {
		return
	}
	if n := len(s.runs); n > 0 && s.runs[n-1].state == state {
		s.runs[n-1].last = at
	} else if n < mostRuns {
		s.runs = append(s.runs, run{state, at, at})
	}
}

// wentOn finds a stream that was open when another exchange told that its task was over,
// and that has it in another state afterwards.
func wentOn(v *view) {
	if !v.streamed || v.task == "" {
		return
	}
	m := v.moving()
	if t := v.agent.tasks.at[v.task]; t != nil {
		for _, e := range t.endings {
			if f := m.after(e); f != nil {
				v.found = append(v.found, *f)
				break
			}
		}
	}
}

// moving is the stream as one that is compared with what others tell. It keeps no more of
// the exchange than a finding says.
func (v *view) moving() *moving {
	slim := &Seen{X: &wire.Exchange{ID: v.X.ID}, Identity: a2a.Identity{Versions: v.Identity.Versions, Binding: v.Identity.Binding}, result: &a2a.Result{}}
	c, _ := check.Of("STM-01")
	return &moving{view: view{Seen: slim, check: c}, from: v.X.Started, runs: v.runs}
}

// after is the finding that the stream goes on after an end that another exchange told
// of, nil for none.
func (m *moving) after(e ending) *Finding {
	if m.view.X.ID == e.exchange || !m.from.Before(e.at) {
		return nil
	}
	for _, r := range m.runs {
		after := e.at
		if !r.state.Terminal() {
			after = after.Add(crossing)
		}
		if r.state == e.state || !r.last.at.After(after) {
			continue
		}
		where := r.last
		if r.first.at.After(after) {
			where = r.first
		}
		f := m.view.answers(".status.state", "the task was "+e.state.Word()+", as another exchange told, and is "+r.state.Word()+" now", e.exchange)
		f.Frame = where.frame
		return f
	}
	return nil
}

// learnMoves keeps how the task ended, and a stream of it for the ends that others tell
// of. What those show of streams that were judged before is told later.
func (v *view) learnMoves(t *task, f fact) {
	if v.streamed && len(v.runs) > 0 && len(t.moving) < mostMoving && holds("STM-01", v.Identity.Versions) {
		m := v.moving()
		m.told = slices.ContainsFunc(v.found, func(f Finding) bool { return f.Check == "STM-01" })
		t.moving = append(t.moving, m)
	}
	if !v.last.Terminal() {
		return
	}
	if v.streamed {
		f.at = v.came("over").at
	}
	e := t.ended(v.last, f)
	for _, m := range t.moving {
		if found := m.after(e); found != nil && !m.told && len(v.judge.late) < mostLate {
			m.told = true
			v.judge.late = append(v.judge.late, *found)
		}
	}
}

// ended notes how the task ended, in the order of time: the first exchange that told so
// counts.
func (t *task) ended(state a2a.State, f fact) ending {
	i := slices.IndexFunc(t.endings, func(e ending) bool { return e.state == state })
	if i < 0 {
		t.endings = append(t.endings, ending{f, state})
		i = len(t.endings) - 1
	}
	t.endings[i].note(f)
	e := t.endings[i]
	slices.SortStableFunc(t.endings, func(a, b ending) int { return a.at.Compare(b.at) })
	return e
}
