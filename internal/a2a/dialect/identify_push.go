package dialect

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
)

// identifyPush identifies a push notification. Every delivery speaks for
// itself: a webhook registered in one version may be called in another.
func identifyPush(r *request, h Hint) a2a.Identity {
	var v evidence.Verdict
	id := a2a.Identity{Op: a2a.PushNotification}
	v.Add("an agent's call to a webhook", false)
	b := r.env.Value
	switch {
	case r.reads():
		v.Add("query validationToken", false, a2a.V01)
	case evidence.Wrapped(b) != "":
		v.Add("body."+evidence.Wrapped(b), true, a2a.V10)
	case b.Has("statusUpdate") || b.Has("artifactUpdate"):
		v.Add("body.statusUpdate or artifactUpdate", true, a2a.V10)
	case b.Has("kind"):
		v.Add("body.kind", true, a2a.V02, a2a.V03)
	case b.Has("eventType"):
		v.Add("body.eventType", true, a2a.V01)
	default:
		v.Add("body is a bare task", false, a2a.V01, a2a.V02, a2a.V03)
		evidence.BareShape(&v, b)
	}
	otherHeaders(&v, r.Header)
	known(&v, a2a.JSONRPC, "", h)
	id.Versions, id.Evidence = v.Versions, v.Evidence
	return id
}
