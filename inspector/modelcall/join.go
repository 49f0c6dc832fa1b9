// Package modelcall finds the A2A exchange and the task for which an agent called a model or a tool.
//
// In come recorded exchanges: calls of models, and calls of agents. Out comes, for each of the former, the call
// beneath which it was made, and how certain that is. It does not read bodies; what it needs of them are labels.
package modelcall

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Basis is what a join rests on.
type Basis string

const (
	SameTrace Basis = "trace"    // both carry the same trace id in traceparent (W3C Trace Context)
	NamedID   Basis = "id"       // the model call names the task or its context
	Inferred  Basis = "inferred" // no other task was open at the time
)

// Child is a call of a model or of a tool, with the call of the agent beneath which it was made.
type Child struct {
	wire.Exchange
	Parent string // id of the exchange during which the agent made it, or ""
	Task   string // of the parent, or ""
	Basis  Basis  // "" without a parent
}

// HasFailed reports whether the model or the tool answered with an error, or not at all.
func (c *Child) HasFailed() bool {
	return c.Labels.Model != nil && c.Labels.Model.Error != "" || c.Response.Status >= 400 ||
		c.Outcome == wire.Unreachable || c.Outcome == wire.Cut || c.Outcome == wire.TimedOut
}

// name is the called model, or the API where that has none.
func (c *Child) name() string {
	if m := c.Labels.Model; m != nil {
		return cmp.Or(m.Model, m.API)
	}
	return ""
}

// Title names what was called: the model, the tool, or the host.
func (c *Child) Title() string {
	m := c.Labels.Model
	switch {
	case m == nil:
		_, host, _ := strings.Cut(c.Agent, "://")
		return host
	case m.Model == "" && len(m.Tools) > 0:
		return m.Tools[0]
	}
	return cmp.Or(m.Model, strings.TrimSpace(m.API+" "+m.Method))
}

// work is a call of an agent, with the time in which the agent may work on it.
type work struct {
	x          *wire.Exchange
	from, to   time.Time // to is zero while it is open
	group      string    // its task, or its own id
	makesAgent bool      // it makes the agent work
}

// Join joins calls of models to calls of agents.
func Join(models, calls []wire.Exchange) []Child {
	works, traces := index(calls)
	out := make([]Child, len(models))
	for i := range models {
		c := &out[i]
		c.Exchange = models[i]
		w, by := find(&c.Exchange, works, traces)
		if w == nil {
			continue
		}
		c.Parent, c.Task, c.Basis = w.x.ID, w.x.Labels.Task, by
	}
	return out
}

func index(calls []wire.Exchange) (works []work, traces map[string][]*work) {
	works, traces = make([]work, len(calls)), map[string][]*work{}
	for i := range calls {
		x := &calls[i]
		op := a2a.Operation(x.Labels.Op)
		works[i] = work{x: x, from: x.Started, to: x.AgentEnded(), group: cmp.Or(x.Labels.Task, x.ID),
			makesAgent: op == a2a.SendMessage || op == a2a.SendStreamingMessage || op == a2a.SubscribeToTask}
	}
	slices.SortStableFunc(works, func(a, b work) int { return a.from.Compare(b.from) })
	next := map[string]time.Time{} // when a task was next seen not to work; zero: never
	for i := len(works) - 1; i >= 0; i-- {
		w := &works[i]
		if id := traceID(w.x); id != "" {
			traces[id] = append(traces[id], w)
		}
		task, isWorking := w.x.Labels.Task, isWorking(w.x)
		switch {
		case task == "" || w.x.Labels.State == "":
		case isWorking && w.makesAgent && !w.to.IsZero():
			w.to = next[task] // the agent goes on after its response
		case !isWorking:
			next[task] = w.x.AgentEnded()
		}
	}
	return works, traces
}

// isWorking reports whether the agent's last word is that the task goes on.
func isWorking(x *wire.Exchange) bool {
	s := a2a.State(x.Labels.State)
	return s == a2a.Submitted || s == a2a.Working
}

func find(m *wire.Exchange, works []work, traces map[string][]*work) (*work, Basis) {
	if w := latest(m.Started, traces[traceID(m)]); w != nil {
		return w, SameTrace
	}
	if w := named(m, works); w != nil {
		return w, NamedID
	}
	var found *work
	for i := range works {
		w := &works[i]
		if !w.makesAgent || !w.isOpenAt(m.Started) {
			continue
		}
		if found != nil && found.group != w.group {
			return nil, ""
		}
		found = w
	}
	return found, Inferred
}

// named returns the latest work whose task or context a model call names.
func named(m *wire.Exchange, works []work) *work {
	if m.Labels.Model == nil || len(m.Labels.Model.IDs) == 0 {
		return nil
	}
	var byTask, byContext []*work
	for i := range works {
		switch l := &works[i].x.Labels; {
		case l.Task != "" && slices.Contains(m.Labels.Model.IDs, l.Task):
			byTask = append(byTask, &works[i])
		case l.Context != "" && slices.Contains(m.Labels.Model.IDs, l.Context):
			byContext = append(byContext, &works[i])
		}
	}
	return cmp.Or(latest(m.Started, byTask), latest(m.Started, byContext))
}

func (w *work) isOpenAt(at time.Time) bool {
	return !w.from.After(at) && (w.to.IsZero() || !w.to.Before(at))
}

// latest returns the work that began last before a time, nil if there is none.
func latest(at time.Time, list []*work) (found *work) {
	for _, w := range list {
		if !w.from.After(at) && (found == nil || w.from.After(found.from)) {
			found = w
		}
	}
	return found
}

// traceID returns the trace id of a request, "" if it has none.
func traceID(x *wire.Exchange) string {
	for _, h := range []*wire.Head{x.RequestSent, &x.Request} {
		if h == nil || len(h.Header["Traceparent"]) != 1 {
			continue
		}
		if f := strings.Split(h.Header["Traceparent"][0], "-"); len(f) >= 4 && len(f[1]) == 32 && strings.Trim(f[1], "0") != "" {
			return f[1]
		}
	}
	return ""
}
