package rest

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Route is where an operation has its place below an interface's URL in the
// HTTP+JSON binding. Its Path is a template: {task} and {config} stand for ids,
// each one segment.
type Route struct {
	Op      a2a.Operation
	Methods []string // HTTP's, the one to send first
	Path    string
}

// routes are a version's routes in the HTTP+JSON binding (0.3 §3.5.3, 1.0
// §11.3), none for versions that lack it. Subscribing is POST by the text of
// both versions and GET by their protocol buffers; servers know either.
// Callers do not change the result.
func routes(v a2a.Version) []Route { return routeTable()[v] }

// routeTable has the routes of each version.
var routeTable = sync.OnceValue(func() map[a2a.Version][]Route {
	return map[a2a.Version][]Route{
		a2a.V10: routesBelow("", "/extendedAgentCard"),
		a2a.V03: routesBelow("/v1", "/card"),
	}
})

func routesBelow(root, card string) []Route {
	const configs = "/tasks/{task}/pushNotificationConfigs"
	get, post, del := []string{http.MethodGet}, []string{http.MethodPost}, []string{http.MethodDelete}
	return []Route{
		{a2a.SendMessage, post, root + "/message:send"},
		{a2a.SendStreamingMessage, post, root + "/message:stream"},
		{a2a.GetTask, get, root + "/tasks/{task}"},
		{a2a.ListTasks, get, root + "/tasks"},
		{a2a.CancelTask, post, root + "/tasks/{task}:cancel"},
		{a2a.SubscribeToTask, []string{http.MethodPost, http.MethodGet}, root + "/tasks/{task}:subscribe"},
		{a2a.CreatePushConfig, post, root + configs},
		{a2a.GetPushConfig, get, root + configs + "/{config}"},
		{a2a.ListPushConfigs, get, root + configs},
		{a2a.DeletePushConfig, del, root + configs + "/{config}"},
		{a2a.GetExtendedCard, get, root + card},
	}
}

// Place is a request's place in the HTTP+JSON binding.
type Place struct {
	Route
	Base         string // the path before the route's, as written: the interface's, perhaps with a tenant
	Task, Config string // decoded
	Method       bool   // the request's method is one of the route's
}

// Find tells which route of a version a path ends with, whatever the interface's
// own path before it. Of routes that share a path the one with the request's
// method is taken. The path is as in the request line, escapes and all, without
// the query.
func Find(v a2a.Version, method, path string) (Place, bool) {
	have := Segments(path)
	found, ok := Place{}, false
	for _, r := range routes(v) {
		p, fits := r.at(have)
		if !fits {
			continue
		}
		p.Method = slices.Contains(r.Methods, method) || method == http.MethodHead && r.Methods[0] == http.MethodGet
		longer := len(p.Base) < len(found.Base)
		if !ok || longer || len(p.Base) == len(found.Base) && p.Method && !found.Method {
			found, ok = p, true
		}
	}
	return found, ok
}

// Segments cuts a path at its slashes; one at its end is let pass.
func Segments(path string) []string {
	return strings.Split(strings.TrimSuffix(strings.TrimPrefix(path, "/"), "/"), "/")
}

// at fits the route to the end of a path.
func (r Route) at(have []string) (Place, bool) {
	from := len(have) - strings.Count(r.Path, "/")
	if from < 0 {
		return Place{}, false
	}
	p, i := Place{Route: r}, from
	for want := range strings.SplitSeq(r.Path[1:], "/") {
		if !p.take(want, have[i]) {
			return Place{}, false
		}
		i++
	}
	for _, s := range have[:from] {
		p.Base += "/" + s
	}
	return p, true
}

// take fits one segment, and keeps the id that it holds. The colon before a verb
// may be escaped; one inside an id must be.
func (p *Place) take(want, have string) bool {
	template, verb, verbed := strings.Cut(want, ":")
	if verbed {
		cut, ok := cutVerb(have, verb)
		if !ok {
			return false
		}
		have = cut
	}
	id, err := url.PathUnescape(have)
	if err != nil {
		id = have
	}
	switch template {
	case "{task}":
		p.Task = id
		return have != "" && (verbed || !hasVerb(have))
	case "{config}":
		p.Config = id
		return have != ""
	}
	return template == id
}

func cutVerb(segment, verb string) (string, bool) {
	if rest, ok := strings.CutSuffix(segment, ":"+verb); ok {
		return rest, true
	}
	for _, colon := range []string{"%3A", "%3a"} {
		if rest, ok := strings.CutSuffix(segment, colon+verb); ok && !strings.Contains(rest, ":") {
			return rest, true
		}
	}
	return "", false
}

// hasVerb reports whether a segment ends in one of the verbs of tasks.
func hasVerb(segment string) bool {
	return strings.HasSuffix(segment, ":cancel") || strings.HasSuffix(segment, ":subscribe")
}

// URL is the address of the route for a call, below an interface's URL. Query
// and ids are escaped; an interface's own query stays.
func (r Route) URL(endpoint, tenant, task, config string, query url.Values) string {
	base, own, _ := strings.Cut(endpoint, "?")
	base = strings.TrimSuffix(base, "/")
	if tenant != "" {
		base += "/" + segment(tenant)
	}
	path := strings.NewReplacer("{task}", segment(task), "{config}", segment(config)).Replace(r.Path)
	q := own
	if extra := query.Encode(); extra != "" {
		q = strings.TrimPrefix(own+"&"+extra, "&")
	}
	if q != "" {
		q = "?" + q
	}
	return base + path + q
}

// segment escapes an id so that it is one segment, and none with a verb.
func segment(id string) string { return strings.ReplaceAll(url.PathEscape(id), ":", "%3A") }

// RouteOf is the route of an operation in a version.
func RouteOf(v a2a.Version, op a2a.Operation) (Route, bool) {
	for _, r := range routes(v) {
		if r.Op == op {
			return r, true
		}
	}
	return Route{}, false
}

// Prefixed reports whether the route is one of 0.3's, below /v1.
func (p Place) Prefixed() bool { return strings.HasPrefix(p.Path, "/v1/") }

// SureRoute reports whether a request of this route can be nothing else: paths
// of two plain words are common.
func (p Place) SureRoute() bool {
	return strings.ContainsAny(p.Path, ":") || p.Op == a2a.GetExtendedCard && !p.Prefixed() ||
		strings.Contains(p.Path, "pushNotificationConfigs")
}

// FindPlace finds the route of a request: one of 0.3's, whose paths are the longer,
// or one of 1.0's.
func FindPlace(method, url string) (Place, bool) {
	path := wire.PathOf(url)
	if p, ok := Find(a2a.V03, method, path); ok {
		return p, true
	}
	return Find(a2a.V10, method, path)
}

// Versions is what a path speaks for, when this is what the bodies' shapes, the
// header and the card say: its own version first.
func (p Place) Versions(shapes []a2a.Version, header, card a2a.Version) []a2a.Version {
	home, other := a2a.V10, a2a.V03
	if p.Prefixed() {
		home, other = other, home
	}
	if slices.Equal(shapes, []a2a.Version{other}) || header == other || shapes == nil && card == other {
		return []a2a.Version{home, other}
	}
	return []a2a.Version{home}
}

// Tail is the route's part of a path.
func (p Place) Tail(path string) string { return strings.TrimPrefix(path, p.Base) }
