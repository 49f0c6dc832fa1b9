package task

// continueWord is what Compose does next about a task: a task that is over takes
// no more messages, its context does.
func continueWord(v *taskView) string {
	switch {
	case !v.State.Terminal():
		return "Continue in Compose"
	case v.Context != "":
		return "New task in this context"
	}
	return "New task"
}
