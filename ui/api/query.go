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

// described are the members of the query by route, as openapi.json has them.
var described = sync.OnceValue(func() map[string][]string {
	var doc struct {
		Paths map[string]map[string]struct {
			Parameters []struct{ Name, In string }
		}
	}
	if err := json.Unmarshal(OpenAPI, &doc); err != nil {
		panic(err) // it is part of the program
	}
	all := map[string][]string{}
	for path, verbs := range doc.Paths {
		for verb, does := range verbs {
			for _, p := range does.Parameters {
				if p.In == "query" {
					pattern := strings.ToUpper(verb) + " " + path
					all[pattern] = append(all[pattern], p.Name)
				}
			}
		}
	}
	return all
})

// readWhole has a route refuse a query that it would not read whole.
func readWhole(rt *web.Route) {
	known, handle := described()[rt.Pattern], rt.Handle
	rt.Handle = func(w http.ResponseWriter, r *http.Request) error {
		if why := unread(r.URL.RawQuery, known); why != "" {
			try := "It takes none: leave it out."
			if len(known) > 0 {
				try = "It takes " + strings.Join(known, ", ") + "."
			}
			return web.Fail(http.StatusBadRequest, "The query of this address was not understood.", why, try)
		}
		return handle(w, r)
	}
}

// unread is why a query would not be read whole, "" where it is.
func unread(raw string, known []string) string {
	q, err := url.ParseQuery(raw)
	if err != nil {
		return fmt.Sprintf("It cannot be read: %v.", err)
	}
	for _, name := range slices.Sorted(maps.Keys(q)) {
		switch {
		case !slices.Contains(known, name):
			return fmt.Sprintf("There is no %q here.", name)
		case len(q[name]) > 1:
			return fmt.Sprintf("%q is given more than once.", name)
		}
	}
	return ""
}
