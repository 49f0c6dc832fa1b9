package dialect

import (
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Elsewhere is the address of a recorded request's route below another
// interface, with the ids in path and query renamed. The interface's tenant goes
// into the path. What of the recorded path is the route's is told by the version that
// the request was read in, and by the card: the interface's own may look the same. It
// is false for what is no request over HTTP+JSON.
func Elsewhere(method, recorded string, h Hint, endpoint, tenant string, r Renaming) (string, bool) {
	p, ok := placeIn(method, recorded, h)
	if !ok {
		return "", false
	}
	query := url.Values{}
	for name, values := range wire.QueryOf(recorded) {
		if name == "tenant" {
			continue
		}
		for _, v := range values {
			if idMember(name) {
				v = r.renamed(name, v)
			}
			query.Add(name, v)
		}
	}
	return rest.URL(p.Route, endpoint, tenant, r.renamed("taskId", p.Task), r.renamed("id", p.Config), query), true
}

// placeIn finds a recorded request's route: below the card's interface, if it has one
// there, as the version has it, else as any has it.
func placeIn(method, recorded string, h Hint) (rest.Place, bool) {
	path := wire.PathOf(recorded)
	if h.Card != nil {
		path = belowInterface(h.Card, path)
	}
	if p, ok := rest.Find(h.Version, method, path); ok {
		return p, true
	}
	return rest.FindPlace(method, path)
}

// belowInterface is a path without that of the card's interface that it is below: of
// several, the longest.
func belowInterface(card *a2a.Card, path string) string {
	below := path
	for _, i := range card.Interfaces {
		rest, ok := strings.CutPrefix(path, strings.TrimSuffix(wire.PathOf(i.URL), "/"))
		if ok && i.Binding == a2a.REST && strings.HasPrefix(rest, "/") && len(rest) < len(below) {
			below = rest
		}
	}
	return below
}

// renamed is an id's new name, or its own.
func (r Renaming) renamed(member, id string) string {
	if r.ID == nil || id == "" {
		return id
	}
	if to, ok := r.ID(member, id); ok {
		return to
	}
	return id
}

// resourceName renames the ids in a resource name of 0.3's ProtoJSON,
// tasks/{task}/pushNotificationConfigs/{config}, and reports whether it is one.
func (r Renaming) resourceName(s string) (string, bool) {
	rest, ok := strings.CutPrefix(s, "tasks/")
	if !ok {
		return s, false
	}
	task, config, nested := strings.Cut(rest, "/pushNotificationConfigs/")
	s = "tasks/" + r.renamed("taskId", task)
	if nested {
		s += "/pushNotificationConfigs/" + r.renamed("id", config)
	}
	return s, true
}
