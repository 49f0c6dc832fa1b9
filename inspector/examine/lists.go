package examine

import (
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// listing are the probes of lists. They select by the context of a task of the
// examination's own.
var listing = []probe{
	{
		name: "list", breaks: "RES-25", level: check.Must, calls: 1, fits: noLists, lacks: noTask,
		asks: "The agent lists the tasks of a context.",
		try: func(t *trial) {
			a := t.call(t.list(a2a.ListQuery{}))
			if !t.judgeList(a) {
				return
			}
			tasks := a.first().Tasks
			if !slices.ContainsFunc(tasks, func(task a2a.Task) bool { return task.ID == t.finished }) {
				t.fail(fmt.Sprintf("the list has %d tasks of the context, but not the one created in it", len(tasks)), "LIST-10")
				return
			}
			t.keep(a)
			t.meets("LIST-10")
			t.pass(fmt.Sprintf("the list has %d", len(tasks)))
		},
	},
	{
		name: "list-by-state", breaks: "RES-25", level: check.Must, calls: 1, fits: noLists, lacks: noTask,
		asks: "The agent lists only the tasks in the requested state.",
		try: func(t *trial) {
			a := t.call(t.list(a2a.ListQuery{State: a2a.Working}))
			if !t.judgeList(a) {
				return
			}
			for _, task := range a.first().Tasks {
				if task.ID == t.finished {
					t.fail("the list has a task that is "+task.Status.State.Word()+", but only working tasks were requested", "LIST-06")
					return
				}
			}
			t.pass("the list has no task in another state")
		},
	},
	{
		name: "list-pages", breaks: "RES-25", level: check.Must, calls: 4, fits: noLists, lacks: noTask,
		asks: "The agent returns a list in pages of the requested size.",
		try:  pages,
	},
}

// pages makes a second task in the context, and gets both in pages of one.
func pages(t *trial) {
	c := t.message(a2a.SendMessage, t.quick())
	c.Message.ContextID = t.context
	if a := t.call(c); !t.success(a) {
		return
	}
	t.call(t.list(a2a.ListQuery{})) // their order is a check's business
	first := t.call(t.list(a2a.ListQuery{PageSize: 1, IncludeArtifacts: true}))
	if !t.judgeList(first) {
		return
	}
	r := first.first()
	switch {
	case len(r.Tasks) > 1:
		t.fail(fmt.Sprintf("one task was requested, but the page has %d", len(r.Tasks)), "LIST-09")
		return
	case r.Next == "":
		t.untold("the list has only one page")
		return
	}
	second := t.call(t.list(a2a.ListQuery{PageSize: 1, PageToken: r.Next, IncludeArtifacts: true}))
	if t.judgeList(second) {
		t.meets("LIST-09")
		t.pass("the second page follows the first")
	}
}

// list is a call for the tasks of the context.
func (s *subject) list(q a2a.ListQuery) *a2a.Call {
	q.ContextID = s.context
	return &a2a.Call{Op: a2a.ListTasks, List: &q}
}

// judgeList judges a list.
func (t *trial) judgeList(a answer) bool {
	if a.unknown() {
		t.fail("the agent does not list tasks: it answered with " + a.describe())
		return false
	}
	return t.success(a)
}

// noLists says why there are no lists.
func noLists(s *subject) string {
	if !s.rules("LIST-01") {
		return "the version has no lists over all its bindings"
	}
	return ""
}
