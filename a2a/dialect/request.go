package dialect

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/a2a"
)

// Request writes a call in a version and binding for an endpoint. rpcID is the
// JSON-RPC id as JSON; "" leaves the id out. A Loss names what the call holds
// that the version cannot say. GetCard is a GET of the endpoint.
func Request(v a2a.Version, b a2a.Binding, endpoint, rpcID string, c *a2a.Call) (HTTP, []a2a.Loss, error) {
	d, ok := For(v)
	if !ok {
		return HTTP{}, nil, fmt.Errorf("write %s in version %s: this console speaks %s; choose one of these", c.Op, v, spoken())
	}
	if c.Op == a2a.GetCard {
		return HTTP{Method: http.MethodGet, URL: endpoint, Header: headers(d, "application/json")}, nil, nil
	}
	if b != a2a.JSONRPC {
		return HTTP{}, nil, fmt.Errorf("write %s over %q: this console speaks %s only; choose an interface with it", c.Op, b, a2a.JSONRPC)
	}
	method, ok := d.Method(c.Op)
	if !ok {
		return HTTP{}, nil, fmt.Errorf("version %s has no %s; choose a newer version", v, c.Op)
	}
	params, losses, err := d.EncodeParams(c)
	if err != nil {
		return HTTP{}, nil, fmt.Errorf("write params of %s in version %s: %w", c.Op, v, err)
	}
	body, err := envelopeOf(rpcID, method, params)
	if err != nil {
		return HTTP{}, nil, err
	}
	accept := "application/json"
	if c.Op.Streams() {
		accept = "text/event-stream"
	}
	h := headers(d, accept)
	h.Set("Content-Type", "application/json")
	return HTTP{Method: http.MethodPost, URL: endpoint, Header: h, Body: body}, losses, nil
}

func headers(d a2a.Dialect, accept string) http.Header {
	h := http.Header{"Accept": {accept}}
	for name, value := range d.Headers() {
		h.Set(name, value)
	}
	return h
}

func envelopeOf(rpcID, method string, params json.RawMessage) ([]byte, error) {
	b := []byte(`{"jsonrpc":"2.0"`)
	if rpcID != "" {
		if !json.Valid([]byte(rpcID)) {
			return nil, fmt.Errorf("JSON-RPC id %q is not JSON: put quotes around a string", rpcID)
		}
		b = append(append(b, `,"id":`...), rpcID...)
	}
	name, err := json.Marshal(method)
	if err != nil {
		return nil, err
	}
	b = append(append(b, `,"method":`...), name...)
	if params == nil {
		params = json.RawMessage(`{}`)
	}
	b = append(append(b, `,"params":`...), params...)
	return append(b, '}'), nil
}
