package dialect

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// jsonRPC is the JSON-RPC binding, which every version has.
type jsonRPC struct{}

func (jsonRPC) binding() a2a.Binding { return a2a.JSONRPC }

func (jsonRPC) identify(r *request, _ Message, first *document.Envelope, h Hint) (a2a.Identity, bool) {
	if !r.env.Call() {
		return a2a.Identity{}, false
	}
	return identifyCall(r, first, h), true
}

func (jsonRPC) write(d a2a.Dialect, endpoint, rpcID string, c *a2a.Call) (HTTP, []a2a.Loss, error) {
	method, ok := d.Method(c.Op)
	if !ok {
		return HTTP{}, nil, fmt.Errorf("version %s has no %s; choose a newer version", d.Version(), c.Op)
	}
	params, losses, err := d.EncodeParams(c)
	if err != nil {
		return HTTP{}, nil, fmt.Errorf("write params of %s in version %s: %w", c.Op, d.Version(), err)
	}
	body, err := envelopeOf(rpcID, method, params)
	if err != nil {
		return HTTP{}, nil, err
	}
	h := headers(d, accepts(c.Op))
	h.Set("Content-Type", "application/json")
	return HTTP{Method: http.MethodPost, URL: endpoint, Header: h, Body: body}, losses, nil
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

func (jsonRPC) request(id a2a.Identity, r *request) a2a.Reading {
	if r.env.Call() {
		return readCall(id, r)
	}
	return readOther(id, r)
}

func (jsonRPC) response(id a2a.Identity, r *request, resp Message) a2a.Reading {
	if streams(resp) {
		out := reading(id, a2a.KindNone, nil)
		out.Problems = checkStreamHead(id, resp)
		return out
	}
	return readWhole(id, r, resp)
}

func (jsonRPC) streams(_ a2a.Identity, resp Message) bool { return streams(resp) }

func (jsonRPC) documents(f wire.Frame, in *document.Scratch) []document.Envelope {
	return document.EventDocuments(f, in)
}

func (jsonRPC) event(id a2a.Identity, r *request, f wire.Frame, e *document.Envelope) a2a.Reading {
	return readData(id, r, f, e)
}
