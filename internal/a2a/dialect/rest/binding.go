// Package rest is the HTTP+JSON binding: the operation is in method and path, the params
// are spread over path, query and body, and results and events have no envelope.
package rest

import (
	"fmt"
	"iter"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Binding is HTTP+JSON.
type Binding struct{ binding.JSON }

// Address is the address of a recorded request's route below another interface, with the
// ids in path and query renamed. The interface's tenant goes into the path. What of the
// recorded path is the route's is told by the version that the request was read in, and
// by the card: the interface's own may look the same.
func (Binding) Address(endpoint string, like *binding.Recorded) (string, error) {
	if like == nil {
		return endpoint, nil
	}
	p, ok := recordedRoute(like)
	if !ok {
		return "", fmt.Errorf("%s %s is no call over HTTP+JSON", like.Method, like.URL)
	}
	query := url.Values{}
	for name, values := range wire.QueryOf(like.URL) {
		if name == "tenant" {
			continue
		}
		for _, v := range values {
			if binding.IsID(name) {
				v = like.Renamed(name, v)
			}
			query.Add(name, v)
		}
	}
	return URL(p.Route, endpoint, like.Tenant, like.Renamed("taskId", p.Task), like.Renamed("id", p.Config), query), nil
}

// recordedRoute finds a recorded request's route: below the card's interface, if it has
// one there, as the version has it, else as any has it.
func recordedRoute(like *binding.Recorded) (RouteMatch, bool) {
	path := wire.PathOf(like.URL)
	below := path
	for _, own := range interfaces(like.Card) {
		if rest, ok := strings.CutPrefix(path, own); ok && strings.HasPrefix(rest, "/") && len(rest) < len(below) {
			below = rest
		}
	}
	if p, ok := Find(like.Version, like.Method, below); ok {
		return p, true
	}
	return FindAny(like.Method, below)
}

// interfaces are those of a card that speak HTTP+JSON, with their paths. The card may be
// nil.
func interfaces(card *a2a.Card) iter.Seq2[a2a.Interface, string] {
	return func(yield func(a2a.Interface, string) bool) {
		if card == nil {
			return
		}
		for _, i := range card.Interfaces {
			if i.Binding == a2a.REST && !yield(i, strings.TrimSuffix(wire.PathOf(i.URL), "/")) {
				return
			}
		}
	}
}

// rules is the version whose rules hold for an exchange, and sections where they stand.
func rules(id a2a.Identity) *version.REST           { return registry.RESTRules(id).REST }
func sections(id a2a.Identity) version.RESTSections { return rules(id).Sections }
