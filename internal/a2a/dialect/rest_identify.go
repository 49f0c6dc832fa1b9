package dialect

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// identify weighs path, then the shapes of the bodies, then headers, then what
// is known beside the exchange. Paths below /v1 are 0.3's and others 1.0's,
// unless something else speaks for the other version: an interface's URL may
// end in /v1, and early SDKs serve 0.3 on 1.0's paths.
func (rest) identify(r *request, _ Message, first *envelope, h Hint) (a2a.Identity, bool) {
	p, ok := restCall(r)
	if !ok {
		return a2a.Identity{}, false
	}
	var shapes verdict
	kind := requestForm(&shapes, p, r.env.value)
	if !first.answer() {
		kind = answerForm(&shapes, first.value) || kind
	}
	said, _ := saidVersion(r.Message)
	header, _ := parseVersion(said)
	card, address := cardSays(h, r.URL, p)
	var v verdict
	on := p.versions(shapes.versions, header, card)
	v.add("path "+p.Path, true, on...)
	for _, e := range shapes.evidence {
		v.add(e.Says, e.Strong, e.For...)
	}
	versionHeader(&v, r.Message)
	otherHeaders(&v, r.Header)
	if card == "" {
		address, _, _ = strings.Cut(r.URL, "?")
		address = strings.TrimSuffix(address, p.tail(r.path()))
	}
	known(&v, a2a.REST, address, h)
	if len(v.versions) > 1 {
		v.add("no more than the path tells", false, on[0])
	}
	id := a2a.Identity{Versions: v.versions, Binding: a2a.REST, Op: p.Op, Evidence: v.evidence}
	if kind && slices.Contains(id.Versions, a2a.V03) {
		id.Variant = a2a.KindJSON
	}
	return id, true
}

// cardSays is the version and the URL of the interface that the card has at this
// base, "" when it has none, or some of several versions.
func cardSays(h Hint, url string, p Place) (v a2a.Version, address string) {
	if h.Card == nil {
		return "", ""
	}
	path := pathOf(url)
	for _, i := range h.Card.Interfaces {
		own := strings.TrimSuffix(pathOf(i.URL), "/")
		if i.Binding != a2a.REST || !strings.HasPrefix(path, own+"/") {
			continue
		}
		if q, ok := Find(i.Version, "", strings.TrimPrefix(path, own)); !ok || q.Op != p.Op && q.Path == p.Path {
			continue
		}
		if v != "" && v != i.Version {
			return "", ""
		}
		v, address = i.Version, i.URL
	}
	return v, address
}

// requestForm weighs the body of a request, and reports whether it is of 0.3's
// JSON-RPC form.
func requestForm(v *verdict, p Place, b value) (kind bool) {
	message, path := b.get("message"), "message"
	if !message.is('{') && b.get("request").is('{') { // a client that writes proto names
		message, path = b.get("request"), "request"
		v.add("body.request in place of message", true, a2a.V03)
	}
	if message.is('{') {
		return messageForm(v, path, message)
	}
	if p.Op != a2a.CreatePushConfig {
		return false
	}
	switch {
	case b.has("config") || b.has("parent") || b.has("pushNotificationConfig") && b.has("name"):
		v.add("body is a push configuration by resource name", true, a2a.V03)
	case b.has("pushNotificationConfig") && b.has("taskId"):
		v.add("body.taskId beside pushNotificationConfig", true, a2a.V03)
		return true
	case b.has("url"):
		v.add("body is a flat push configuration", true, a2a.V10)
	}
	return false
}

// messageForm weighs a message.
func messageForm(v *verdict, path string, m value) (kind bool) {
	part := m.get("parts", "0")
	switch {
	case m.has("content"):
		v.add(path+".content", true, a2a.V03)
	case m.has("kind") || part.has("kind"):
		v.add(path+" with kind, as over JSON-RPC", true, a2a.V03)
		return true
	case part.is('{') && !part.has("type"):
		v.add(path+".parts", true, a2a.V10)
	}
	return false
}

// answerForm weighs a result or an event, and reports whether it is of 0.3's
// JSON-RPC form.
func answerForm(v *verdict, b value) (kind bool) {
	switch name := wrapped(b); name {
	case "":
	case "message":
		return messageForm(v, "message", b.get(name))
	case "statusUpdate":
		if b.get(name).has("final") {
			v.add("statusUpdate.final", true, a2a.V03)
			return false
		}
		return taskForm(v, b.get(name))
	default:
		return taskForm(v, b.get(name))
	}
	switch {
	case slices.Contains([]string{"task", "message", "status-update", "artifact-update"}, b.get("kind").text()):
		v.add("kind "+brief(b.get("kind").text())+", as over JSON-RPC", true, a2a.V03)
		return true
	case b.has("pushNotificationConfig") && b.has("name"):
		v.add("a push configuration by resource name", true, a2a.V03)
	case b.has("url") && (b.has("taskId") || b.has("id")) && !isCard(b):
		v.add("a flat push configuration", true, a2a.V10)
	case b.has("id") && b.get("status").is('{'):
		return taskForm(v, b)
	}
	return false
}

// taskForm weighs a task or a status update.
func taskForm(v *verdict, t value) (kind bool) {
	switch state := t.get("status", "state").text(); {
	case state == "TASK_STATE_CANCELLED":
		v.add("state "+brief(state), true, a2a.V03)
	case state == "TASK_STATE_CANCELED":
		v.add("state "+brief(state), true, a2a.V10)
	}
	if t.has("kind") {
		v.add("kind "+brief(t.get("kind").text())+", as over JSON-RPC", true, a2a.V03)
		return true
	}
	for _, m := range []value{t.get("status", "message"), t.get("history", "0")} {
		if m.is('{') {
			return messageForm(v, "a message", m)
		}
	}
	return false
}
