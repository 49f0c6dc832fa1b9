// Package v02 is version 0.2 of the protocol, 0.2.0 to 0.2.6. Its JSON is that of
// 0.3, which package v03 holds; here is what differs: the names of methods and
// errors, and where a card is found.
package v02

import (
	"encoding/json"
	"net/url"
	"path"

	"github.com/a2a-console/a2a-console/internal/a2a"
	v03 "github.com/a2a-console/a2a-console/internal/a2a/dialect/v03"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// Dialect is version 0.2. The zero value is ready.
type Dialect struct{}

var _ a2a.Dialect = Dialect{}

// later is 0.3, whose methods 0.2 has but for one.
func later() v03.Dialect { return v03.Dialect{} }

// codec is 0.2's edition of the JSON.
func codec() v03.Codec { return v03.Codec{Early: true} }

// Version is 0.2.
func (Dialect) Version() a2a.Version { return a2a.V02 }

// Method is the JSON-RPC method of an operation (0.2 §7). The extended card has
// none: it is served at a path.
func (Dialect) Method(op a2a.Operation) (string, bool) {
	if op == a2a.GetExtendedCard {
		return "", false
	}
	return later().Method(op)
}

// Operation is the inverse of Method.
func (d Dialect) Operation(method string) (a2a.Operation, bool) {
	op, ok := later().Operation(method)
	if !ok || op == a2a.GetExtendedCard {
		return "", false
	}
	return op, true
}

// Operations are the operations with a method, in the specification's order.
// Listing and deleting push configs came with 0.2.5.
func (d Dialect) Operations() []a2a.Operation {
	var ops []a2a.Operation
	for _, op := range later().Operations() {
		if _, ok := d.Method(op); ok {
			ops = append(ops, op)
		}
	}
	return ops
}

// WellKnown are the card's paths (0.2 §5.3).
func (Dialect) WellKnown() []string { return []string{"/.well-known/agent.json"} }

// extendedCard is where the extended card of an agent at this URL is served:
// {url}/../agent/authenticatedExtendedCard (0.2 §7.10, from 0.2.1 on).
func extendedCard(endpoint string) (string, error) {
	u, err := url.Parse(endpoint)
	if err != nil {
		return "", err
	}
	u.Path, u.RawPath, u.RawQuery, u.Fragment = path.Join("/", u.Path, "../agent/authenticatedExtendedCard"), "", "", ""
	return u.String(), nil
}

// ErrorCode is the code of an error, or of the nearest that 0.2 has.
func (Dialect) ErrorCode(name a2a.ErrorName) int {
	if name = v03.Nearest(name); name == a2a.ExtendedCardNotConfigured {
		name = a2a.UnsupportedOperation
	}
	return v03.Errors().Code(name)
}

// ErrorName is the error of a code, OtherError when 0.2 defines none.
func (Dialect) ErrorName(code int) a2a.ErrorName { return v03.Errors().Name(code) }

// EncodeParams writes the params of a request.
func (Dialect) EncodeParams(c *a2a.Call) (json.RawMessage, []a2a.Loss, error) {
	return codec().EncodeParams(c)
}

// ReadParams reads the params of a request.
func (Dialect) ReadParams(op a2a.Operation, raw json.RawMessage) (*a2a.Call, []a2a.Problem) {
	return codec().ReadParams(op, raw)
}

// EncodeResult writes a result, or an event of a streaming operation.
func (Dialect) EncodeResult(op a2a.Operation, r *a2a.Result) (json.RawMessage, []a2a.Loss, error) {
	return codec().EncodeResult(op, r)
}

// ReadParamsAt is ReadParams of a value in a document taken apart already.
func (Dialect) ReadParamsAt(op a2a.Operation, p jsonio.Place) (*a2a.Call, []a2a.Problem) {
	return codec().ReadParamsAt(op, p)
}

// ReadResultAt is ReadResult of a value in a document taken apart already.
func (Dialect) ReadResultAt(op a2a.Operation, p jsonio.Place) (*a2a.Result, []a2a.Problem) {
	return codec().ReadResultAt(op, p)
}

// ReadResult reads a response's result, or an event of a streaming operation.
func (Dialect) ReadResult(op a2a.Operation, raw json.RawMessage) (*a2a.Result, []a2a.Problem) {
	return codec().ReadResult(op, raw)
}

// EncodeErrorData makes an error's data, which may be any JSON.
func (Dialect) EncodeErrorData(e *a2a.Error) json.RawMessage { return codec().EncodeErrorData(e) }

// CheckErrorData finds nothing: error.data is any JSON.
func (Dialect) CheckErrorData(code int, data json.RawMessage) []a2a.Problem {
	return codec().CheckErrorData(code, data)
}

// EncodePush makes the body of a push notification, a task.
func (Dialect) EncodePush(r *a2a.Result) (json.RawMessage, error) { return codec().EncodePush(r) }

// ReadPush reads the body of a push notification.
func (Dialect) ReadPush(raw json.RawMessage) (*a2a.Result, []a2a.Problem) {
	return codec().ReadPush(raw)
}

// EncodeCard writes an Agent Card of version 0.2.
func (Dialect) EncodeCard(c *a2a.Card) (json.RawMessage, []a2a.Loss, error) {
	return codec().EncodeCard(c)
}

// ReadCard reads an Agent Card of version 0.2.
func (Dialect) ReadCard(raw json.RawMessage) (*a2a.Card, []a2a.Problem) { return codec().ReadCard(raw) }

// Headers are none: before 1.0 there are no service parameters but extensions.
func (Dialect) Headers() map[string]string { return nil }

// ExtensionsHeader lists the extensions of a call, as the extensions
// themselves ask for it; the specification does not name it.
func (Dialect) ExtensionsHeader() string { return "X-A2A-Extensions" }
