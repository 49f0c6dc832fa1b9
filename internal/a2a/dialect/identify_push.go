package dialect

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// identifyPush identifies a push notification. Every delivery speaks for
// itself: a webhook registered in one version may be called in another.
func identifyPush(r *binding.Request) a2a.Identity {
	var v evidence.Verdict
	id := a2a.Identity{Op: a2a.PushNotification}
	v.Add("an agent's call to a webhook", false)
	b := r.JSON().Value
	switch {
	case r.Reads():
		v.AddForm("query validationToken", false, version.Typed)
	case evidence.Wrapped(b) != "":
		v.AddForm("body."+evidence.Wrapped(b), true, version.Wrapped)
	case b.Has("statusUpdate") || b.Has("artifactUpdate"):
		v.AddForm("body.statusUpdate or artifactUpdate", true, version.Wrapped)
	case b.Has("kind"):
		v.AddForm("body.kind", true, version.Kinded)
	case b.Has("eventType"):
		v.AddForm("body.eventType", true, version.Typed)
	default:
		v.Add("body is a bare task", false, slices.Concat(registry.Written(version.Typed), registry.Written(version.Kinded))...)
		evidence.BareShape(&v, b)
	}
	binding.WeighHeaders(&v, r.Header)
	binding.WeighHint(&v, a2a.JSONRPC, "", r.Hint)
	id.Versions, id.Evidence = v.Versions, v.Evidence
	return id
}
