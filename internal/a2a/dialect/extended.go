package dialect

import (
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// ExtendedCardURL is where an agent at this endpoint serves its extended card to
// whoever GETs it; false for versions that have a method for it, or none at all.
func ExtendedCardURL(d a2a.Dialect, endpoint string) (string, bool) {
	at, ok := d.(interface {
		ExtendedCard(endpoint string) (string, error)
	})
	if !ok {
		return "", false
	}
	address, err := at.ExtendedCard(endpoint)
	return address, err == nil
}

// extendedCard is the GET of an extended card, where the version has that.
func extendedCard(d a2a.Dialect, endpoint string, c *a2a.Call) (HTTP, bool) {
	if c.Op != a2a.GetExtendedCard {
		return HTTP{}, false
	}
	address, ok := ExtendedCardURL(d, endpoint)
	return HTTP{Method: http.MethodGet, URL: address, Header: headers(d, "application/json")}, ok
}
