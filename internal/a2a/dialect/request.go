package dialect

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// Request writes a call in a version and binding for an endpoint. rpcID is the
// JSON-RPC id as JSON; "" leaves the id out. A Loss names what the call holds
// that the version cannot say. GetCard is a GET of the endpoint.
func Request(v a2a.Version, b a2a.Binding, endpoint, rpcID string, c *a2a.Call) (HTTP, []a2a.Loss, error) {
	d, ok := Speaks(v, b)
	switch bindings := Bindings(v); {
	case len(bindings) == 0:
		return HTTP{}, nil, fmt.Errorf("write %s in version %s: this console speaks %s; choose one of these", c.Op, v, spoken())
	case !ok:
		return HTTP{}, nil, fmt.Errorf("write %s over %q: version %s is spoken over %s; choose an interface with one of these", c.Op, b, v, listed(bindings))
	}
	if c.Op == a2a.GetCard {
		return HTTP{Method: http.MethodGet, URL: endpoint, Header: headers(d, "application/json")}, nil, nil
	}
	if out, ok := extendedCard(d, endpoint, c); ok {
		return out, activate(d, out.Header, c), nil
	}
	out, losses, err := framingOf(b).write(d, endpoint, rpcID, c)
	if err != nil {
		return HTTP{}, nil, err
	}
	return out, append(losses, activate(d, out.Header, c)...), nil
}

// accepts is what a caller of an operation takes for an answer.
func accepts(op a2a.Operation) string {
	if op.Streams() {
		return "text/event-stream"
	}
	return "application/json"
}

func listed(bs []a2a.Binding) string {
	var words []string
	for _, b := range bs {
		words = append(words, string(b))
	}
	return strings.Join(words, ", ")
}

func headers(d a2a.Dialect, accept string) http.Header {
	h := http.Header{"Accept": {accept}}
	for name, value := range d.Headers() {
		h.Set(name, value)
	}
	return h
}

// ExtendedCardURL is where an agent at this endpoint serves its extended card to
// whoever GETs it; false for versions that have a method for it, or none at all.
func ExtendedCardURL(d a2a.Dialect, endpoint string) (string, bool) {
	v, ok := registry.Of(d.Version())
	if !ok || v.ExtendedCard == nil {
		return "", false
	}
	address, err := v.ExtendedCard(endpoint)
	return address, err == nil
}
