package evidence

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
)

// ParamsShape weighs what the params of a request look like.
func ParamsShape(v *Verdict, method string, params document.Value) {
	if !params.Is('{') {
		return
	}
	if method == "tasks/resubscribe" && params.Has("historyLength") {
		v.Add("params.historyLength on tasks/resubscribe", true, a2a.V01)
	}
	if params.Has("sessionId") {
		v.Add("params.sessionId", true, a2a.V01)
	}
	message := params.Get("message")
	if !message.Is('{') {
		return
	}
	if kind := message.Get("kind").Text(); kind != "" {
		v.Add("params.message.kind", true, a2a.V02, a2a.V03)
	}
	messageShape(v, "params.message", message)
}

// messageShape weighs a message by its role and its first part.
func messageShape(v *Verdict, path string, message document.Value) {
	if role := message.Get("role").Text(); strings.HasPrefix(role, "ROLE_") {
		v.Add(path+".role "+document.Brief(role), true, a2a.V10)
	}
	partsShape(v, path, message.Get("parts"))
}

func partsShape(v *Verdict, path string, parts document.Value) {
	part := parts.Get("0")
	switch {
	case part.Has("type"):
		v.Add(path+".parts[].type", true, a2a.V01)
	case part.Has("kind"):
		v.Add(path+".parts[].kind", true, a2a.V02, a2a.V03)
	}
}

// Wrapped is the one member of a 1.0 stream event or send result, "" for any
// other object.
func Wrapped(r document.Value) string {
	found := ""
	for _, name := range []string{"task", "message", "statusUpdate", "artifactUpdate"} {
		if r.Get(name).Is('{') {
			if found != "" {
				return ""
			}
			found = name
		}
	}
	return found
}

// ResultShape weighs what a result or an event looks like.
func ResultShape(v *Verdict, r document.Value) {
	if r.Is('[') {
		v.Add("result is an array", false, a2a.V02, a2a.V03)
		return
	}
	if !r.Is('{') {
		return
	}
	kinds := []string{"task", "message", "status-update", "artifact-update"}
	switch kind := r.Get("kind").Text(); {
	case slices.Contains(kinds, kind):
		v.Add("result.kind "+document.Brief(kind), true, a2a.V02, a2a.V03)
	case r.Has("pushNotificationConfig"):
		pushConfigShape(v, r)
	case Wrapped(r) != "":
		v.Add("result."+Wrapped(r), true, a2a.V10)
	case r.Has("configs") || r.Has("tasks"):
		v.Add("result is a page of a list", true, a2a.V10)
	case IsCard(r):
		versions, said := CardVersions(r)
		v.Add("result is a card", said, versions...)
	case r.Has("url") && (r.Has("taskId") || r.Has("id")):
		v.Add("result is a flat push configuration", true, a2a.V10)
	case r.Has("taskId") && (r.Has("status") || r.Has("artifact")) && (!r.Has("id") || r.Has("final")):
		v.Add("result.taskId", true, a2a.V02, a2a.V03)
	case r.Has("id") && (r.Has("status") || r.Has("artifact")):
		BareShape(v, r)
	}
}

func pushConfigShape(v *Verdict, r document.Value) {
	switch {
	case r.Has("taskId"):
		v.Add("result.taskId beside pushNotificationConfig", true, a2a.V02, a2a.V03)
	case r.Has("id"):
		v.Add("result.id beside pushNotificationConfig", true, a2a.V01)
	}
}

// BareShape weighs a task, or a 0.1 event, that has no member to say what it
// is.
func BareShape(v *Verdict, r document.Value) {
	state := r.Get("status", "state").Text()
	artifact := r.Get("artifact")
	if !artifact.Present() {
		artifact = r.Get("artifacts", "0")
	}
	switch {
	case strings.HasPrefix(state, "TASK_STATE_"):
		v.Add("state "+document.Brief(state), true, a2a.V10)
	case r.Has("sessionId"):
		v.Add("result.sessionId", true, a2a.V01)
	case r.Has("final"):
		v.Add("result.final beside result.id", true, a2a.V01)
	case artifact.Has("artifactId") || r.Has("contextId"):
		v.Add("result has contextId or artifactId", false, a2a.V02, a2a.V03)
	case artifact.Has("index") || r.Has("artifact"):
		v.Add("result has an artifact by index", true, a2a.V01)
	case state == "rejected" || state == "auth-required":
		v.Add("state "+document.Brief(state), true, a2a.V02, a2a.V03)
	}
	partsShape(v, "result.artifacts[]", artifact.Get("parts"))
	messageShape(v, "result.status.message", r.Get("status", "message"))
}

// PushShape reports whether a body looks like something an agent pushes.
func PushShape(b document.Value) bool {
	switch kind := Wrapped(b); {
	case kind == "message":
		role := b.Get("message", "role").Text()
		return role != "ROLE_USER" && role != "user" // a client's send, over another binding
	case kind != "":
		return true
	case b.Get("statusUpdate").Is('{') || b.Get("artifactUpdate").Is('{'):
		return true // more than one, which is wrong but no other kind of body
	}
	if b.Has("taskId") && (b.Has("eventType") || b.Has("kind")) {
		return true
	}
	return b.Has("id") && b.Get("status").Is('{')
}
