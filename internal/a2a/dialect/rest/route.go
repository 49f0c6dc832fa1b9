package rest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// RouteMatch is the route at the end of a request's path, with the values in the path.
type RouteMatch struct {
	version.Route
	Owners       []a2a.Version // the versions that have the route, oldest first
	Root         string        // the prefix of all their paths
	Base         string        // the path before the route, as written: the interface's path, perhaps with a tenant
	Task, Config string        // the ids in the path, unescaped
	Method       bool          // the request's method is one of the route's
}

// Find returns the route of a version that a path ends with, whatever the interface's own path. Among routes
// with the same path, the request's method decides. path is that of the request line, still escaped, without
// the query.
func Find(name a2a.Version, method, path string) (RouteMatch, bool) {
	if v, ok := registry.ByName(name); ok && v.REST != nil {
		return find(v, method, segments(path))
	}
	return RouteMatch{}, false
}

func find(v *version.Version, method string, have []string) (RouteMatch, bool) {
	found, ok := RouteMatch{}, false
	for i := range v.REST.Routes {
		r, p := &v.REST.Routes[i], RouteMatch{}
		if !p.fit(r, have) {
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

// segments splits a path at its slashes, ignoring a trailing one.
func segments(path string) []string {
	return strings.Split(strings.TrimSuffix(strings.TrimPrefix(path, "/"), "/"), "/")
}

// fit matches a route against the end of a path.
func (p *RouteMatch) fit(r *version.Route, have []string) bool {
	from := len(have) - strings.Count(r.Path, "/")
	if from < 0 {
		return false
	}
	rest := r.Path
	for _, s := range have[from:] {
		want, after, _ := strings.Cut(rest[1:], "/")
		if !p.take(want, s) {
			return false
		}
		rest = rest[len(rest)-len(after)-1:]
	}
	p.Route = *r
	for _, s := range have[:from] {
		p.Base += "/" + s
	}
	return true
}

// take matches one segment and stores its id.
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

// unescaped returns an unescaped segment, or the segment itself if its escapes are broken.
func unescaped(segment string) string {
	if plain, err := url.PathUnescape(segment); err == nil {
		return plain
	}
	return segment
}

// cutVerb cuts the verb off a segment. The colon before the verb may be escaped; then one inside the id must
// be, too.
func cutVerb(segment, verb string) (string, bool) {
	for _, colon := range []string{":", "%3A", "%3a"} {
		if id, ok := strings.CutSuffix(segment, colon+verb); ok && (colon == ":" || !strings.Contains(id, ":")) {
			return id, true
		}
	}
	return "", false
}

// url returns the route's URL below an interface's URL. It escapes query and ids, and keeps the interface's
// own query.
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

func filled(template, task, config string) string {
	return strings.NewReplacer("{task}", task, "{config}", config).Replace(template)
}

// segment escapes an id to a single segment without a verb.
func segment(id string) string { return strings.ReplaceAll(url.PathEscape(id), ":", "%3A") }

// sure reports whether only A2A has such a path: paths of two plain words are common.
func (p RouteMatch) sure() bool {
	return strings.Contains(p.Path, ":") || strings.Contains(p.Path, "extended") || strings.Contains(p.Path, "pushNotificationConfigs")
}

// findAny finds a request's route in any version, preferring versions with longer paths, and its Owners.
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

// versions returns the versions that a path suggests, given those from the bodies' shapes, the header and the
// card. The path's own versions come first. If header and card name only versions of the path, flawed bodies
// suggest no others.
func (p RouteMatch) versions(shapes []a2a.Version, header, card a2a.Version) []a2a.Version {
	other := func(v a2a.Version) bool { return v != "" && !slices.Contains(p.Owners, v) }
	own := func(v a2a.Version) bool { return !other(v) }
	sure := !other(header) && !other(card) && (header != "" || card != "")
	if len(shapes) > 0 && !slices.ContainsFunc(shapes, own) && !sure || other(header) || shapes == nil && other(card) {
		return append(slices.Clone(p.Owners), registry.Having(func(v *version.Version) bool { return v.REST != nil && other(v.Version()) })...)
	}
	return p.Owners
}

// Tail returns the route's part of a path.
func (p RouteMatch) Tail(path string) string { return strings.TrimPrefix(path, p.Base) }

// gathered is a request's params from path, query and body, combined into one JSON object for a dialect.
// Members of the body keep their offsets; members of the URL follow them.
type gathered struct {
	raw      []byte
	end      int64             // offset where the body's own members end
	from     map[string]string // members from the URL, with their place there
	clash    []a2a.Problem     // members with different values in body and URL
	bodiless bool
}

type member struct {
	name  string
	value json.RawMessage
	place string // "/{task}", "?historyLength"
}

// gather combines a request's params. body is its object, absent when there is none.
func gather(body document.Value, doc []byte, members []member) gathered {
	p := gathered{raw: []byte("{"), from: map[string]string{}, bodiless: !body.IsKind('{')}
	if !p.bodiless {
		p.raw = bytes.Clone(doc[:body.Offset+int64(len(body.Raw))-1])
	}
	p.end = int64(len(p.raw))
	for _, m := range members {
		own := body.Get(m.name)
		if own.Present() {
			if !document.SameJSON(own.Raw, m.value) {
				p.clash = append(p.clash, document.Problem("REST-14", a2a.SeverityWarning, "$."+m.name, own, "1.0 §11.3",
					"the body has "+document.Quote(own)+", the URL "+document.Quote(document.Value{Raw: m.value})+"; the URL counts"))
			}
			continue
		}
		if !bytes.HasSuffix(bytes.TrimSpace(p.raw), []byte("{")) {
			p.raw = append(p.raw, ',')
		}
		p.from[m.name] = m.place
		p.raw = append(append(append(p.raw, document.Quoted(m.name)...), ':'), m.value...)
	}
	p.raw = append(p.raw, '}')
	return p
}

// relocate moves problems to the place of their members: in the body or the URL.
func (p gathered) relocate(ps []a2a.Problem) []a2a.Problem {
	for i, q := range ps {
		if q.Offset >= p.end || p.bodiless {
			ps[i].Offset = -1
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(q.Path, "$."), ".")
		ps[i].Path = cmp.Or(p.from[name], q.Path)
	}
	return ps
}

// inURL returns the params in a request's URL, named as in bodies of the given form, and the names in the query
// that are not in camelCase.
func (p RouteMatch) inURL(form version.Form, url string) (all []member, odd []string) {
	for _, param := range p.Route.Params[form] {
		name, value, _ := strings.Cut(param, "=")
		all = append(all, member{name, document.Quoted(filled(value, p.Task, p.Config)), "/" + value[strings.LastIndexByte(value, '{'):]})
	}
	query := wire.QueryOf(url)
	for _, name := range queryNames {
		spelled := name
		for _, other := range slices.Sorted(maps.Keys(query)) {
			if !query.Has(name) && strings.EqualFold(strings.ReplaceAll(other, "_", ""), name) {
				spelled = other
			}
		}
		values := query[spelled]
		if len(values) == 0 {
			continue
		}
		if spelled != name {
			odd = append(odd, spelled)
		}
		all = append(all, member{name, queryValue(name, values[len(values)-1]), "?" + spelled})
	}
	return all, odd
}

// queryNames are the params of all versions that may be in a query. Other parameters, such as an API key, are
// not the protocol's.
var queryNames = []string{"historyLength", "contextId", "status", "pageSize", "pageToken", "statusTimestampAfter",
	"lastUpdatedAfter", "lastUpdatedTime", "includeArtifacts", "currentGeneration", "configId", "tenant"}

// queryValue converts a parameter to JSON: a number or boolean for params of that type if it parses, else a
// string.
func queryValue(name, s string) json.RawMessage {
	n, noNumber := strconv.ParseInt(s, 10, 64)
	b, noTruth := strconv.ParseBool(s)
	switch {
	case noNumber == nil && (name == "historyLength" || name == "pageSize"):
		return strconv.AppendInt(nil, n, 10)
	case noTruth == nil && name == "includeArtifacts":
		return strconv.AppendBool(nil, b)
	}
	return document.Quoted(s)
}

// fill takes the ids that the route needs from a call.
func (p *RouteMatch) fill(c *a2a.Call) error {
	p.Task, p.Config = c.TaskID, c.PushID
	if p.Task == "" && c.Push != nil {
		p.Task = c.Push.TaskID
	}
	for _, own := range [][3]string{{"{task}", p.Task, "task id"}, {"{config}", p.Config, "id of a push config"}} {
		if own[1] == "" && strings.Contains(p.Path, own[0]) {
			return fmt.Errorf("write %s over HTTP+JSON: no %s is given, but the path needs one", c.Op, own[2])
		}
	}
	return nil
}

// hasParam reports whether the path contains a param. With resource names, a create call's parent stays in
// the body too: servers expect it there, although the specification shows the config alone.
func (p RouteMatch) hasParam(form version.Form, name string) bool {
	if form == version.Resources && p.Op == a2a.CreatePushConfig {
		return false
	}
	return name == "tenant" || slices.ContainsFunc(p.Route.Params[form], func(param string) bool { return strings.HasPrefix(param, name+"=") })
}

// asQuery writes members as a query: strings plainly, all else as JSON.
func asQuery(members []jsonrepair.Member) url.Values {
	q := url.Values{}
	for _, m := range members {
		text, ok := jsonrepair.Text(m.Value)
		if !ok {
			text = string(m.Value)
		}
		q.Set(m.Name, text)
	}
	return q
}

// Params combines the params of a request on this route from path, query and body, as a server of the version
// reads them. body is a JSON object or empty. If it has an id that the path has too, the result has the
// body's: it is up to the caller to prefer the path.
func (p RouteMatch) Params(v *version.Version, url string, body []byte) json.RawMessage {
	members, _ := p.inURL(v.REST.Form, url)
	return gather(document.ValueOf(body), body, members).raw
}
