package examine

import (
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// listProbes test lists of tasks, always of the context of a task that the examination created.
var listProbes = []probe{
	{
		name: "list", breaks: "RES-25", level: check.Must, calls: 1, inapplicableReason: noLists, untestableReason: noTask,
		expectation: "The agent lists the tasks of a context.",
		try: func(t *trial) {
			a := t.call(t.listCall(a2a.ListQuery{}))
			if !t.judgeList(a) {
				return
			}
			tasks := a.firstResult().Tasks
			if !slices.ContainsFunc(tasks, func(task a2a.Task) bool { return task.ID == t.finished }) {
				t.fail(fmt.Sprintf("the list has %d tasks of the context, but not the one created in it", len(tasks)), "LIST-10")
				return
			}
			t.keepForComparison(a)
			t.markMet("LIST-10")
			t.pass(fmt.Sprintf("tasks in the list: %d", len(tasks)))
		},
	},
	{
		name: "list-by-state", breaks: "RES-25", level: check.Must, calls: 1, inapplicableReason: noLists, untestableReason: noTask,
		expectation: "The agent lists only the tasks in the requested state.",
		try: func(t *trial) {
			a := t.call(t.listCall(a2a.ListQuery{State: a2a.Working}))
			if !t.judgeList(a) {
				return
			}
			for _, task := range a.firstResult().Tasks {
				if task.ID == t.finished {
					t.fail("the list has a task that is "+task.Status.State.Word()+", but only working tasks were requested", "LIST-06")
					return
				}
			}
			t.pass("the list leaves out the task that has ended")
		},
	},
	{
		name: "list-pages", breaks: "RES-25", level: check.Must, calls: 4, inapplicableReason: noLists, untestableReason: noTask,
		expectation: "The agent returns a list in pages of the requested size.",
		try:         tryPages,
	},
}

// tryPages creates a second task in the context and lists both in pages of one.
func tryPages(t *trial) {
	c := t.messageCall(a2a.SendMessage, t.quickText())
	c.Message.ContextID = t.context
	if a := t.call(c); !t.judgeSuccess(a) {
		return
	}
	t.call(t.listCall(a2a.ListQuery{})) // a check judges their order
	first := t.call(t.listCall(a2a.ListQuery{PageSize: 1, IncludeArtifacts: true}))
	if !t.judgeList(first) {
		return
	}
	r := first.firstResult()
	switch {
	case len(r.Tasks) > 1:
		t.fail(fmt.Sprintf("one task was requested, but the page has %d", len(r.Tasks)), "LIST-09")
		return
	case r.Next == "":
		t.skip("the list has only one page")
		return
	}
	second := t.call(t.listCall(a2a.ListQuery{PageSize: 1, PageToken: r.Next, IncludeArtifacts: true}))
	if t.judgeList(second) {
		t.markMet("LIST-09")
		t.pass("the second page follows the first")
	}
}

func (s *subject) listCall(q a2a.ListQuery) *a2a.Call {
	q.ContextID = s.context
	return &a2a.Call{Op: a2a.ListTasks, List: &q}
}

func (t *trial) judgeList(a answer) bool {
	if a.isUnknownOperation() {
		t.fail("the agent does not list tasks: it answered with " + a.describe())
		return false
	}
	return t.judgeSuccess(a)
}

func noLists(s *subject) string {
	if !s.hasCheck("LIST-01") {
		return "the version does not have lists in all its bindings"
	}
	return ""
}
