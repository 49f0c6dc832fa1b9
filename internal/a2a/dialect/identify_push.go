package dialect

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// identifyPush identifies a push notification. Every delivery speaks for
// itself: a webhook registered in one version may be called in another.
func identifyPush(r *request, h Hint) a2a.Identity {
	var v verdict
	id := a2a.Identity{Op: a2a.PushNotification}
	v.add("an agent's call to a webhook", false)
	b := r.env.value
	switch {
	case r.reads():
		v.add("query validationToken", false, a2a.V01)
	case wrapped(b) != "":
		v.add("body."+wrapped(b), true, a2a.V10)
	case b.has("statusUpdate") || b.has("artifactUpdate"):
		v.add("body.statusUpdate or artifactUpdate", true, a2a.V10)
	case b.has("kind"):
		v.add("body.kind", true, a2a.V02, a2a.V03)
	case b.has("eventType"):
		v.add("body.eventType", true, a2a.V01)
	default:
		v.add("body is a bare task", false, a2a.V01, a2a.V02, a2a.V03)
		bareShape(&v, b)
	}
	otherHeaders(&v, r.Header)
	known(&v, a2a.JSONRPC, "", h)
	id.Versions, id.Evidence = v.versions, v.evidence
	return id
}
