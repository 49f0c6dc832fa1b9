package dialect

import (
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/a2a"
)

// cardAtPath is a version that serves its extended card at a path in place of a
// method.
type cardAtPath interface {
	ExtendedCard(endpoint string) (string, error)
}

// extendedCard is the GET of an extended card at its path; false where the
// version has an operation for it, or none at all.
func extendedCard(d a2a.Dialect, endpoint string, c *a2a.Call) (HTTP, bool, error) {
	at, ok := d.(cardAtPath)
	if !ok || c.Op != a2a.GetExtendedCard {
		return HTTP{}, false, nil
	}
	address, err := at.ExtendedCard(endpoint)
	if err != nil {
		return HTTP{}, true, fmt.Errorf("find the extended card of version %s: %w", d.Version(), err)
	}
	return HTTP{Method: http.MethodGet, URL: address, Header: headers(d, "application/json")}, true, nil
}
