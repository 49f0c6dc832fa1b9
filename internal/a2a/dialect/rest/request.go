package rest

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// ReadRequest reads a call: the operation from the route, its params from path, query
// and body.
func (Binding) ReadRequest(id a2a.Identity, r *binding.Request) a2a.Reading {
	out := binding.Reading(id, a2a.KindNone, r.Body)
	p, ok := FindAny(r.Method, r.URL)
	if !ok {
		return out
	}
	d, e := registry.Speaker(id), r.JSON()
	out.Repaired = e.Doc.Repaired()
	found := slices.Concat(checkRoute(id, p, r), checkSent(id, p, r), binding.CheckVersion(id, r))
	r.Call = &a2a.Call{Op: p.Op, TaskID: p.Task, PushID: p.Config}
	switch {
	case d == nil:
		found = append(found, binding.NotRead(id))
	case e.Doc.Unreadable:
	case e.Present() && !e.Is('{') && !e.Null():
		found = append(found, document.Problem("REST-12/json", a2a.SeverityError, "$", e.Value, sections(id).Object,
			document.TypeName(e.Value)+", where the body of a request is one JSON object"))
	default:
		found = append(found, readParams(d, id, p, r)...)
		out.Kind, out.Call = a2a.KindCall, r.Call
	}
	for _, p := range e.Doc.Problems { // of a body that is read before its binding is known
		p.Check, p.Cause, p.Spec = "REST-12", "json", sections(id).Object
		out.Problems = append(out.Problems, p)
	}
	out.Problems = append(out.Problems, e.Doc.Relocate(found)...)
	return out
}

// readParams reads the params into r.Call.
func readParams(d version.Dialect, id a2a.Identity, p RouteMatch, r *binding.Request) []a2a.Problem {
	query, odd := QueryMembers(r.URL)
	members := append(PathMembers(registry.RESTRules(id), id.Variant == a2a.KindJSON, p), query...)
	tenant := tenantOf(r.Hint.Card, p)
	if tenant != "" {
		members = append(members, Member{Name: "tenant", Value: document.Quoted(tenant), Where: "/{tenant}"})
	}
	call, ps := readGathered(d, p.Op, r.JSON(), members)
	for _, name := range odd {
		ps = append(ps, a2a.Problem{Check: "REST-03", Severity: a2a.SeverityError, Path: "?" + name, Offset: -1, Spec: sections(id).Query,
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
	call.PushID = cmp.Or(p.Config, call.PushID)
	call.Tenant = cmp.Or(tenant, call.Tenant)
	r.Call = call
	return ps
}

// readGathered reads the params that the body and the members of the URL make.
func readGathered(d version.Dialect, op a2a.Operation, body *document.Envelope, members []Member) (*a2a.Call, []a2a.Problem) {
	if len(members) == 0 && body.Is('{') {
		call, ps := d.ReadParamsAt(op, body.Value)
		return call, document.Under("$", body.Value, ps)
	}
	given := Gather(body.Value, body.Doc.Text, members)
	call, ps := d.ReadParams(op, given.Raw)
	return call, append(given.Clash, given.Relocate(document.Under("$", document.Value{}, ps))...)
}

// tenantOf is the tenant in a path: the segment between the URL of an interface
// that the card has and the route.
func tenantOf(card *a2a.Card, p RouteMatch) string {
	for i, own := range interfaces(card) {
		rest, ok := strings.CutPrefix(p.Base, own+"/")
		v, known := registry.Of(i.Version)
		if known && v.REST != nil && v.REST.Tenants && ok && rest != "" && !strings.Contains(rest, "/") {
			return unescaped(rest)
		}
	}
	return ""
}

// checkRoute judges method and path.
func checkRoute(id a2a.Identity, p RouteMatch, r *binding.Request) []a2a.Problem {
	var ps []a2a.Problem
	v := registry.RESTRules(id)
	say := func(check string, severity a2a.Severity, spec, message string) {
		ps = append(ps, document.Unplaced(check, severity, spec, message))
	}
	root, at := v.REST.Root, v.REST.Sections.Route
	if !p.Method && r.Method != "" {
		say("REST-16", a2a.SeverityError, at, "sent as "+r.Method+"; "+p.Path+" is "+strings.Join(p.Methods, " or "))
	}
	switch {
	case root != "" && p.Root != root:
		say("REST-01", a2a.SeverityError, at, fmt.Sprintf("the path has no %s; in %s all paths begin with it", root, v.Version()))
	case root == "" && p.Root != root && !strings.HasSuffix(interfacePath(r.Hint.Card, p), p.Root):
		say("REST-02", a2a.SeverityWarning, at, fmt.Sprintf("the path has %s, which is no part of %s's paths; it may be one of the interface's URL", p.Root, v.Version()))
	}
	if id.Variant == a2a.KindJSON {
		say("REST-12", a2a.SeverityError, v.REST.Sections.Body, fmt.Sprintf(
			`the bodies are those of %[1]s's JSON-RPC, with "kind"; over HTTP+JSON %[1]s has ProtoJSON. Early SDKs (a2a-js up to 0.3.7, a2a-go 2.0 to 2.3) speak so`, v.Version()))
	}
	return ps
}

// interfacePath is the path of the card's interface that a route is below.
func interfacePath(card *a2a.Card, p RouteMatch) string {
	for _, own := range interfaces(card) {
		if strings.HasPrefix(p.Base+p.Root, own) {
			return own
		}
	}
	return ""
}

// checkSent judges how the body was sent.
func checkSent(id a2a.Identity, p RouteMatch, r *binding.Request) []a2a.Problem {
	var ps []a2a.Problem
	blankBody := document.Blank(r.Body)
	if (r.Reads() || r.Method == http.MethodDelete) && !blankBody {
		ps = append(ps, document.Unplaced("REST-04", a2a.SeverityError, sections(id).Params, r.Method+" with a body; the params of "+string(p.Op)+" are in path and query"))
	}
	if bytes.Equal(bytes.TrimSpace(r.Body), []byte("null")) {
		ps = append(ps, document.Problem("REST-04/null", a2a.SeverityInfo, "$", r.JSON().Value, sections(id).Route,
			"the body is null, where there is nothing to say; some servers take it for a broken one"))
	}
	if t := wire.MediaType(r.Header); !blankBody && r.Header != nil && t != "application/json" && t != "application/a2a+json" {
		ps = append(ps, document.Unplaced("REST-11", a2a.SeverityError, sections(id).Body,
			"Content-Type is "+document.Brief(r.Header.Get("Content-Type"))+"; "+rules(id).MediaType+" was expected"))
	}
	return ps
}
