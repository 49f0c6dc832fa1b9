package examine

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/wire"
)

var getProbes = []probe{
	{
		name: "get", breaks: "RES-25", level: check.Must, calls: 1, untestableReason: noTask,
		expectation: "The agent returns a task by its id.",
		try: func(t *trial) {
			a := t.call(t.taskCall(a2a.GetTask, t.finished))
			switch {
			case !t.judgeSuccess(a):
			case a.Task != t.finished:
				t.fail("the agent answered with another task")
			default:
				t.keepForComparison(a)
				t.pass("the agent answered with " + a.describe())
			}
		},
	},
	{
		name: "get-history", breaks: "RES-25", level: check.Should, calls: 2, untestableReason: noTask,
		expectation: "The agent returns no more messages of the history than requested.",
		try: func(t *trial) {
			for _, most := range t.historyLengths() {
				c := t.taskCall(a2a.GetTask, t.finished)
				c.HistoryLength = &most
				a := t.call(c)
				if !t.judgeSuccess(a) {
					return
				}
				if task := a.firstResult().Task; task != nil && len(task.History) > most {
					t.fail(fmt.Sprintf("%d messages were requested, but the history has %d", most, len(task.History)))
					return
				}
			}
			t.pass("the history has no more messages than requested")
		},
	},
	{
		name: "get-unknown", breaks: "STM-06", level: check.Must, calls: 1,
		expectation: "The agent reports an unknown task as not found.",
		try: func(t *trial) {
			a := t.call(t.taskCall(a2a.GetTask, t.caller.inventID()))
			t.keepForComparison(a)
			t.judgeRefusal(a)
		},
	},
}

// historyLengths returns the values of historyLength to try. 0 is left out where the encoding cannot express
// it.
func (s *subject) historyLengths() []int {
	if s.target.Binding != a2a.JSONRPC && !s.hasCheck("LIST-01") {
		return []int{1}
	}
	return []int{0, 1}
}

var cancelProbes = []probe{
	{
		name: "cancel-unknown", breaks: "STM-06", level: check.Must, calls: 1,
		expectation: "The agent refuses to cancel an unknown task.",
		try: func(t *trial) {
			a := t.call(t.taskCall(a2a.CancelTask, t.caller.inventID()))
			t.keepForComparison(a)
			t.judgeRefusal(a)
		},
	},
	{
		name: "cancel-finished", breaks: "STM-05", level: check.Must, calls: 1, untestableReason: noTask,
		expectation: "The agent refuses to cancel a task that has ended.",
		try: func(t *trial) {
			a := t.call(t.taskCall(a2a.CancelTask, t.finished))
			t.keepForComparison(a)
			t.judgeRefusal(a)
		},
	},
	{
		name: "cancel", breaks: "RES-25", level: check.Should, calls: 4, untestableReason: noSlow,
		expectation: "The agent cancels a running task.",
		try:         cancel,
	},
}

// cancel cancels a running task twice.
func cancel(t *trial) {
	task := t.startWork()
	if task == "" {
		return
	}
	a := t.call(t.taskCall(a2a.CancelTask, task))
	switch {
	case a.Err != nil && a.Err.Name == a2a.TaskNotCancelable:
		t.passOpen("the agent refused it: " + a.describe())
		return
	case !t.judgeSuccess(a):
		return
	}
	t.call(t.taskCall(a2a.CancelTask, task)) // a check judges the second answer
	t.pass("the agent answered with " + a.describe())
}

// startWork starts a task that keeps the agent busy, without waiting for it. If that fails, it sets the probe's
// result and returns "".
func (t *trial) startWork() string {
	if t.version.Agent.ClientIDs && t.canStream() {
		return t.startAndLeaveStream()
	}
	c := t.messageCall(a2a.SendMessage, t.exam.texts.slow)
	c.ReturnImmediately = true
	a := t.call(c)
	switch {
	case a.end.Outcome == wire.TimedOut && t.canStream():
		return t.startAndLeaveStream()
	case a.end.Outcome == wire.TimedOut:
		t.skip("the agent answered only after the task had ended, although the client did not wait")
		return ""
	case !t.judgeSuccess(a):
		return ""
	case a.Task == "" || a.State.Terminal():
		t.skip("the task had ended by the time the agent answered: " + a.describe())
		return ""
	}
	return a.Task
}

const maxRechecks = 12

// recheckProbe reads finished tasks again at the very end, because an agent may have continued a canceled one.
var recheckProbe = probe{
	name: "stays-over", breaks: "STM-01 STM-04", level: check.Must, calls: maxRechecks, echoed: true, // malformed messages made some of them
	expectation: "A task that has ended does not change again.",
	untestableReason: func(s *subject) string {
		if len(s.caller.finishedTasksOf(s.name)) == 0 {
			return "none of the examination's tasks has ended"
		}
		return ""
	},
	try: func(t *trial) {
		all := t.caller.finishedTasksOf(t.name)
		for _, e := range all[:min(len(all), maxRechecks)] {
			a := t.call(t.taskCall(a2a.GetTask, e.task))
			if a.isOK() && a.Task == e.task && a.State != "" && a.State != e.state {
				t.fail(fmt.Sprintf("a task was %s, and is now %s", e.state.Word(), a.State.Word()))
			}
		}
		t.pass("no task changed after it had ended")
	},
}

var finishedProbes = []probe{
	{
		name: "send-finished", breaks: "STM-03 STM-02 REQ-25", level: check.Must, calls: 1, untestableReason: noTask,
		expectation: "The agent refuses a message to a task that has ended.",
		inapplicableReason: func(s *subject) string {
			if s.version.Agent.Reopens {
				return "in this version such a message restarts the task"
			}
			return ""
		},
		try: func(t *trial) {
			c := t.messageCall(a2a.SendMessage, t.quickText())
			c.Message.TaskID, c.Message.ContextID = t.finished, t.context
			a := t.call(c)
			t.keepForComparison(a)
			if a.isOK() && !t.hasCheck("STM-03") {
				t.row.Level = check.Should
			}
			t.judgeRefusal(a)
		},
	},
}
