package dialect

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// request reads a call: the operation from the route, its params from path,
// query and body.
func (httpJSON) request(id a2a.Identity, r *request) a2a.Reading {
	out := reading(id, a2a.KindCall, r.Body)
	p, ok := r.place()
	if !ok {
		return readOther(id, r)
	}
	d := registry.Speaker(id)
	doc := r.env.Doc
	out.Repaired = doc.Repaired()
	found := append(checkRoute(id, p, r), checkSent(id, p, r)...)
	found = append(found, checkVersionHeader(id, r)...)
	found = append(found, checkExtensions(id, r.Header)...)
	r.call = &a2a.Call{Op: p.Op, TaskID: p.Task, PushID: p.Config}
	body := r.env.Value
	switch {
	case d == nil:
		out.Kind = a2a.KindNone
		found = append(found, notRead(id))
	case doc.Unreadable:
		out.Kind = a2a.KindNone
	case body.Present() && !body.Is('{') && !body.Null():
		out.Kind = a2a.KindNone
		found = append(found, document.Problem("REST-12", a2a.SeverityError, "$", body, restSection(id).Object,
			document.TypeName(body)+", where the body of a request is one JSON object"))
	default:
		found = append(found, readParts(d, id, p, r)...)
		out.Call = r.call
	}
	for _, p := range doc.Problems { // of a body that is read before its binding is known
		p.Check, p.Spec = "REST-12", restSection(id).Object
		out.Problems = append(out.Problems, p)
	}
	out.Problems = append(out.Problems, doc.Home(found)...)
	return out
}

// readParts reads the params into r.call.
func readParts(d version.Dialect, id a2a.Identity, p rest.Place, r *request) []a2a.Problem {
	query, odd := rest.QueryMembers(r.URL)
	members := append(rest.PathMembers(registry.RESTRules(id), id.Variant == a2a.KindJSON, p), query...)
	tenant := tenantOf(r.hint, p)
	if tenant != "" {
		members = append(members, rest.Member{Name: "tenant", Value: document.Quoted(tenant), Where: "/{tenant}"})
	}
	call, ps := readGathered(d, p.Op, &r.env, members)
	for _, name := range odd {
		ps = append(ps, a2a.Problem{Check: "REST-03", Severity: a2a.SeverityError, Path: "?" + name, Offset: -1, Spec: restSection(id).Query,
			Message: document.Sentence("query parameter " + name + " is written with underscores; it is camelCase")})
	}
	if call == nil {
		return ps
	}
	call.Op = p.Op
	if p.Task != "" { // the path counts, whatever the body says
		call.TaskID = p.Task
		if call.Push != nil {
			call.Push.TaskID = p.Task
		}
	}
	if p.Config != "" {
		call.PushID = p.Config
	}
	if tenant != "" {
		call.Tenant = tenant
	}
	r.call = call
	return ps
}

// readGathered reads the params that the body and the members of the URL make.
func readGathered(d version.Dialect, op a2a.Operation, body *document.Envelope, members []rest.Member) (*a2a.Call, []a2a.Problem) {
	if len(members) == 0 && body.Is('{') {
		call, ps := d.ReadParamsAt(op, body.Value.Place())
		return call, document.Under("$", body.Value, ps)
	}
	given := rest.Gather(body.Value, body.Doc.Text, members)
	call, ps := d.ReadParams(op, given.Raw)
	return call, append(given.Clash, given.Home(document.Under("$", document.Value{}, ps))...)
}

// tenantOf is the tenant in a path: the segment between the URL of an interface
// that the card has and the route.
func tenantOf(h Hint, p rest.Place) string {
	if h.Card == nil {
		return ""
	}
	for _, i := range h.Card.Interfaces {
		own := strings.TrimSuffix(wire.PathOf(i.URL), "/")
		rest, ok := strings.CutPrefix(p.Base, own+"/")
		v, known := registry.Of(i.Version)
		if i.Binding != a2a.REST || !known || v.REST == nil || !v.REST.Tenants || !ok || rest == "" || strings.Contains(rest, "/") {
			continue
		}
		return plainSegment(rest)
	}
	return ""
}

// checkRoute judges method and path.
func checkRoute(id a2a.Identity, p rest.Place, r *request) []a2a.Problem {
	var ps []a2a.Problem
	v := registry.RESTRules(id)
	root := v.REST.Root
	if !p.Method && r.Method != "" {
		ps = append(ps, document.Unplaced("REST-16", a2a.SeverityError, restSection(id).Route,
			"sent as "+r.Method+"; "+p.Path+" is "+strings.Join(p.Methods, " or ")))
	}
	switch {
	case root != "" && p.Root != root:
		ps = append(ps, document.Unplaced("REST-01", a2a.SeverityError, restSection(id).Route, fmt.Sprintf("the path has no %s; in %s all paths begin with it", root, v.Version())))
	case root == "" && p.Root != root && !strings.HasSuffix(interfacePath(r.hint, p), p.Root):
		ps = append(ps, document.Unplaced("REST-02", a2a.SeverityWarning, restSection(id).Route, fmt.Sprintf("the path has %s, which is no part of %s's paths; it may be one of the interface's URL", p.Root, v.Version())))
	}
	if id.Variant == a2a.KindJSON {
		ps = append(ps, document.Unplaced("REST-12", a2a.SeverityError, restSection(id).Body, fmt.Sprintf(
			`the bodies are those of %[1]s's JSON-RPC, with "kind"; over HTTP+JSON %[1]s has ProtoJSON. Early SDKs (a2a-js up to 0.3.7, a2a-go 2.0 to 2.3) speak so`, v.Version())))
	}
	return ps
}

// interfacePath is the path of the card's interface that a route is below.
func interfacePath(h Hint, p rest.Place) string {
	if h.Card == nil {
		return ""
	}
	for _, i := range h.Card.Interfaces {
		if own := strings.TrimSuffix(wire.PathOf(i.URL), "/"); i.Binding == a2a.REST && strings.HasPrefix(p.Base+p.Root, own) {
			return own
		}
	}
	return ""
}

// checkSent judges how the body was sent.
func checkSent(id a2a.Identity, p rest.Place, r *request) []a2a.Problem {
	var ps []a2a.Problem
	blankBody := document.Blank(r.Body)
	if (r.reads() || r.Method == http.MethodDelete) && !blankBody {
		ps = append(ps, document.Unplaced("REST-04", a2a.SeverityError, restSection(id).Params, r.Method+" with a body; the params of "+string(p.Op)+" are in path and query"))
	}
	if bytes.Equal(bytes.TrimSpace(r.Body), []byte("null")) {
		ps = append(ps, document.Problem("REST-04", a2a.SeverityInfo, "$", r.env.Value, restSection(id).Route,
			"the body is null, where there is nothing to say; some servers take it for a broken one"))
	}
	if t := wire.MediaType(r.Header); !blankBody && r.Header != nil && t != "application/json" && t != "application/a2a+json" {
		ps = append(ps, document.Unplaced("REST-11", a2a.SeverityError, restSection(id).Body,
			"Content-Type is "+document.Brief(r.Header.Get("Content-Type"))+"; "+rest.WantedType(id)+" was expected"))
	}
	return ps
}

func plainSegment(s string) string {
	if plain, err := url.PathUnescape(s); err == nil {
		return plain
	}
	return s
}
