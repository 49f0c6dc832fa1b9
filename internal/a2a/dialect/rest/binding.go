// Package rest is the HTTP+JSON binding. Method and path name the operation; path, query and body share the
// params; results and events have no envelope.
package rest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/wire"
)

type Binding struct{ binding.JSON }

// Write writes the request for a call: ids and tenant go into the path, the rest into the body or, without
// one, into the query.
func (Binding) Write(d version.Dialect, endpoint, _ string, c *a2a.Call) (binding.HTTP, []a2a.Loss, error) {
	v, ok := registry.ByName(d.Version())
	if !ok || v.REST == nil {
		return binding.HTTP{}, nil, fmt.Errorf("version %s has no HTTP+JSON; choose another binding", d.Version())
	}
	i := slices.IndexFunc(v.REST.Routes, func(r version.Route) bool { return r.Op == c.Op })
	if i < 0 {
		return binding.HTTP{}, nil, fmt.Errorf("version %s has no %s over HTTP+JSON; choose another version", d.Version(), c.Op)
	}
	p := RouteMatch{Route: v.REST.Routes[i]}
	params, losses, err := binding.Params(d, c)
	if err == nil {
		err = p.fill(c)
	}
	if err != nil {
		return binding.HTTP{}, nil, err
	}
	left, _ := jsonrepair.Object(params)
	left = slices.DeleteFunc(left, func(m jsonrepair.Member) bool { return p.hasParam(v.REST.Form, m.Name) })
	out := binding.HTTP{Method: p.Methods[0], Header: binding.Headers(d, binding.Accepts(c.Op))}
	if v.REST.Accept != "" && !c.Op.Streams() {
		out.Header.Set("Accept", v.REST.Accept)
	}
	var query url.Values
	if out.Method == http.MethodPost {
		out.Body = document.ObjectOf(left)
		out.Header.Set("Content-Type", v.REST.MediaType)
	} else {
		query = asQuery(left)
	}
	tenant := ""
	if v.REST.Tenants {
		tenant = c.Tenant
	}
	out.URL = p.url(endpoint, tenant, query)
	return out, losses, nil
}

// Retry returns the same call with the other method of its route: servers answer subscriptions by POST, by
// GET, or by both. It returns false when there is no other method or the request is not HTTP+JSON.
func Retry(h binding.HTTP) (binding.HTTP, bool) {
	p, ok := findAny(h.Method, h.URL)
	if !ok || len(p.Methods) < 2 || h.Method != p.Methods[0] {
		return h, false
	}
	h.Method, h.Header, h.Body = p.Methods[1], h.Header.Clone(), nil
	h.Header.Del("Content-Type")
	return h, true
}

// Result writes an agent's response body for a success or, with a streaming op, the data of one event.
func Result(v *version.Version, op a2a.Operation, r *a2a.Result) ([]byte, error) {
	body, err := binding.Result(v.REST, op, r)
	if err == nil && (body == nil || string(body) == "null") {
		body = json.RawMessage("{}")
	}
	return body, err
}

// Address returns the URL of a recorded request's route below another interface, with the ids in path and
// query renamed and that interface's tenant in the path. The version that the request was read in, and the
// card, decide which part of the recorded path is the route: the interface's own path may look the same.
func (Binding) Address(endpoint string, like *binding.Recorded) (string, error) {
	if like == nil {
		return endpoint, nil
	}
	p, ok := recordedRoute(like)
	if !ok {
		return "", fmt.Errorf("%s %s is not a call over HTTP+JSON", like.Method, like.URL)
	}
	query := url.Values{}
	for name, values := range wire.QueryOf(like.URL) {
		if name == "tenant" {
			continue
		}
		for _, v := range values {
			if binding.IsID(name) {
				v = like.Renamed(name, v)
			}
			query.Add(name, v)
		}
	}
	p.Task, p.Config = like.Renamed("taskId", p.Task), like.Renamed("id", p.Config)
	return p.url(endpoint, like.Tenant, query), nil
}

// recordedRoute finds a recorded request's route in the path below the card's interface: in the
// request's version, else in any.
func recordedRoute(like *binding.Recorded) (RouteMatch, bool) {
	path := wire.PathOf(like.URL)
	below := path
	for _, own := range interfaces(like.Card) {
		if rest, ok := strings.CutPrefix(path, own); ok && strings.HasPrefix(rest, "/") && len(rest) < len(below) {
			below = rest
		}
	}
	if p, ok := Find(like.Version, like.Method, below); ok {
		return p, true
	}
	return findAny(like.Method, below)
}

// interfaces yields a card's HTTP+JSON interfaces with their paths. card may be nil.
func interfaces(card *a2a.Card) iter.Seq2[a2a.Interface, string] {
	return func(yield func(a2a.Interface, string) bool) {
		if card == nil {
			return
		}
		for _, i := range card.Interfaces {
			if i.Binding == a2a.REST && !yield(i, strings.TrimSuffix(wire.PathOf(i.URL), "/")) {
				return
			}
		}
	}
}

// rules returns the version whose rules apply to an exchange, and sections where to find them.
func rules(id a2a.Identity) *version.REST            { return registry.RESTRules(id).REST }
func sections(id a2a.Identity) *version.RESTSections { return &rules(id).Sections }

// Identify weighs path, bodies, headers and the hint, in this order. A path's prefix shows its
// versions unless other evidence contradicts: an interface's URL may itself end in /v1, and early
// SDKs serve 0.3 on 1.0's paths.
func (Binding) Identify(r *binding.Request, first *document.Envelope) (a2a.Identity, bool) {
	p, ok := called(r)
	if !ok || notA2A(r, p, first.Value) {
		return a2a.Identity{}, false
	}
	var shapes weighing
	shapes.weighRequest(p.Op, r.JSON().Value)
	if !first.Answer() {
		shapes.weighAnswer(first.Value)
	}
	said, _ := binding.RequestedVersion(r.Message)
	header, _ := registry.ParseVersion(said)
	card, address := cardSays(r.Hint.Card, r.URL, p)
	var v evidence.Verdict
	on := p.versions(shapes.Versions, header, cmp.Or(card, spokenThere(r)))
	v.Add("path "+p.Path, true, on...)
	for _, e := range shapes.Evidence {
		v.Add(e.Text, e.Strong, e.Versions...)
	}
	binding.WeighVersion(&v, r.Message)
	binding.WeighHeaders(&v, r.Header)
	if card == "" {
		address, _, _ = strings.Cut(r.URL, "?")
		address = strings.TrimSuffix(address, p.Tail(r.Path()))
	}
	binding.WeighHint(&v, a2a.REST, address, r.Hint)
	if len(v.Versions) > 1 {
		v.Add("only the path shows the version", false, p.Owners...)
	}
	id := a2a.Identity{Versions: v.Versions, Binding: a2a.REST, Op: p.Op, Evidence: v.Evidence}
	if shapes.kinded && evidence.Common(id.Versions, registry.WrittenREST(version.Kinded)) != nil {
		id.Variant = a2a.KindJSON
	}
	return id, true
}

// called reports whether a request uses this binding: it matches a route by path and, unless the path leaves
// no doubt, by method, and is not a JSON-RPC call, a push notification or a browser's page request.
func called(r *binding.Request) (RouteMatch, bool) {
	p, ok := findAny(r.Method, r.URL)
	switch {
	case !ok || !p.Method && !p.sure() || r.Method == http.MethodOptions || r.JSON().Call():
		return p, false
	case r.IsRead():
		page := strings.Contains(r.Header.Get("Accept"), "text/html") && !p.sure()
		return p, !page && !wire.QueryOf(r.URL).Has("validationToken")
	case r.JSON().Object && (p.Op == a2a.SendMessage || p.Op == a2a.SendStreamingMessage):
		body := r.JSON().Value // agents push events; clients never send them
		return p, evidence.Wrapped(body) == "message" || !evidence.PushShape(body)
	}
	return p, true
}

// notA2A reports a GET on a path that other programs also use for tasks, with no sign of A2A in its answer or
// from elsewhere.
func notA2A(r *binding.Request, p RouteMatch, answer document.Value) bool {
	said, _ := binding.RequestedVersion(r.Message)
	if !r.IsRead() || p.Op != a2a.GetTask && p.Op != a2a.ListTasks || said != "" || r.Hint.Version != "" || r.Hint.Card != nil || len(r.Hint.Label) > 0 {
		return false
	}
	if !answer.IsKind('{') || answer.Get("status").IsKind('{') {
		return answer.IsKind('[')
	}
	return !slices.ContainsFunc([]string{"task", "tasks", "kind", "contextId", "context_id", "artifacts", "history", "error", "code", "message", "jsonrpc", "result"}, answer.Has)
}

// cardSays returns the version and URL of the card's interface at this base, "" when there is none or several
// versions match.
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

// spokenThere returns the version known from the label or the conversation so far, "" when it is not a single
// one or has no such route.
func spokenThere(r *binding.Request) a2a.Version {
	name := r.Hint.Version
	for _, known := range [][]a2a.Version{r.Hint.Label, r.Hint.History} {
		if name == "" && len(known) == 1 {
			name = known[0]
		}
	}
	if _, ok := Find(name, r.Method, r.Path()); !ok {
		return ""
	}
	return name
}

// weighing collects evidence from bodies, and whether one has kinds as over JSON-RPC.
type weighing struct {
	evidence.Verdict
	kinded bool
}

func (w *weighing) add(says string, form version.Form) {
	w.Add(says, true, registry.WrittenREST(form)...)
	w.kinded = w.kinded || form == version.Kinded
}

func (w *weighing) weighRequest(op a2a.Operation, b document.Value) {
	switch {
	case b.Get("message").IsKind('{'):
		w.weighMessage("message", b.Get("message"))
	case b.Get("request").IsKind('{'): // from a client that writes proto names
		w.add("body.request in place of message", version.Resources)
		w.weighMessage("request", b.Get("request"))
	case op != a2a.CreatePushConfig:
	case b.Has("config") || b.Has("parent") || b.Has("pushNotificationConfig") && b.Has("name"):
		w.add("body is a push configuration by resource name", version.Resources)
	case b.Has("pushNotificationConfig") && b.Has("taskId"):
		w.add("body.taskId beside pushNotificationConfig", version.Kinded)
	case b.Has("url"):
		w.add("body is a flat push configuration", version.Wrapped)
	}
}

func (w *weighing) weighMessage(path string, m document.Value) {
	part := m.Get("parts", "0")
	switch {
	case m.Has("content"):
		w.add(path+".content", version.Resources)
	case m.Has("kind") || part.Has("kind"):
		w.add(path+" with kind, as over JSON-RPC", version.Kinded)
	case part.IsKind('{') && !part.Has("type"):
		w.add(path+".parts", version.Wrapped)
	}
}

func (w *weighing) weighAnswer(b document.Value) {
	switch name := evidence.Wrapped(b); {
	case name == "message":
		w.weighMessage(name, b.Get(name))
	case name == "statusUpdate" && b.Get(name).Has("final"):
		w.add("statusUpdate.final", version.Resources)
	case name != "":
		w.weighTask(b.Get(name))
	case slices.Contains([]string{"task", "message", "status-update", "artifact-update"}, b.Get("kind").Text()):
		w.sayKind(b)
	case b.Has("pushNotificationConfig") && b.Has("name"):
		w.add("a push configuration by resource name", version.Resources)
	case b.Has("url") && (b.Has("taskId") || b.Has("id")) && !evidence.IsCard(b):
		w.add("a flat push configuration", version.Wrapped)
	case b.Has("id") && b.Get("status").IsKind('{'):
		w.weighTask(b)
	}
}

func (w *weighing) weighTask(t document.Value) {
	switch state := t.Get("status", "state").Text(); state {
	case "TASK_STATE_CANCELLED":
		w.add("state "+document.QuoteShort(state), version.Resources)
	case "TASK_STATE_CANCELED":
		w.add("state "+document.QuoteShort(state), version.Wrapped)
	}
	said, first := t.Get("status", "message"), t.Get("history", "0")
	switch {
	case t.Has("kind"):
		w.sayKind(t)
	case said.IsKind('{'):
		w.weighMessage("a message", said)
	case first.IsKind('{'):
		w.weighMessage("a message", first)
	}
}

func (w *weighing) sayKind(b document.Value) {
	w.add("kind "+document.QuoteShort(b.Get("kind").Text())+", as over JSON-RPC", version.Kinded)
}
