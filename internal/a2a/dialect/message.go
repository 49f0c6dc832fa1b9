package dialect

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/body"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Messages of exchanges, and what is known beside them.
type (
	Message  = binding.Message
	HTTP     = binding.HTTP
	Hint     = binding.Hint
	Recorded = binding.Recorded
	Renaming = binding.Renaming
)

// HintOf is what a label of versions, "1.0" or "0.2|0.3", and the card tell of an exchange.
// The label was made with all that was known of the session. Either may be missing.
func HintOf(label string, card *a2a.Card) Hint {
	h := Hint{Card: card}
	for name := range strings.SplitSeq(label, "|") {
		if v, ok := registry.Of(a2a.Version(name)); ok {
			h.Label = append(h.Label, v.Version())
		}
	}
	return h
}

// RequestHead is the request of a recorded exchange without its body.
func RequestHead(x *wire.Exchange) Message {
	return Message{Method: x.Method, URL: x.URL, Header: x.Request.Header, Trailer: x.Request.Trailer}
}

// ResponseHead is the response of a recorded exchange without its body.
func ResponseHead(x *wire.Exchange) Message {
	return Message{Status: x.Response.Status, Header: x.Response.Header, Trailer: x.Response.Trailer}
}

// framesOf cuts a response's body into frames, at most so many.
func framesOf(resp Message, most int) []wire.Frame {
	return body.Frames(resp.Kind(), resp.Body, time.Time{}, most)
}

// firstDocument is the response's body taken apart, or the first event's that
// is JSON.
func firstDocument(resp Message) document.Envelope {
	kind := resp.Kind()
	if document.Blank(resp.Body) || kind == wire.GRPC {
		return document.Envelope{}
	}
	if kind != wire.SSE && kind != wire.Line {
		return document.Open(document.Load(resp.Body, "", ""))
	}
	for _, f := range framesOf(resp, document.MaxFrames) {
		if e := document.EventDocuments(f, new(document.Scratch))[0]; e.Object {
			return e
		}
	}
	return document.Envelope{}
}

// Request writes a call in a version and binding for an endpoint. rpcID is the
// JSON-RPC id as JSON; "" leaves the id out. A Loss names what the call holds
// that the version cannot say. GetCard is a GET of the endpoint.
func Request(v a2a.Version, b a2a.Binding, endpoint, rpcID string, c *a2a.Call) (HTTP, []a2a.Loss, error) {
	d, ok := Speaks(v, b)
	switch bindings := Bindings(v); {
	case len(bindings) == 0:
		return HTTP{}, nil, fmt.Errorf("write %s in version %s: this console speaks %s; choose one of these", c.Op, v, binding.Spoken())
	case !ok:
		return HTTP{}, nil, fmt.Errorf("write %s over %q: version %s is spoken over %s; choose an interface with one of these", c.Op, b, v, binding.Joined(bindings, func(b a2a.Binding) string { return string(b) }))
	}
	if c.Op == a2a.GetCard {
		return HTTP{Method: http.MethodGet, URL: endpoint, Header: binding.Headers(d, "application/json")}, nil, nil
	}
	if address, ok := ExtendedCardURL(d, endpoint); ok && c.Op == a2a.GetExtendedCard {
		out := HTTP{Method: http.MethodGet, URL: address, Header: binding.Headers(d, "application/json")}
		return out, activate(d, out.Header, c), nil
	}
	out, losses, err := bindingOf(b).Write(d, endpoint, rpcID, c)
	if err != nil {
		return HTTP{}, nil, err
	}
	return out, append(losses, activate(d, out.Header, c)...), nil
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

// activate lists the call's extensions in the header of the version.
func activate(d a2a.Dialect, h http.Header, c *a2a.Call) []a2a.Loss {
	if len(c.Extensions) == 0 {
		return nil
	}
	name := d.ExtensionsHeader()
	if name == "" {
		return []a2a.Loss{{Path: "extensions", Why: string(d.Version()) + " has no extensions"}}
	}
	h.Set(name, strings.Join(c.Extensions, ", "))
	return nil
}
