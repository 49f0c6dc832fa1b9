package rest

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// RouteMatch is the route that a request's path ends with, and what the path holds.
type RouteMatch struct {
	version.Route
	Owners       []a2a.Version // the versions that have the route, oldest first
	Root         string        // what all their paths begin with
	Base         string        // the path before the route's, as written: the interface's, perhaps with a tenant
	Task, Config string        // decoded
	Method       bool          // the request's method is one of the route's
}

// Find tells which route of a version a path ends with, whatever the interface's
// own path before it. Of routes that share a path the one with the request's
// method is taken. The path is as in the request line, escapes and all, without
// the query.
func Find(name a2a.Version, method, path string) (RouteMatch, bool) {
	if v, ok := registry.Of(name); ok && v.REST != nil {
		return find(v, method, segments(path))
	}
	return RouteMatch{}, false
}

func find(v *version.Version, method string, have []string) (RouteMatch, bool) {
	found, ok := RouteMatch{}, false
	for _, r := range v.REST.Routes {
		p, fits := at(r, have)
		if !fits {
			continue
		}
		p.Method = slices.Contains(r.Methods, method) || method == http.MethodHead && r.Methods[0] == http.MethodGet
		longer := len(p.Base) < len(found.Base)
		if !ok || longer || len(p.Base) == len(found.Base) && p.Method && !found.Method {
			found, ok = p, true
		}
	}
	found.Root = v.REST.Root
	return found, ok
}

// segments cuts a path at its slashes; one at its end is let pass.
func segments(path string) []string {
	return strings.Split(strings.TrimSuffix(strings.TrimPrefix(path, "/"), "/"), "/")
}

// at fits the route to the end of a path.
func at(r version.Route, have []string) (RouteMatch, bool) {
	from := len(have) - strings.Count(r.Path, "/")
	if from < 0 {
		return RouteMatch{}, false
	}
	p, i := RouteMatch{Route: r}, from
	for want := range strings.SplitSeq(r.Path[1:], "/") {
		if !p.take(want, have[i]) {
			return RouteMatch{}, false
		}
		i++
	}
	for _, s := range have[:from] {
		p.Base += "/" + s
	}
	return p, true
}

// take fits one segment, and keeps the id that it holds.
func (p *RouteMatch) take(want, have string) bool {
	template, verb, verbed := strings.Cut(want, ":")
	if verbed {
		if have, verbed = cutVerb(have, verb); !verbed {
			return false
		}
	}
	id := unescaped(have)
	switch template {
	case "{task}":
		p.Task = id
		return have != "" && (verbed || !strings.HasSuffix(have, ":cancel") && !strings.HasSuffix(have, ":subscribe"))
	case "{config}":
		p.Config = id
		return have != ""
	}
	return template == id
}

// unescaped is a segment without escapes, or as it is when they are broken.
func unescaped(segment string) string {
	if plain, err := url.PathUnescape(segment); err == nil {
		return plain
	}
	return segment
}

// cutVerb cuts the verb off a segment. The colon before it may be escaped; one inside an
// id must be then.
func cutVerb(segment, verb string) (string, bool) {
	for _, colon := range []string{":", "%3A", "%3a"} {
		if id, ok := strings.CutSuffix(segment, colon+verb); ok && (colon == ":" || !strings.Contains(id, ":")) {
			return id, true
		}
	}
	return "", false
}

// url is the address of the route below an interface's URL. Query and ids are escaped; an
// interface's own query stays.
func (p RouteMatch) url(endpoint, tenant string, query url.Values) string {
	base, q, _ := strings.Cut(endpoint, "?")
	base = strings.TrimSuffix(base, "/")
	if tenant != "" {
		base += "/" + segment(tenant)
	}
	if extra := query.Encode(); extra != "" {
		q = strings.TrimPrefix(q+"&"+extra, "&")
	}
	if q != "" {
		q = "?" + q
	}
	return base + filled(p.Path, segment(p.Task), segment(p.Config)) + q
}

// filled is a template with ids.
func filled(template, task, config string) string {
	return strings.NewReplacer("{task}", task, "{config}", config).Replace(template)
}

// segment escapes an id so that it is one segment, and none with a verb.
func segment(id string) string { return strings.ReplaceAll(url.PathEscape(id), ":", "%3A") }

// sure reports whether a request of this route can be nothing else: paths
// of two plain words are common.
func (p RouteMatch) sure() bool {
	return strings.Contains(p.Path, ":") || strings.Contains(p.Path, "extended") || strings.Contains(p.Path, "pushNotificationConfigs")
}

// findAny finds the route of a request, with all versions that have it: of those
// with the longer paths, if it is one of theirs.
func findAny(method, url string) (RouteMatch, bool) {
	have := segments(wire.PathOf(url))
	for _, v := range registry.RESTVersions() {
		if p, ok := find(v, method, have); ok {
			p.Owners = registry.Below(p.Root)
			return p, true
		}
	}
	return RouteMatch{}, false
}

// versions is what a path speaks for, when this is what the bodies' shapes, the
// header and the card say: its own versions first. Where header and card say nothing else
// and one of them says a version of the path's, what is wrong in a body makes no other of it.
func (p RouteMatch) versions(shapes []a2a.Version, header, card a2a.Version) []a2a.Version {
	other := func(v a2a.Version) bool { return v != "" && !slices.Contains(p.Owners, v) }
	own := func(v a2a.Version) bool { return !other(v) }
	sure := !other(header) && !other(card) && (header != "" || card != "")
	if len(shapes) > 0 && !slices.ContainsFunc(shapes, own) && !sure || other(header) || shapes == nil && other(card) {
		return append(slices.Clone(p.Owners), registry.Having(func(v *version.Version) bool { return v.REST != nil && other(v.Version()) })...)
	}
	return p.Owners
}

// Tail is the route's part of a path.
func (p RouteMatch) Tail(path string) string { return strings.TrimPrefix(path, p.Base) }
