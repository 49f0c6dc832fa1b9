package judge

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// unknown reports whether the call is about a task that no answer named before it, and
// none that it names itself. sure says that the agent told so before.
func (v *view) unknown() (unknown, sure bool) {
	if v.named == "" || v.known != nil || v.agent.tasks.forgot || v.sends() && v.namesTask() {
		return false, false
	}
	t, ok := v.agent.tasks.get(v.named)
	return true, ok && t.missing.before(v.X)
}

// namesTask reports whether clients name new tasks in the version.
func (v *view) namesTask() bool {
	return slices.ContainsFunc(v.Identity.Versions, registry.NamesTask)
}

// mayExist are the errors with which agents answer calls about tasks that there are: a
// task that nobody named may be from before the recording.
var mayExist = map[a2a.Operation][]a2a.ErrorName{
	a2a.GetTask:              {},
	a2a.CancelTask:           {a2a.TaskNotCancelable, a2a.UnsupportedOperation},
	a2a.SubscribeToTask:      {a2a.UnsupportedOperation, a2a.StreamingNotSupported},
	a2a.CreatePushConfig:     {a2a.PushNotSupported, a2a.UnsupportedOperation},
	a2a.GetPushConfig:        {a2a.PushNotSupported, a2a.UnsupportedOperation, a2a.InvalidParams},
	a2a.ListPushConfigs:      {a2a.PushNotSupported, a2a.UnsupportedOperation},
	a2a.DeletePushConfig:     {a2a.PushNotSupported, a2a.UnsupportedOperation, a2a.InvalidParams},
	a2a.SendMessage:          {a2a.UnsupportedOperation, a2a.InvalidParams, a2a.InvalidRequest, a2a.InvalidTaskState, a2a.ContentTypeNotSupported},
	a2a.SendStreamingMessage: {a2a.UnsupportedOperation, a2a.InvalidParams, a2a.InvalidRequest, a2a.InvalidTaskState, a2a.ContentTypeNotSupported, a2a.StreamingNotSupported},
}

// wrongForUnknown reports whether the call was about a task that there is not, and failed
// for another reason.
func (v *view) wrongForUnknown() bool {
	unknown, sure := v.unknown()
	if !unknown || !v.sound() || !v.fails(a2a.TaskNotFound, a2a.MethodNotFound, a2a.PushNotSupported) {
		return false
	}
	return sure && !v.is(a2a.UnsupportedOperation) || !v.is(mayExist[v.Identity.Op]...)
}

// unknownTask finds another error than TaskNotFound: ERR-02 in all operations, STM-06 where a
// task is got or cancelled, also that it succeeds.
func unknownTask(v *view) {
	if _, ok := mayExist[v.Identity.Op]; !ok || v.check.ID == "STM-06" && !v.op(a2a.GetTask, a2a.CancelTask) {
		return
	}
	_, sure := v.unknown()
	switch {
	case v.wrongForUnknown():
		v.answers(".code", "no answer named the task "+brief(v.named)+", and the call for it is answered with "+v.said()+"; TaskNotFound was expected")
	case sure && v.check.ID == "STM-06" && v.succeeded():
		v.answers("", "the call succeeds, although the agent said before that there is no task "+brief(v.named), v.agent.task(v.named).missing.exchange)
	}
}

// foreignTask finds a message to a task that the agent did not make, and that is not
// answered with TaskNotFound.
func foreignTask(v *view) {
	_, sure := v.unknown()
	switch {
	case !v.sends():
	case v.wrongForUnknown():
		v.answers(".code", "no answer named the task "+brief(v.named)+", and the message to it is answered with "+v.said()+"; TaskNotFound was expected")
	case v.replaces():
		v.answers(".id", "the message names the task "+brief(v.named)+", and is answered with another, "+brief(v.task)+"; TaskNotFound was expected")
	case v.adopts():
		v.answers(".id", "the task has the id "+brief(v.named)+", which the client made up; TaskNotFound was expected")
	case sure && v.succeeded():
		v.answers("", "the message is taken, although the agent said before that there is no task "+brief(v.named), v.agent.task(v.named).missing.exchange)
	}
}

// replaces reports whether a message to a task is answered with another one.
func (v *view) replaces() bool {
	return v.sends() && v.succeeded() && !v.streamed && v.result != nil && v.result.Task != nil && v.named != "" && v.task != "" && v.task != v.named
}

// adopts reports whether the answer is a new task with the id that the client sent: its
// history begins with the message.
func (v *view) adopts() bool {
	unknown, _ := v.unknown()
	if !unknown || !v.sends() || v.result == nil || v.result.Task == nil || v.task != v.named || v.c.Message.ID == "" {
		return false
	}
	h := v.result.Task.History
	_, again := v.agent.messages.get(messageKey(v))
	return len(h) > 0 && h[0].ID == v.c.Message.ID && !again && (v.c.HistoryLength == nil || *v.c.HistoryLength > len(h))
}

// sharedID finds a task that a new message opened again. Of one that a client named, REQ-15
// tells.
func sharedID(v *view) {
	if !v.sends() || v.named != "" || v.task == "" || v.c.Message.ContextID != "" || v.err != nil {
		return
	}
	_, again := v.agent.messages.get(messageKey(v))
	if t := v.agent.known(v.task, v.X); t != nil && t.named.exchange != v.X.ID && !again {
		v.answers(".id", "the message names neither task nor context, and is answered with a task that was there before: "+brief(v.task), t.named.exchange)
	}
}

// movedOn finds a task that was over and is in another state now.
func movedOn(v *view) {
	if t := v.known; v.op(a2a.GetTask) && v.isOver() && v.succeeded() && v.task == v.named && v.last != "" && v.last != t.state {
		v.answers(".status.state", "the task was "+t.state.Word()+", and is "+v.last.Word()+" now", t.over.exchange)
	}
}

// messageToFinished finds a message that is taken, or not refused as it should be.
func messageToFinished(v *view) {
	if !v.sends() || !v.isOver() {
		return
	}
	t := v.known
	switch strict := v.check.ID == "STM-03"; {
	case v.err == nil && v.answered && v.task == v.named:
		v.answers("", "the task was "+t.state.Word()+", and a message to it is answered with "+v.said()+"; an error was expected", t.over.exchange)
	case strict && v.fails(a2a.UnsupportedOperation, a2a.TaskNotFound) && v.sound():
		v.answers(".code", "the task was "+t.state.Word()+", and a message to it is answered with "+v.said()+"; UnsupportedOperation was expected", t.over.exchange)
	}
}

// cancelOfFinished finds a task that is over and can be cancelled.
func cancelOfFinished(v *view) {
	if !v.op(a2a.CancelTask) || !v.isOver() {
		return
	}
	t := v.known
	switch again := t.state == a2a.Canceled && holds("STM-13", v.Identity.Versions); {
	case again: // which has it
	case v.succeeded():
		v.answers("", "the task was "+t.state.Word()+", and the call to cancel it is answered with "+v.said()+"; TaskNotCancelable was expected", t.over.exchange)
	case v.fails(a2a.TaskNotCancelable, a2a.TaskNotFound, a2a.MethodNotFound) && v.sound():
		v.answers(".code", "the task was "+t.state.Word()+", and the call to cancel it is answered with "+v.said()+"; TaskNotCancelable was expected", t.over.exchange)
	}
}

// canceledAgain finds a cancellation that has another effect than the one before it.
func canceledAgain(v *view) {
	if !v.op(a2a.CancelTask) || v.known == nil || !v.known.canceled.before(v.X) || !v.isOver() {
		return
	}
	first := v.known.canceled.exchange
	switch {
	case v.succeeded() && v.last != "" && v.last != a2a.Canceled:
		v.answers(".status.state", "the task was canceled before; canceled again it is "+v.last.Word(), first)
	case v.fails(a2a.TaskNotFound, a2a.TaskNotCancelable) && v.sound():
		v.answers(".code", "the task was canceled before; the same call is now answered with "+v.said(), first)
	case v.failed() && v.err.Name == a2a.TaskNotCancelable:
		v.answers(".code", "the task was canceled before; the same call is now answered with TaskNotCancelable. The specification has it both ways: a repeated cancellation has the same effect (§3.3.1), and a canceled task is not cancelable (§3.1.5)", first).info()
	}
}

// notCanceled finds a cancellation that succeeds and leaves the task over in another state.
func notCanceled(v *view) {
	if v.op(a2a.CancelTask) && v.succeeded() && v.last.Terminal() && v.last != a2a.Canceled && !v.isOver() {
		v.answers(".status.state", "the call to cancel the task succeeds, and the task is "+v.last.Word())
	}
}

// otherCaller finds a refusal that tells of another caller's task.
func otherCaller(v *view) {
	t, who := v.known, credentials(v.X)
	if !v.op(a2a.GetTask, a2a.CancelTask, a2a.SubscribeToTask) || t == nil || who == "" || t.owner == "" || t.owner == who || !t.owned.before(v.X) {
		return
	}
	c, ok := v.agent.callers.get(who)
	switch {
	case v.err != nil && (v.err.Name == a2a.AuthorizationFailed || v.X.Response.Status == 403):
		v.answers(".code", "the task was made with other credentials, and the call is answered with "+v.said()+", which tells that it is there; TaskNotFound was expected", t.owned.exchange)
	case v.err == nil && v.answered && ok && c.first.at.Before(t.owned.at):
		v.answers("", "the task was made with other credentials; if they are another user's, TaskNotFound was expected", t.owned.exchange).info()
	}
}
