package task

import (
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/talk"
)

// afterEnd says that the task changed its state after it was over, without a message in
// between; "" if it did not.
func (v *taskView) afterEnd() string {
	for i := range v.Stages[:max(0, len(v.Stages)-1)] {
		was, now := v.Stages[i], v.Stages[i+1]
		if was.State.Terminal() && !v.sentBetween(was, now) {
			return "A finished task must not change its state. This one was " + was.State.Word() + ", then " + now.State.Word() + " afterwards."
		}
	}
	return ""
}

// sentBetween reports whether a message was sent to the task between two of its states. It
// may have reopened the task.
func (v *taskView) sentBetween(was, now talk.Stage) bool {
	for _, s := range v.Talk {
		if s.Sent != nil && s.X.Origin != wire.Push && s.X.Started.After(was.Since) && !s.X.Started.After(now.Since) {
			return true
		}
	}
	return false
}

// continueWord is the label of the link to Compose. A finished task takes no more
// messages, but its context does.
func continueWord(v *taskView) string {
	switch {
	case !v.State.Terminal():
		return "Continue in Compose"
	case v.Context != "":
		return "New task in this context"
	}
	return "New task"
}
