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
	exist, about := mayExist[v.Identity.Op]
	if !unknown || !about || !v.sound() || !v.fails(a2a.TaskNotFound, a2a.MethodNotFound, a2a.PushNotSupported) {
		return false
	}
	return sure && !v.is(a2a.UnsupportedOperation) || !v.is(exist...)
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

// reopens reports whether a new message, that names no context, is answered with a task
// that was there before it was sent first.
func (v *view) reopens() bool {
	if v.task == "" || v.c.Message.ContextID != "" {
		return false
	}
	_, again := v.agent.messages.get(messageKey(v))
	t := v.agent.known(v.task, v.X)
	return t != nil && t.named.exchange != v.X.ID && !again
}
