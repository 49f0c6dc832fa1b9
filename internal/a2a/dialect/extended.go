package dialect

import (
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// extendedCard is the GET of an extended card, where the version has that.
func extendedCard(d a2a.Dialect, endpoint string, c *a2a.Call) (HTTP, bool) {
	if c.Op != a2a.GetExtendedCard {
		return HTTP{}, false
	}
	address, ok := ExtendedCardURL(d, endpoint)
	return HTTP{Method: http.MethodGet, URL: address, Header: headers(d, "application/json")}, ok
}
