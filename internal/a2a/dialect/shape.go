package dialect

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// paramsShape weighs what the params of a request look like.
func paramsShape(v *verdict, method string, params value) {
	if !params.is('{') {
		return
	}
	if method == "tasks/resubscribe" && params.has("historyLength") {
		v.add("params.historyLength on tasks/resubscribe", true, a2a.V01)
	}
	if params.has("sessionId") {
		v.add("params.sessionId", true, a2a.V01)
	}
	message := params.get("message")
	if !message.is('{') {
		return
	}
	if kind := message.get("kind").text(); kind != "" {
		v.add("params.message.kind", true, a2a.V02, a2a.V03)
	}
	messageShape(v, "params.message", message)
}

// messageShape weighs a message by its role and its first part.
func messageShape(v *verdict, path string, message value) {
	if role := message.get("role").text(); strings.HasPrefix(role, "ROLE_") {
		v.add(path+".role "+brief(role), true, a2a.V10)
	}
	partsShape(v, path, message.get("parts"))
}

func partsShape(v *verdict, path string, parts value) {
	part := parts.get("0")
	switch {
	case part.has("type"):
		v.add(path+".parts[].type", true, a2a.V01)
	case part.has("kind"):
		v.add(path+".parts[].kind", true, a2a.V02, a2a.V03)
	}
}

// wrapped is the one member of a 1.0 stream event or send result, "" for any
// other object.
func wrapped(r value) string {
	found := ""
	for _, name := range []string{"task", "message", "statusUpdate", "artifactUpdate"} {
		if r.get(name).is('{') {
			if found != "" {
				return ""
			}
			found = name
		}
	}
	return found
}

// resultShape weighs what a result or an event looks like.
func resultShape(v *verdict, r value) {
	if r.is('[') {
		v.add("result is an array", false, a2a.V02, a2a.V03)
		return
	}
	if !r.is('{') {
		return
	}
	kinds := []string{"task", "message", "status-update", "artifact-update"}
	switch kind := r.get("kind").text(); {
	case slices.Contains(kinds, kind):
		v.add("result.kind "+brief(kind), true, a2a.V02, a2a.V03)
	case r.has("pushNotificationConfig"):
		pushConfigShape(v, r)
	case wrapped(r) != "":
		v.add("result."+wrapped(r), true, a2a.V10)
	case r.has("configs") || r.has("tasks"):
		v.add("result is a page of a list", true, a2a.V10)
	case isCard(r):
		versions, said := cardVersions(r)
		v.add("result is a card", said, versions...)
	case r.has("url") && (r.has("taskId") || r.has("id")):
		v.add("result is a flat push configuration", true, a2a.V10)
	case r.has("taskId") && (r.has("status") || r.has("artifact")):
		v.add("result.taskId", true, a2a.V02, a2a.V03)
	case r.has("id") && (r.has("status") || r.has("artifact")):
		bareShape(v, r)
	}
}

func pushConfigShape(v *verdict, r value) {
	switch {
	case r.has("taskId"):
		v.add("result.taskId beside pushNotificationConfig", true, a2a.V02, a2a.V03)
	case r.has("id"):
		v.add("result.id beside pushNotificationConfig", true, a2a.V01)
	}
}

// bareShape weighs a task, or a 0.1 event, that has no member to say what it
// is.
func bareShape(v *verdict, r value) {
	state := r.get("status", "state").text()
	artifact := r.get("artifact")
	if !artifact.present() {
		artifact = r.get("artifacts", "0")
	}
	switch {
	case strings.HasPrefix(state, "TASK_STATE_"):
		v.add("state "+brief(state), true, a2a.V10)
	case r.has("sessionId"):
		v.add("result.sessionId", true, a2a.V01)
	case r.has("final"):
		v.add("result.final beside result.id", true, a2a.V01)
	case artifact.has("artifactId") || r.has("contextId"):
		v.add("result has contextId or artifactId", false, a2a.V02, a2a.V03)
	case artifact.has("index") || r.has("artifact"):
		v.add("result has an artifact by index", true, a2a.V01)
	case state == "rejected" || state == "auth-required":
		v.add("state "+brief(state), true, a2a.V02, a2a.V03)
	}
	partsShape(v, "result.artifacts[]", artifact.get("parts"))
	messageShape(v, "result.status.message", r.get("status", "message"))
}

// pushShape reports whether a body looks like something an agent pushes.
func pushShape(b value) bool {
	switch kind := wrapped(b); {
	case kind == "message":
		role := b.get("message", "role").text()
		return role != "ROLE_USER" && role != "user" // a client's send, over another binding
	case kind != "":
		return true
	case b.get("statusUpdate").is('{') || b.get("artifactUpdate").is('{'):
		return true // more than one, which is wrong but no other kind of body
	}
	if b.has("taskId") && (b.has("eventType") || b.has("kind")) {
		return true
	}
	return b.has("id") && b.get("status").is('{')
}
