package session

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// Why is how one task came of another.
type Why string

const (
	Referenced  Why = "referenced" // the message that opened it names the other in its references
	Followed    Why = "followed"   // the message was sent to the other, and the agent opened a new one
	SameContext Why = "context"    // it is the next one in the other's context
)

// Origin is a task that another one came of.
type Origin struct {
	Task string
	Why  Why
}

// Lineage is where a task came from.
type Lineage struct {
	Task, Context string
	Opened        int // index of the exchange that opened it; -1: it was there before
	From          []Origin
}

// Lineages lists the tasks of a session in the order in which they came up.
func Lineages(list []Exchange) []Lineage {
	var out []Lineage
	known := map[string]bool{}
	latest := map[string]string{} // context → task
	for i := range list {
		e := &list[i]
		if e.Task == "" {
			continue
		}
		if !known[e.Task] {
			known[e.Task] = true
			out = append(out, e.lineage(i, latest[e.Context]))
		}
		if e.Context != "" {
			latest[e.Context] = e.Task
		}
	}
	return out
}

// lineage is that of the task that an exchange tells of first.
func (e *Exchange) lineage(i int, before string) Lineage {
	l := Lineage{Task: e.Task, Context: e.Context, Opened: -1}
	if !e.sends() || !e.opens() {
		return l
	}
	l.Opened = i
	add := func(task string, why Why) {
		if task != "" && task != e.Task && !slices.ContainsFunc(l.From, func(o Origin) bool { return o.Task == task }) {
			l.From = append(l.From, Origin{task, why})
		}
	}
	if e.Call != nil && e.Call.Message != nil {
		add(e.Call.Message.TaskID, Followed)
		for _, task := range e.Call.Message.References {
			add(task, Referenced)
		}
	}
	if e.Context != "" {
		add(before, SameContext)
	}
	return l
}

// opens reports whether the task that a message is about came to be by it: it does not
// name it, or is of a version in which the client names new tasks.
func (e *Exchange) opens() bool {
	return Named(e.Call) != e.Task || registry.NamesTask(e.Version)
}
