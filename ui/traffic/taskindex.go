package traffic

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/record"
)

// taskFigure holds what is needed to sort and count a task.
type taskFigure struct {
	taskKey
	First, Last time.Time // the last end, or the last start while an exchange is open
	Open        bool
	Count       int
	State       a2a.State    // the last state seen; "" for none
	call        *wire.Sample // the newest call about it, else the newest push
}

// taskIndex contains all tasks of the newest exchanges that a filter selects.
type taskIndex struct {
	Tasks         []taskFigure // the one with the newest exchange first
	IsPartial     bool         // some exchanges were not read
	ExchangeCount int          // exchanges that were read
}

// indexOf groups samples, newest first, by task. A push belongs to the one agent that was called
// about its task id, as in the record.
func indexOf(s wire.SampleSet) taskIndex {
	called := map[string][]string{}
	for _, x := range s.Samples {
		if x.Origin != wire.Push && !slices.Contains(called[x.Task], x.Agent) {
			called[x.Task] = append(called[x.Task], x.Agent)
		}
	}
	out, at := taskIndex{IsPartial: s.HasMore, ExchangeCount: len(s.Samples)}, map[taskKey]int{}
	for i := range s.Samples {
		x := &s.Samples[i]
		if x.Task == "" {
			continue
		}
		k := taskKey{x.Task, x.Agent}
		if by := called[x.Task]; x.Origin == wire.Push && len(by) == 1 {
			k.Agent = by[0]
		}
		n, known := at[k]
		if !known {
			n, at[k] = len(out.Tasks), len(out.Tasks)
			out.Tasks = append(out.Tasks, taskFigure{taskKey: k, First: x.Started})
		}
		out.Tasks[n].add(x)
	}
	return out
}

// add adds the next older exchange.
func (t *taskFigure) add(x *wire.Sample) {
	t.Count++
	if t.call == nil || t.call.Origin == wire.Push && x.Origin != wire.Push {
		t.call = x
	}
	if t.State == "" {
		t.State = a2a.State(x.State)
	}
	if x.Started.Before(t.First) {
		t.First = x.Started
	}
	t.Open = t.Open || x.Outcome == wire.Open
	if end := x.Started.Add(max(x.Duration, 0)); end.After(t.Last) {
		t.Last = end
	}
}

// lasted returns how long the task is known to have lasted by now.
func (t *taskFigure) lasted(now time.Time) time.Duration {
	if t.Open {
		return now.Sub(t.First)
	}
	return t.Last.Sub(t.First)
}

// stateOrder puts first what people want to see first: failures, tasks that wait for somebody,
// running ones, finished ones.
var stateOrder = []a2a.State{a2a.Failed, a2a.Rejected, a2a.AuthRequired, a2a.InputRequired, a2a.Working, a2a.Submitted, a2a.Canceled, a2a.Completed}

// rank orders tasks by outcome. Unknown states come before finished ones.
func (t *taskFigure) rank() int {
	if t.failed() {
		return -1
	}
	if i := slices.Index(stateOrder, t.State); i >= 0 {
		return 2 * i
	}
	return 2*slices.Index(stateOrder, a2a.Submitted) + 1
}

func (x taskIndex) sorted(o wire.Order, now time.Time) []taskFigure {
	all := slices.Clone(x.Tasks)
	slices.SortStableFunc(all, func(a, b taskFigure) (n int) {
		switch o.Column {
		case "time":
			n = a.First.Compare(b.First)
		case "duration":
			n = cmp.Compare(a.lasted(now), b.lasted(now))
		case "exchanges":
			n = cmp.Compare(a.Count, b.Count)
		case "state":
			n = cmp.Compare(a.rank(), b.rank())
		case "agent":
			n = cmp.Compare(strings.ToLower(cmp.Or(o.Names[a.Agent], record.HostOf(a.Agent))), strings.ToLower(cmp.Or(o.Names[b.Agent], record.HostOf(b.Agent))))
		}
		if o.Descending {
			return -n
		}
		return n
	})
	return all
}

// broken reports whether the task's outcome is unknown, like record.BrokenTask.
func (t *taskFigure) broken() bool {
	return !t.State.Terminal() && (t.call.Failed || t.call.Outcome == wire.Cancelled || t.call.Outcome == wire.Interrupted)
}

// failed reports whether the task failed, or its outcome is unknown because of a failure.
func (t *taskFigure) failed() bool {
	if t.broken() || t.State == "" {
		return t.call.Failed
	}
	return t.State == a2a.Failed || t.State == a2a.Rejected
}

// isRunning reports whether the task is not known to be over: a call about it is open, it is
// working, or it waits for somebody.
func (t *taskFigure) isRunning() bool {
	return t.Open || !t.broken() && t.State != "" && t.State != a2a.Unspecified && !t.State.Terminal()
}

// words counts the tasks by outcome: "312 tasks · 3 failed · 2 open (1 input required, 1
// working) · 307 completed".
func (x taskIndex) words() string {
	failed, open, waits, over := 0, 0, map[a2a.State]int{}, map[a2a.State]int{}
	for i := range x.Tasks {
		switch t := &x.Tasks[i]; {
		case t.failed():
			failed++
		case t.isRunning():
			open++
			waits[t.State]++
		case t.broken():
			over[""]++
		default:
			over[t.State]++
		}
	}
	s := words.Plural(len(x.Tasks), "task") + " · " + words.Count(failed) + " failed · " + words.Count(open) + " open"
	if among := formatCounts(waits, ", "); among != "" {
		s += " (" + among + ")"
	}
	if rest := formatCounts(over, " · "); rest != "" {
		s += " · " + rest
	}
	if x.IsPartial {
		s += fmt.Sprintf(" · in the newest %s; older ones are not counted", words.Plural(x.ExchangeCount, "exchange"))
	}
	return s
}

// formatCounts lists counts by state. Unknown states come last, together.
func formatCounts(counts map[a2a.State]int, between string) string {
	var all []string
	rest := 0
	for _, n := range counts {
		rest += n
	}
	for _, st := range stateOrder {
		if n := counts[st]; n > 0 {
			all, rest = append(all, words.Count(n)+" "+st.Word()), rest-n
		}
	}
	if rest > 0 {
		all = append(all, words.Count(rest)+" unknown state")
	}
	return strings.Join(all, between)
}
