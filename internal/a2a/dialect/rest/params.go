package rest

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Params are the params of a request put together from path, query and body, in
// one JSON object that a dialect can read. What is in the body keeps its offset;
// what came by the URL stands behind it.
type Params struct {
	Raw   []byte
	end   int64             // offset at which the body's own members end
	from  map[string]string // members that came by the URL, with the place they have there
	Clash []a2a.Problem     // members that body and URL have with different values

	bodiless bool
}

// Member is one of a request's params that its URL holds.
type Member struct {
	Name  string
	Value json.RawMessage
	Where string // "/{task}", "?historyLength"
}

// Gather puts a request's params together. body is its object, absent when there
// is none.
func Gather(body document.Value, doc []byte, members []Member) Params {
	p := Params{Raw: []byte("{}"), end: 1, from: map[string]string{}, bodiless: true}
	first := true
	if body.Is('{') {
		p.bodiless = false
		p.end = body.At + int64(len(body.Raw)) - 1
		p.Raw = append([]byte(nil), doc[:p.end+1]...)
		body.Each(func(string, document.Value) bool { first = false; return false })
	}
	var b []byte
	for _, m := range members {
		own := body.Get(m.Name)
		if own.Present() {
			if !document.SameJSON(own.Raw, m.Value) {
				p.Clash = append(p.Clash, document.Problem("REST-14", a2a.SeverityWarning, "$."+m.Name, own, "1.0 §11.3",
					"the body has "+document.Shown(own)+", the URL "+document.Shown(document.Value{Raw: m.Value})+"; the URL counts"))
			}
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		p.from[m.Name] = m.Where
		b = append(append(append(b, document.Quoted(m.Name)...), ':'), m.Value...)
	}
	p.Raw = append(append(p.Raw[:p.end], b...), '}')
	return p
}

// Relocate moves problems to where their members are: in the body, or in the URL.
func (p Params) Relocate(ps []a2a.Problem) []a2a.Problem {
	for i, q := range ps {
		if q.Offset >= p.end || p.bodiless {
			ps[i].Offset = -1
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(q.Path, "$."), ".")
		if where, ok := p.from[name]; ok {
			ps[i].Path = where
		}
	}
	return ps
}

// PathMembers are the params that a path holds, by the names of the form that
// the bodies have.
func PathMembers(v *version.Version, kind bool, p RouteMatch) []Member {
	text := func(name, s, where string) Member { return Member{name, document.Quoted(s), where} }
	const task, config = "/{task}", "/{config}"
	if p.Task == "" {
		return nil
	}
	push := slices.Contains([]a2a.Operation{a2a.CreatePushConfig, a2a.GetPushConfig, a2a.ListPushConfigs, a2a.DeletePushConfig}, p.Op)
	switch {
	case kind && p.Op == a2a.CreatePushConfig:
		return []Member{text("taskId", p.Task, task)}
	case kind && p.Config != "":
		return []Member{text("id", p.Task, task), text("pushNotificationConfigId", p.Config, config)}
	case v.REST.Resources && !kind:
		name := "tasks/" + p.Task
		if p.Config != "" {
			return []Member{text("name", name+"/pushNotificationConfigs/"+p.Config, config)}
		}
		if push {
			return []Member{text("parent", name, task)}
		}
		return []Member{text("name", name, task)}
	case p.Config != "":
		return []Member{text("taskId", p.Task, task), text("id", p.Config, config)}
	case push && !kind:
		return []Member{text("taskId", p.Task, task)}
	}
	return []Member{text("id", p.Task, task)}
}

// QueryMembers are the params that a query holds, and those of them that are
// written otherwise than in camelCase. Other parameters, such as an API key, are
// none of the protocol's.
func QueryMembers(url string) (members []Member, odd []string) {
	query := wire.QueryOf(url)
	for _, name := range queryNames {
		spelled := name
		if !query.Has(name) {
			spelled = strings.ToLower(binding.Split(name, "_"))
		}
		values := query[spelled]
		if len(values) == 0 {
			continue
		}
		if spelled != name {
			odd = append(odd, spelled)
		}
		members = append(members, Member{name, queryValue(name, values[len(values)-1]), "?" + spelled})
	}
	return members, odd
}

// queryNames are the params of all versions that may stand in a query.
var queryNames = []string{"historyLength", "contextId", "status", "pageSize", "pageToken", "statusTimestampAfter",
	"lastUpdatedAfter", "lastUpdatedTime", "includeArtifacts", "currentGeneration", "configId", "tenant"}

// queryValue is a parameter as JSON: a number or a truth value where its name
// says so and it can be read as one, else text.
func queryValue(name, s string) json.RawMessage {
	switch name {
	case "historyLength", "pageSize":
		if n, err := strconv.ParseInt(s, 10, 64); err == nil {
			return json.RawMessage(strconv.FormatInt(n, 10))
		}
	case "includeArtifacts":
		if b, err := strconv.ParseBool(s); err == nil {
			return json.RawMessage(strconv.FormatBool(b))
		}
	}
	return document.Quoted(s)
}
