package rest

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Identify weighs path, then the shapes of the bodies, then headers, then what is known
// beside the exchange. A path is of the versions that begin their paths so, unless
// something else speaks for others: an interface's URL may end in /v1, and early SDKs
// serve 0.3 on 1.0's paths.
func (Binding) Identify(r *binding.Request, first *document.Envelope) (a2a.Identity, bool) {
	p, ok := called(r)
	if !ok || notA2A(r, p, first.Value) {
		return a2a.Identity{}, false
	}
	var shapes evidence.Verdict
	kind := requestForm(&shapes, p, r.JSON().Value)
	if !first.Answer() {
		kind = answerForm(&shapes, first.Value) || kind
	}
	said, _ := binding.SaidVersion(r.Message)
	header, _ := registry.ParseVersion(said)
	card, address := cardSays(r.Hint.Card, r.URL, p)
	var v evidence.Verdict
	on := p.Versions(shapes.Versions, header, cmp.Or(card, spokenThere(r)))
	v.Add("path "+p.Path, true, on...)
	for _, e := range shapes.Evidence {
		v.Add(e.Says, e.Strong, e.For...)
	}
	binding.WeighVersion(&v, r.Message)
	binding.WeighHeaders(&v, r.Header)
	if card == "" {
		address, _, _ = strings.Cut(r.URL, "?")
		address = strings.TrimSuffix(address, p.Tail(r.Path()))
	}
	binding.WeighHint(&v, a2a.REST, address, r.Hint)
	if len(v.Versions) > 1 {
		v.Add("no more than the path tells", false, p.Owners...)
	}
	id := a2a.Identity{Versions: v.Versions, Binding: a2a.REST, Op: p.Op, Evidence: v.Evidence}
	if kind && evidence.Common(id.Versions, registry.Kinded()) != nil {
		id.Variant = a2a.KindJSON
	}
	return id, true
}

// called reports whether a request is one of this binding: it is on a route, by a method
// of the route unless the path leaves no doubt, and neither a JSON-RPC call, nor a push
// notification, nor a person with a browser.
func called(r *binding.Request) (RouteMatch, bool) {
	p, ok := FindAny(r.Method, r.URL)
	switch {
	case !ok || !p.Method && !p.SureRoute() || r.Method == http.MethodOptions || r.JSON().Call():
		return p, false
	case r.Reads():
		page := strings.Contains(r.Header.Get("Accept"), "text/html") && !p.SureRoute()
		return p, !page && !wire.QueryOf(r.URL).Has("validationToken")
	case r.JSON().Object && (p.Op == a2a.SendMessage || p.Op == a2a.SendStreamingMessage):
		return p, !eventShape(r.JSON().Value)
	}
	return p, true
}

// eventShape reports whether a body is an event, which agents push and nobody
// sends.
func eventShape(b document.Value) bool {
	kind := evidence.Wrapped(b)
	return kind != "" && kind != "message" || b.Get("statusUpdate").Is('{') || b.Get("artifactUpdate").Is('{') ||
		b.Has("id") && b.Get("status").Is('{')
}

// notA2A reports a document that was read where other programs have their tasks,
// too, with nothing in it or said beside it that is of A2A.
func notA2A(r *binding.Request, p RouteMatch, answer document.Value) bool {
	said, _ := binding.SaidVersion(r.Message)
	if !r.Reads() || p.Op != a2a.GetTask && p.Op != a2a.ListTasks || said != "" || r.Hint.Version != "" || r.Hint.Card != nil || len(r.Hint.Label) > 0 {
		return false
	}
	if !answer.Is('{') || answer.Get("status").Is('{') {
		return answer.Is('[')
	}
	return !slices.ContainsFunc([]string{"task", "tasks", "kind", "contextId", "context_id", "artifacts", "history", "error", "code", "message", "jsonrpc", "result"}, answer.Has)
}

// cardSays is the version and the URL of the interface that the card has at this
// base, "" when it has none, or some of several versions.
func cardSays(card *a2a.Card, url string, p RouteMatch) (v a2a.Version, address string) {
	path := wire.PathOf(url)
	for i, own := range interfaces(card) {
		if !strings.HasPrefix(path, own+"/") {
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

// spokenThere is the version that the label or the conversation so far tells, "" when
// that is not one alone, or it has no such route.
func spokenThere(r *binding.Request) a2a.Version {
	name := r.Hint.Version
	for _, known := range [][]a2a.Version{r.Hint.Label, r.Hint.Spoken} {
		if name == "" && len(known) == 1 {
			name = known[0]
		}
	}
	if _, ok := Find(name, r.Method, r.Path()); !ok {
		return ""
	}
	return name
}

// requestForm weighs the body of a request, and reports whether it is of the form
// with kind, as over JSON-RPC.
func requestForm(v *evidence.Verdict, p RouteMatch, b document.Value) (kind bool) {
	message, path := b.Get("message"), "message"
	if !message.Is('{') && b.Get("request").Is('{') { // a client that writes proto names
		message, path = b.Get("request"), "request"
		v.Add("body.request in place of message", true, registry.WrittenREST(version.Resources)...)
	}
	if message.Is('{') {
		return messageForm(v, path, message)
	}
	if p.Op != a2a.CreatePushConfig {
		return false
	}
	switch {
	case b.Has("config") || b.Has("parent") || b.Has("pushNotificationConfig") && b.Has("name"):
		v.Add("body is a push configuration by resource name", true, registry.WrittenREST(version.Resources)...)
	case b.Has("pushNotificationConfig") && b.Has("taskId"):
		v.Add("body.taskId beside pushNotificationConfig", true, registry.Kinded()...)
		return true
	case b.Has("url"):
		v.Add("body is a flat push configuration", true, registry.WrittenREST(version.Wrapped)...)
	}
	return false
}

// messageForm weighs a message.
func messageForm(v *evidence.Verdict, path string, m document.Value) (kind bool) {
	part := m.Get("parts", "0")
	switch {
	case m.Has("content"):
		v.Add(path+".content", true, registry.WrittenREST(version.Resources)...)
	case m.Has("kind") || part.Has("kind"):
		v.Add(path+" with kind, as over JSON-RPC", true, registry.Kinded()...)
		return true
	case part.Is('{') && !part.Has("type"):
		v.Add(path+".parts", true, registry.WrittenREST(version.Wrapped)...)
	}
	return false
}

// answerForm weighs a result or an event, and reports whether it is of the form
// with kind, as over JSON-RPC.
func answerForm(v *evidence.Verdict, b document.Value) (kind bool) {
	switch name := evidence.Wrapped(b); name {
	case "":
	case "message":
		return messageForm(v, "message", b.Get(name))
	case "statusUpdate":
		if b.Get(name).Has("final") {
			v.Add("statusUpdate.final", true, registry.WrittenREST(version.Resources)...)
			return false
		}
		return taskForm(v, b.Get(name))
	default:
		return taskForm(v, b.Get(name))
	}
	switch {
	case slices.Contains([]string{"task", "message", "status-update", "artifact-update"}, b.Get("kind").Text()):
		v.Add("kind "+document.Brief(b.Get("kind").Text())+", as over JSON-RPC", true, registry.Kinded()...)
		return true
	case b.Has("pushNotificationConfig") && b.Has("name"):
		v.Add("a push configuration by resource name", true, registry.WrittenREST(version.Resources)...)
	case b.Has("url") && (b.Has("taskId") || b.Has("id")) && !evidence.IsCard(b):
		v.Add("a flat push configuration", true, registry.WrittenREST(version.Wrapped)...)
	case b.Has("id") && b.Get("status").Is('{'):
		return taskForm(v, b)
	}
	return false
}

// taskForm weighs a task or a status update.
func taskForm(v *evidence.Verdict, t document.Value) (kind bool) {
	switch state := t.Get("status", "state").Text(); {
	case state == "TASK_STATE_CANCELLED":
		v.Add("state "+document.Brief(state), true, registry.WrittenREST(version.Resources)...)
	case state == "TASK_STATE_CANCELED":
		v.Add("state "+document.Brief(state), true, registry.WrittenREST(version.Wrapped)...)
	}
	if t.Has("kind") {
		v.Add("kind "+document.Brief(t.Get("kind").Text())+", as over JSON-RPC", true, registry.Kinded()...)
		return true
	}
	for _, m := range []document.Value{t.Get("status", "message"), t.Get("history", "0")} {
		if m.Is('{') {
			return messageForm(v, "a message", m)
		}
	}
	return false
}
