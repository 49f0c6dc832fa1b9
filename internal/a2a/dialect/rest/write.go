package rest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Write puts a call's params where they belong: ids and tenant into the path,
// the rest into the body, or, where there is none, into the query.
func (Binding) Write(d version.Dialect, endpoint, _ string, c *a2a.Call) (binding.HTTP, []a2a.Loss, error) {
	v, ok := registry.Of(d.Version())
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
	left = slices.DeleteFunc(left, func(m jsonrepair.Member) bool { return p.holds(v.REST.Form, m.Name) })
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

// fill takes the ids that the route needs from a call.
func (p *RouteMatch) fill(c *a2a.Call) error {
	p.Task, p.Config = c.TaskID, c.PushID
	if p.Task == "" && c.Push != nil {
		p.Task = c.Push.TaskID
	}
	for _, own := range [][3]string{{"{task}", p.Task, "task id"}, {"{config}", p.Config, "id of a push config"}} {
		if own[1] == "" && strings.Contains(p.Path, own[0]) {
			return fmt.Errorf("write %s over HTTP+JSON: no %s is given, and it is part of the path", c.Op, own[2])
		}
	}
	return nil
}

// holds reports whether the path holds a param. Where tasks go by resource names, what a
// create call says of its parent stays in the body too: servers take that, and not the
// config alone, as the document has it.
func (p RouteMatch) holds(form version.Form, name string) bool {
	if form == version.Resources && p.Op == a2a.CreatePushConfig {
		return false
	}
	return name == "tenant" || slices.ContainsFunc(p.Route.Params[form], func(param string) bool { return strings.HasPrefix(param, name+"=") })
}

// asQuery writes members as a query: text as it is, all else as JSON.
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

// Fail tells an error by an HTTP status and a body: before its first event a stream fails as
// any call does.
func (b Binding) Fail(d version.Dialect, _ string, _ bool, e *a2a.Error) (wire.Head, []byte) {
	v := registry.RESTRules(a2a.Identity{Versions: []a2a.Version{d.Version()}, Binding: a2a.REST})
	status, body := Failure(v, e, 0)
	return b.Failed(status, v.REST.MediaType, false, body)
}

// Retry is the same call by the other method of its route: servers answer
// subscriptions by POST, by GET, or by both. It reports false when the request
// is none over HTTP+JSON that has another method.
func Retry(h binding.HTTP) (binding.HTTP, bool) {
	p, ok := findAny(h.Method, h.URL)
	if !ok || len(p.Methods) < 2 || h.Method != p.Methods[0] {
		return h, false
	}
	h.Method, h.Header, h.Body = p.Methods[1], h.Header.Clone(), nil
	h.Header.Del("Content-Type")
	return h, true
}

// Params are the params of a request on this route, put together from path,
// query and body as a server of the version reads them. The body is a JSON
// object or nothing; where it has an id that the path has too, its own stands,
// and it is the caller's to let the path count.
func (p RouteMatch) Params(v *version.Version, url string, body []byte) json.RawMessage {
	members, _ := p.inURL(v.REST.Form, url)
	return gather(document.ValueOf(body), body, members).raw
}

// Result is the body that an agent writes for a success over HTTP+JSON, and
// with a streaming op the data of one event.
func Result(v *version.Version, op a2a.Operation, r *a2a.Result) ([]byte, error) {
	body, err := binding.Result(v.REST, op, r)
	if err == nil && (body == nil || string(body) == "null") {
		body = json.RawMessage("{}")
	}
	return body, err
}

// Failure is the HTTP status and the body that an agent writes for an error
// over HTTP+JSON: a google.rpc.Status where the version has that (1.0 §11.6). Else nothing is fixed,
// and the body has what each of the SDKs looks for: JSON-RPC's error object, and
// beside it the Status in a member error.
// The status is the error's own unless another one is given.
func Failure(v *version.Version, e *a2a.Error, other int) (status int, body []byte) {
	row := binding.StatusOf(e.Name)
	if row.Before != 0 && !v.REST.StatusBody {
		row.Status = row.Before
	}
	if other != 0 {
		row.Status = other
	}
	message := document.Quoted(binding.Text(e))
	data := v.REST.EncodeErrorData(e)
	if v.REST.StatusBody {
		return row.Status, fmt.Appendf(nil, `{"error":%s}`, statusBody(row, message, data))
	}
	info := fmt.Appendf(nil, `[{"@type":%q,"reason":%q,"domain":"a2a-protocol.org"}]`, binding.InfoType, binding.Reason(e.Name))
	body = fmt.Appendf(nil, `{"code":%d,"message":%s`, v.REST.ErrorCode(e.Name), message)
	if data != nil {
		body = fmt.Appendf(body, `,"data":%s`, data)
	}
	return row.Status, fmt.Appendf(body, `,"error":%s}`, statusBody(row, message, info))
}

// statusBody is an error as google.rpc.Status.
func statusBody(row binding.Row, message, details []byte) []byte {
	b := fmt.Appendf(nil, `{"code":%d,"status":%q,"message":%s`, row.Status, row.RPC, message)
	if details != nil {
		b = fmt.Appendf(b, `,"details":%s`, details)
	}
	return append(b, '}')
}
