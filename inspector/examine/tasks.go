package examine

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// getting are the probes that get tasks.
var getting = []probe{
	{
		name: "get", breaks: "RES-25", level: check.Must, calls: 1, lacks: noTask,
		asks: "The agent returns a task by its id.",
		try: func(t *trial) {
			a := t.call(t.of(a2a.GetTask, t.finished))
			switch {
			case !t.success(a):
			case a.Task != t.finished:
				t.fail("the agent answered with another task")
			default:
				t.keep(a)
				t.pass("the agent answered with " + a.describe())
			}
		},
	},
	{
		name: "get-history", breaks: "RES-25", level: check.Should, calls: 2, lacks: noTask,
		asks: "The agent returns no more messages of the history than requested.",
		try: func(t *trial) {
			for _, most := range t.lengths() {
				c := t.of(a2a.GetTask, t.finished)
				c.HistoryLength = &most
				a := t.call(c)
				if !t.success(a) {
					return
				}
				if task := a.first().Task; task != nil && len(task.History) > most {
					t.fail(fmt.Sprintf("%d are asked for, and it has %d", most, len(task.History)))
					return
				}
			}
			t.pass("the task has no more than requested")
		},
	},
	{
		name: "get-unknown", breaks: "STM-06", level: check.Must, calls: 1,
		asks: "The agent reports an unknown task as not found.",
		try: func(t *trial) {
			a := t.call(t.of(a2a.GetTask, t.caller.invent()))
			t.keep(a)
			t.refusal(a)
		},
	},
}

// lengths are those that a history is asked for in. None cannot be asked for where the
// number 0 is not written.
func (s *subject) lengths() []int {
	if s.target.Binding != a2a.JSONRPC && !s.rules("LIST-01") {
		return []int{1}
	}
	return []int{0, 1}
}

// canceling are the probes that cancel tasks.
var canceling = []probe{
	{
		name: "cancel-unknown", breaks: "STM-06", level: check.Must, calls: 1,
		asks: "The agent refuses to cancel an unknown task.",
		try: func(t *trial) {
			a := t.call(t.of(a2a.CancelTask, t.caller.invent()))
			t.keep(a)
			t.refusal(a)
		},
	},
	{
		name: "cancel-finished", breaks: "STM-05", level: check.Must, calls: 1, lacks: noTask,
		asks: "The agent refuses to cancel a task that has ended.",
		try: func(t *trial) {
			a := t.call(t.of(a2a.CancelTask, t.finished))
			t.keep(a)
			t.refusal(a)
		},
	},
	{
		name: "cancel", breaks: "RES-25", level: check.Should, calls: 4, lacks: noSlow,
		asks: "The agent cancels a running task.",
		try:  cancel,
	},
}

// cancel cancels a task that is under way, and once more.
func cancel(t *trial) {
	task := t.startWork()
	if task == "" {
		return
	}
	a := t.call(t.of(a2a.CancelTask, task))
	switch {
	case a.Err != nil && a.Err.Name == a2a.TaskNotCancelable:
		t.either("the agent refused it: " + a.describe())
		return
	case !t.success(a):
		return
	}
	t.call(t.of(a2a.CancelTask, task)) // what the second one answers is a check's business
	t.pass("the agent answered with " + a.describe())
}

// startWork sends the message that keeps the agent at work, without waiting for it. It is ""
// where that cannot be, and the probe has its result then.
func (t *trial) startWork() string {
	if t.version.Agent.ClientIDs && t.streams() {
		return t.beginStream()
	}
	c := t.message(a2a.SendMessage, t.exam.says.slow)
	c.ReturnImmediately = true
	a := t.call(c)
	switch {
	case a.end.Outcome == wire.TimedOut && t.streams():
		return t.beginStream()
	case a.end.Outcome == wire.TimedOut:
		t.untold("the agent answered only after the task had ended, although the client did not wait")
		return ""
	case !t.success(a):
		return ""
	case a.Task == "" || a.State.Terminal():
		t.untold("the task had ended by the time the agent answered: " + a.describe())
		return ""
	}
	return a.Task
}

// mostRests is how many tasks of an interface are got once more.
const mostRests = 12

// rested gets tasks that are over once more, when all else is done: what was canceled may
// have gone on.
var rested = probe{
	name: "stays-over", breaks: "STM-01 STM-04", level: check.Must, calls: mostRests, echoed: true, // some were made by bad messages
	asks: "A task that has ended does not change again.",
	lacks: func(s *subject) string {
		if len(s.caller.ended(s.name)) == 0 {
			return "none of the examination's tasks has ended"
		}
		return ""
	},
	try: func(t *trial) {
		all := t.caller.ended(t.name)
		for _, e := range all[:min(len(all), mostRests)] {
			a := t.call(t.of(a2a.GetTask, e.task))
			if a.ok() && a.Task == e.task && a.State != "" && a.State != e.state {
				t.fail(fmt.Sprintf("a task was %s, and is now %s", e.state.Word(), a.State.Word()))
			}
		}
		t.pass("no task changed after it had ended")
	},
}

// finishing are the probes of tasks that are over.
var finishing = []probe{
	{
		name: "send-finished", breaks: "STM-03 STM-02 REQ-25", level: check.Must, calls: 1, lacks: noTask,
		asks: "The agent refuses a message to a task that has ended.",
		fits: func(s *subject) string {
			if s.version.Agent.Reopens {
				return "in this version such a message restarts the task"
			}
			return ""
		},
		try: func(t *trial) {
			c := t.message(a2a.SendMessage, t.quick())
			c.Message.TaskID, c.Message.ContextID = t.finished, t.context
			a := t.call(c)
			t.keep(a)
			if a.ok() && !t.rules("STM-03") {
				t.row.Level = check.Should
			}
			t.refusal(a)
		},
	},
}
