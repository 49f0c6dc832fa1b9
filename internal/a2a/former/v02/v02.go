// Package v02 is version 0.2 of the protocol, 0.2.0 to 0.2.6. Its JSON is that of
// 0.3, which package v03 holds; here is what differs: the names of methods and
// errors, and where a card is found.
package v02

import (
	"net/url"
	"path"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	v03 "github.com/a2a-console/a2a-console/internal/a2a/former/v03"
)

// Dialect is version 0.2, made by New: 0.3 but for what is here.
type Dialect struct{ v03.Dialect }

var _ a2a.Dialect = Dialect{}

// New is the dialect, with 0.2's edition of the JSON.
func New() Dialect { return Dialect{v03.Dialect{Codec: v03.Codec{Early: true}}} }

// Version is 0.2.
func (Dialect) Version() a2a.Version { return a2a.V02 }

// Method is the JSON-RPC method of an operation (0.2 §7). The extended card has
// none: it is served at a path.
func (d Dialect) Method(op a2a.Operation) (string, bool) {
	if op == a2a.GetExtendedCard {
		return "", false
	}
	return d.Dialect.Method(op)
}

// Operation is the inverse of Method.
func (d Dialect) Operation(method string) (a2a.Operation, bool) {
	op, ok := d.Dialect.Operation(method)
	if !ok || op == a2a.GetExtendedCard {
		return "", false
	}
	return op, true
}

// Operations are the operations with a method, in the specification's order.
// Listing and deleting push configs came with 0.2.5.
func (d Dialect) Operations() []a2a.Operation {
	return slices.DeleteFunc(d.Dialect.Operations(), func(op a2a.Operation) bool { return op == a2a.GetExtendedCard })
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
