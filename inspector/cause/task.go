package cause

import (
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/words"
)

// judgeFailedTask judges a successful call with a failed or rejected task.
func judgeFailedTask(c *Case) (Cause, bool) {
	if !c.hasFailedTask() {
		return Cause{}, false
	}
	out := c.taskCause()
	out.Text, out.Advice = "The agent reports that the task failed.", "Read the status message and the agent's log; then send the message again as a new task."
	if c.Status.State == a2a.Rejected {
		out.Text, out.Advice = "The agent rejected the task and will not work on it.", "Change the message, or ask an agent whose skills fit; the card lists this agent's skills."
	}
	return out, true
}

func (c *Case) hasFailedTask() bool {
	return c.Status != nil && (c.Status.State == a2a.Failed || c.Status.State == a2a.Rejected)
}

func judgeAuthRequired(c *Case) (Cause, bool) {
	if c.Status == nil || c.Status.State != a2a.AuthRequired {
		return Cause{}, false
	}
	out := c.taskCause()
	out.Text = "The task waits until somebody signs in."
	out.Advice = "Sign in where the status message says. If the agent waits for credentials with the request, sign in on the agent's page and retry."
	return out, true
}

// judgeEarlyEnd judges a stream that the agent ended before its task.
func judgeEarlyEnd(c *Case) (Cause, bool) {
	if c.Status == nil || c.StatusAt == 0 || !words.HasEndedEarly(&c.Exchange) || c.Status.State.Terminal() || c.Status.State.Interrupted() {
		return Cause{}, false
	}
	out := c.taskCause()
	out.Kind, out.Spec = EarlyEnd, c.sections().StreamEnd
	out.Text = "The agent ended the stream while the task was " + shorten(c.Status.State.Word()) + "."
	out.Advice = "The task may still run: get it, or subscribe to it. " + streamLog
	return out, true
}

// taskCause returns a cause with the task's last status as the proof.
func (c *Case) taskCause() Cause {
	p := Proof{Text: "The last state is " + c.Status.State.Word(), Place: Response}
	if c.StatusAt > 0 {
		p.Place, p.Event = Event, c.StatusAt
		p.Text = "Event " + strconv.Itoa(c.StatusAt) + " has the last state, " + c.Status.State.Word()
	}
	if text := messageText(c.Status.Message); text != "" {
		p.Text += ": “" + shorten(text) + "”"
	}
	return Cause{Kind: Task, Proof: p, Spec: c.sections().States}
}

func messageText(m *a2a.Message) string {
	if m == nil {
		return ""
	}
	var all []string
	for _, p := range m.Parts {
		if p.Kind == a2a.TextPart {
			all = append(all, strings.Join(strings.Fields(p.Text), " "))
		}
	}
	return strings.Join(all, " ")
}
