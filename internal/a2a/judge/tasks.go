package judge

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// unknown reports whether the call is about a task that no answer named before it, and
// none that it names itself. sure says that the agent told so before.
func (v *view) unknown() (unknown, sure bool) {
	if v.named == "" || v.known != nil || v.agent.tasks.forgot || v.sends() && v.namesTask() {
		return false, false
	}
	t := v.agent.tasks.at[v.named]
	return true, t != nil && t.missing.before(v.X)
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
	return len(h) > 0 && h[0].ID == v.c.Message.ID && v.sentBefore() == nil && (v.c.HistoryLength == nil || *v.c.HistoryLength > len(h))
}

// reopens reports whether a new message, that names no context, is answered with a task
// that was there before it was sent first.
func (v *view) reopens() bool {
	if v.task == "" || v.c.Message.ContextID != "" {
		return false
	}
	return v.agent.known(v.task, v.X) != nil && v.sentBefore() == nil
}

// misplaced reports whether a message names another context than its task's.
func (v *view) misplaced() bool {
	said := v.c.Message.ContextID
	return v.known != nil && v.known.contexts.before(v.X) && said != "" && said != v.known.context
}

// inventedContext finds a context that the agent did not give. It may be from before the
// recording.
func inventedContext(v *view) {
	if !v.sends() || v.named != "" || v.c.Message.ContextID == "" || v.agent.contexts.forgot {
		return
	}
	if given := v.agent.contexts.at[v.c.Message.ContextID]; given == nil || given.at.After(v.X.Started) {
		v.asks(".message.contextId", "no answer on record gave the contextId "+brief(v.c.Message.ContextID)+"; if it is not from before, the client made it up").info()
	}
}

// repeatedMessage finds a messageId with two contents.
func repeatedMessage(v *view) {
	if !v.sends() || v.c.Message.ID == "" || v.X.Origin == wire.Replay || v.X.Link != "" {
		return
	}
	if m := v.sentBefore(); m != nil && m.before(v.X) && m.content != contentOf(v.c.Message) {
		v.asks(".message.messageId", "the messageId "+brief(v.c.Message.ID)+" was that of another message before", m.exchange)
	}
}

// contentOf stands for what a message says.
func contentOf(m *a2a.Message) sum {
	raw, _ := json.Marshal(m.Parts) // values of ours always encode
	return sumOf(string(raw) + "\x00" + m.TaskID)
}

// otherTenant finds a call with another tenant than its interface has.
func otherTenant(v *view) {
	if v.c == nil || v.card == nil || v.Identity.Op == a2a.GetExtendedCard {
		return
	}
	at := interfacesFor(v.card, v.X, v.Identity)
	if len(at) == 0 || slices.ContainsFunc(at, func(i a2a.Interface) bool { return i.Tenant == v.c.Tenant }) {
		return
	}
	want := "none"
	if at[0].Tenant != "" {
		want = brief(at[0].Tenant)
	}
	said := "names no tenant"
	if v.c.Tenant != "" {
		said = "names the tenant " + brief(v.c.Tenant)
	}
	v.asks(".tenant", "the call "+said+"; that of the interface in the card is "+want)
}

func itoa(n int) string { return strconv.Itoa(n) }

// brief is a name that an agent or a client made, cut to what fits.
func brief(s string) string {
	if len(s) > 80 {
		return fmt.Sprintf("%.80q…", s)
	}
	return fmt.Sprintf("%q", s)
}
