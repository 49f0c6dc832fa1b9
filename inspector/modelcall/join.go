// Package modelcall finds the A2A exchange and the task for which an agent called a model or a tool.
//
// In come recorded exchanges: calls of models, and calls of agents. Out comes, for each of the former, the call
// beneath which it was made, and how certain that is. It does not read bodies; what it needs of them are labels.
package modelcall

import (
	"cmp"
	"net/http"
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
	if c.Response.Status == http.StatusMethodNotAllowed && c.Method != http.MethodPost {
		return false // MCP servers answer so if they have no stream or no session of their own
	}
	return c.Labels.Model != nil && c.Labels.Model.Error != "" || c.Response.Status >= 400 ||
		c.Outcome == wire.Unreachable || c.Outcome == wire.Cut || c.Outcome == wire.TimedOut
}

// name is the requested model or the called tool, by which a call can be told from another one.
func (c *Child) name() string {
	m := c.Labels.Model
	switch {
	case m == nil:
		return ""
	case m.Model == "" && len(m.Tools) > 0:
		return m.Tools[0]
	}
	return cmp.Or(m.Requested, m.Model, m.API+" "+m.Method)
}

// isWork reports whether a model wrote or a tool ran, so that its failure may be why a task failed.
func (c *Child) isWork() bool {
	if m := c.Labels.Model; m != nil {
		return m.Kind == "model" || m.Kind == "tool"
	}
	return c.Method == http.MethodPost
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
	in := indexOf(calls)
	out := make([]Child, len(models))
	for i := range models {
		c := &out[i]
		c.Exchange = models[i]
		w, basis := in.find(&c.Exchange)
		if w == nil {
			continue
		}
		c.Parent, c.Task, c.Basis = w.x.ID, w.x.Labels.Task, basis
	}
	return out
}

// index finds works.
type index struct {
	works                      []work // by start
	byTrace, byTask, byContext map[string][]*work
}

func indexOf(calls []wire.Exchange) *index {
	in := &index{make([]work, len(calls)), map[string][]*work{}, map[string][]*work{}, map[string][]*work{}}
	works := in.works
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
		add(in.byTrace, traceID(w.x), w)
		add(in.byTask, w.x.Labels.Task, w)
		add(in.byContext, w.x.Labels.Context, w)
		task, isWorking := w.x.Labels.Task, isWorking(w.x)
		switch {
		case task == "" || w.x.Labels.State == "":
		case isWorking && w.makesAgent && !w.to.IsZero():
			w.to = next[task] // the agent goes on after its response
		case !isWorking:
			next[task] = w.x.AgentEnded()
		}
	}
	return in
}

func add(to map[string][]*work, id string, w *work) {
	if id != "" {
		to[id] = append(to[id], w)
	}
}

// isWorking reports whether the agent's last word is that the task goes on.
func isWorking(x *wire.Exchange) bool {
	s := a2a.State(x.Labels.State)
	return s == a2a.Submitted || s == a2a.Working
}

func (in *index) find(m *wire.Exchange) (*work, Basis) {
	if id := traceID(m); id != "" {
		if w, isClear := pick(m, in.byTrace[id]); w != nil || !isClear {
			return w, SameTrace
		}
	}
	for _, list := range in.named(m) {
		if w, isClear := pick(m, list); w != nil || !isClear {
			return w, NamedID
		}
	}
	var open []*work
	for i := range in.works {
		if w := &in.works[i]; w.makesAgent && w.isOpenAt(m.Started) {
			open = append(open, w)
		}
	}
	w, _ := pick(m, open)
	return w, Inferred
}

// pick returns the work during which a call was made: the latest of those that were open, else of those that
// were over. Of several tasks, it prefers those of the call's own session, where the tap of the agent that made it
// is. isClear is false if several are left; then it returns nil.
func pick(m *wire.Exchange, list []*work) (found *work, isClear bool) {
	before := slices.DeleteFunc(slices.Clone(list), func(w *work) bool { return w.from.After(m.Started) })
	if open := slices.DeleteFunc(slices.Clone(before), func(w *work) bool { return !w.isOpenAt(m.Started) }); len(open) > 0 {
		before = open
	}
	if own := slices.DeleteFunc(slices.Clone(before), func(w *work) bool { return w.x.Session != m.Session }); len(own) > 0 {
		before = own
	}
	for _, w := range before {
		if found != nil && found.group != w.group && w.isOpenAt(m.Started) {
			return nil, false
		}
		if found == nil || w.from.After(found.from) {
			found = w
		}
	}
	return found, true
}

// named returns the works whose task a model call names, and those whose context it names.
func (in *index) named(m *wire.Exchange) (out [2][]*work) {
	if m.Labels.Model == nil {
		return out
	}
	for _, id := range m.Labels.Model.IDs {
		out[0] = append(out[0], in.byTask[id]...)
		out[1] = append(out[1], in.byContext[id]...)
	}
	return out
}

func (w *work) isOpenAt(at time.Time) bool {
	return !w.from.After(at) && (w.to.IsZero() || !w.to.Before(at))
}

// traceID returns the trace id of a request, "" if it has none.
func traceID(x *wire.Exchange) string {
	for _, h := range []*wire.Head{x.RequestSent, &x.Request} {
		if h == nil {
			continue
		}
		if trace, _ := wire.TraceOf(h.Header); trace != "" {
			return trace
		}
	}
	return ""
}
