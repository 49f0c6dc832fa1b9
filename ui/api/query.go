package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/ui/web"
)

// parameter is a parameter of a route, as openapi.json describes it.
type parameter struct {
	Name, In string
	Schema   struct {
		Type string
		Enum []string
	}
}

// parametersByRoute maps a route's pattern to its query parameters.
var parametersByRoute = sync.OnceValue(func() map[string][]parameter {
	var doc struct {
		Paths map[string]map[string]struct{ Parameters []parameter }
	}
	if err := json.Unmarshal(OpenAPI, &doc); err != nil {
		panic(err) // the file is part of the program
	}
	all := map[string][]parameter{}
	for path, verbs := range doc.Paths {
		for verb, does := range verbs {
			for _, p := range does.Parameters {
				if p.In == "query" {
					pattern := strings.ToUpper(verb) + " " + path
					all[pattern] = append(all[pattern], p)
				}
			}
		}
	}
	return all
})

// checkQuery makes a route refuse a query that openapi.json does not describe.
func checkQuery(rt *web.Route) {
	known, handle := parametersByRoute()[rt.Pattern], rt.Handle
	rt.Handle = func(w http.ResponseWriter, r *http.Request) error {
		if why := queryProblem(r.URL.RawQuery, known); why != "" {
			try := "Leave the query out: this address takes no parameters."
			if len(known) > 0 {
				try = "Use only these parameters: " + strings.Join(namesOf(known), ", ") + "."
			}
			return web.Fail(http.StatusBadRequest, "The query string is invalid.", why, try)
		}
		return handle(w, r)
	}
}

// queryProblem says why a query is refused, "" if it is accepted.
func queryProblem(raw string, known []parameter) string {
	q, err := url.ParseQuery(raw)
	if err != nil {
		return fmt.Sprintf("It cannot be read: %v.", err)
	}
	for _, name := range slices.Sorted(maps.Keys(q)) {
		at := slices.Index(namesOf(known), name)
		if at < 0 {
			return fmt.Sprintf("This address has no parameter %q.", name)
		}
		if why := known[at].valueProblem(q[name]); why != "" {
			return fmt.Sprintf("%q %s.", name, why)
		}
	}
	return ""
}

// valueProblem says why the values of a parameter are refused, "" if they are accepted. An empty
// filter is valid: it selects everything.
func (p parameter) valueProblem(values []string) string {
	switch {
	case len(values) > 1 && p.Schema.Type != "array":
		return "is given more than once"
	case slices.Contains(values, "") && p.Name != "filter":
		return "is empty"
	case len(p.Schema.Enum) > 0 && !slices.Contains(p.Schema.Enum, values[0]):
		return "can only be " + strings.Join(p.Schema.Enum, ", ")
	}
	return ""
}

func namesOf(list []parameter) (names []string) {
	for _, p := range list {
		names = append(names, p.Name)
	}
	return names
}
