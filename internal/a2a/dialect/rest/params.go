package rest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// gathered are the params of a request put together from path, query and body, in one JSON
// object that a dialect can read. What is in the body keeps its offset; what came by the
// URL stands behind it.
type gathered struct {
	raw      []byte
	end      int64             // offset at which the body's own members end
	from     map[string]string // members that came by the URL, with the place they have there
	clash    []a2a.Problem     // members that body and URL have with different values
	bodiless bool
}

// member is one of a request's params that its URL holds.
type member struct {
	name  string
	value json.RawMessage
	where string // "/{task}", "?historyLength"
}

// gather puts a request's params together. body is its object, absent when there is none.
func gather(body document.Value, doc []byte, members []member) gathered {
	p := gathered{raw: []byte("{"), from: map[string]string{}, bodiless: !body.Is('{')}
	if !p.bodiless {
		p.raw = bytes.Clone(doc[:body.At+int64(len(body.Raw))-1])
	}
	p.end = int64(len(p.raw))
	for _, m := range members {
		own := body.Get(m.name)
		if own.Present() {
			if !document.SameJSON(own.Raw, m.value) {
				p.clash = append(p.clash, document.Problem("REST-14", a2a.SeverityWarning, "$."+m.name, own, "1.0 §11.3",
					"the body has "+document.Shown(own)+", the URL "+document.Shown(document.Value{Raw: m.value})+"; the URL counts"))
			}
			continue
		}
		if !bytes.HasSuffix(bytes.TrimSpace(p.raw), []byte("{")) {
			p.raw = append(p.raw, ',')
		}
		p.from[m.name] = m.where
		p.raw = append(append(append(p.raw, document.Quoted(m.name)...), ':'), m.value...)
	}
	p.raw = append(p.raw, '}')
	return p
}

// relocate moves problems to where their members are: in the body, or in the URL.
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

// inURL are the params that a request's URL holds, by the names of a form of bodies, and
// those of its query that are written otherwise than in camelCase.
func (p RouteMatch) inURL(form version.Form, url string) (all []member, odd []string) {
	for _, param := range p.Route.Params[form] {
		name, value, _ := strings.Cut(param, "=")
		all = append(all, member{name, document.Quoted(filled(value, p.Task, p.Config)), "/" + value[strings.LastIndexByte(value, '{'):]})
	}
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
		all = append(all, member{name, queryValue(name, values[len(values)-1]), "?" + spelled})
	}
	return all, odd
}

// queryNames are the params of all versions that may stand in a query. Other parameters,
// such as an API key, are none of the protocol's.
var queryNames = []string{"historyLength", "contextId", "status", "pageSize", "pageToken", "statusTimestampAfter",
	"lastUpdatedAfter", "lastUpdatedTime", "includeArtifacts", "currentGeneration", "configId", "tenant"}

// queryValue is a parameter as JSON: a number or a truth value where its name
// says so and it can be read as one, else text.
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
