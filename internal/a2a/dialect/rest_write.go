package dialect

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
)

// write puts a call's params where they belong: ids and tenant into the path,
// the rest into the body, or, where there is none, into the query.
func (httpJSON) write(d a2a.Dialect, endpoint, _ string, c *a2a.Call) (HTTP, []a2a.Loss, error) {
	v, ok := registry.Of(d.Version())
	if !ok || v.REST == nil {
		return HTTP{}, nil, fmt.Errorf("version %s has no HTTP+JSON; choose another binding", d.Version())
	}
	route, ok := rest.RouteOf(d.Version(), c.Op)
	if !ok {
		return HTTP{}, nil, fmt.Errorf("version %s has no %s over HTTP+JSON; choose another version", d.Version(), c.Op)
	}
	full, losses, err := d.EncodeParams(c)
	if err != nil {
		return HTTP{}, nil, fmt.Errorf("write params of %s in version %s: %w", c.Op, d.Version(), err)
	}
	task, config, err := idsInPath(route, c)
	if err != nil {
		return HTTP{}, nil, err
	}
	tenant := ""
	if v.REST.Tenants {
		tenant = c.Tenant
	}
	left := without(full, inPath(v, c.Op))
	out := HTTP{Method: route.Methods[0], Header: headers(d, accepts(c.Op))}
	if v.REST.Accept != "" && !c.Op.Streams() {
		out.Header.Set("Accept", v.REST.Accept)
	}
	var query url.Values
	if out.Method == http.MethodPost {
		out.Body = objectOf(left)
		out.Header.Set("Content-Type", v.REST.MediaType)
	} else {
		query = asQuery(left)
	}
	out.URL = rest.URL(route, endpoint, tenant, task, config, query)
	return out, losses, nil
}

// Retry is the same call by the other method of its route: servers answer
// subscriptions by POST, by GET, or by both. It reports false when the request
// is none over HTTP+JSON that has another method.
func Retry(h HTTP) (HTTP, bool) {
	p, ok := rest.FindPlace(h.Method, h.URL)
	if !ok || p.Op != a2a.SubscribeToTask {
		return h, false
	}
	i := slices.Index(p.Methods, h.Method)
	if i < 0 || i+1 >= len(p.Methods) {
		return h, false
	}
	h.Method = p.Methods[i+1]
	h.Header = h.Header.Clone()
	h.Header.Del("Content-Type")
	h.Body = nil
	return h, true
}

// idsInPath are the ids that a route needs.
func idsInPath(r version.Route, c *a2a.Call) (task, config string, err error) {
	task, config = c.TaskID, c.PushID
	if task == "" && c.Push != nil {
		task = c.Push.TaskID
	}
	for name, id := range map[string]string{"{task}": task, "{config}": config} {
		if !slices.ContainsFunc(rest.Segments(r.Path), func(s string) bool { return s == name || s == name+":cancel" || s == name+":subscribe" }) {
			continue
		}
		if id == "" && name == "{task}" {
			return "", "", fmt.Errorf("write %s over HTTP+JSON: no task id is given, and it is part of the path", c.Op)
		}
		if id == "" {
			return "", "", fmt.Errorf("write %s over HTTP+JSON: no id of a push config is given, and it is part of the path", c.Op)
		}
	}
	return task, config, nil
}

// inPath names the params that the path holds. Where tasks go by resource names, what
// a create call says of its parent stays in the body too: servers take that, and not
// the bare config of the document.
func inPath(v *version.Version, op a2a.Operation) []string {
	if v.REST.Resources {
		if op == a2a.CreatePushConfig {
			return nil
		}
		return []string{"name", "parent"}
	}
	switch op {
	case a2a.GetTask, a2a.CancelTask, a2a.SubscribeToTask:
		return []string{"tenant", "id"}
	case a2a.GetPushConfig, a2a.DeletePushConfig:
		return []string{"tenant", "taskId", "id"}
	case a2a.CreatePushConfig, a2a.ListPushConfigs:
		return []string{"tenant", "taskId"}
	}
	return []string{"tenant"}
}

// without is an object's members but those named.
func without(object json.RawMessage, names []string) []jsonrepair.Member {
	members, _ := jsonrepair.Object(object)
	return slices.DeleteFunc(members, func(m jsonrepair.Member) bool { return slices.Contains(names, m.Name) })
}

func objectOf(members []jsonrepair.Member) []byte {
	b := []byte("{")
	for i, m := range members {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, document.Quoted(m.Name)...), ':'), m.Value...)
	}
	return append(b, '}')
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
