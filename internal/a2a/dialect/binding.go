package dialect

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/fold"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/jsonrpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

type listing struct {
	name a2a.Binding
	binding.Binding
}

// bindings lists the console's bindings in the order in which they are offered. A new binding is one line.
// They are asked to identify an exchange from last to first; the first one accepts what no other claims.
var bindings = []listing{
	{a2a.JSONRPC, jsonrpc.Binding{}},
	{a2a.REST, rest.Binding{}},
	{a2a.GRPC, grpc.Binding{}},
}

// Register adds a binding, so that tests can show what a new one takes. Call it in TestMain.
func Register(name a2a.Binding, b binding.Binding) { bindings = append(bindings, listing{name, b}) }

// bindingOf returns a binding by name. Exchanges without one, such as cards and push notifications, are read
// like JSON-RPC.
func bindingOf(name a2a.Binding) binding.Binding {
	for _, b := range bindings {
		if b.name == name {
			return b.Binding
		}
	}
	return bindings[0].Binding
}

// Speaks returns the dialect for a version's bodies in a binding, false when the version lacks the binding or
// the console does not speak it. Version 0.3 has one for JSON-RPC and another for HTTP+JSON and gRPC, whose
// bodies are ProtoJSON. The empty binding means JSON-RPC.
func Speaks(v a2a.Version, b a2a.Binding) (version.Dialect, bool) {
	return registry.DialectOf(v, b)
}

// Bindings lists the bindings of a version, JSON-RPC first; none when the console does not speak the version.
func Bindings(v a2a.Version) []a2a.Binding {
	var all []a2a.Binding
	for _, b := range bindings {
		if _, ok := Speaks(v, b.name); ok {
			all = append(all, b.name)
		}
	}
	return all
}

// Endpoint returns the http or https URL at which to call an interface. raw, its URL in a card, may have
// another form.
func Endpoint(b a2a.Binding, raw string) (string, error) { return bindingOf(b).Address(raw, nil) }

// RebaseURL returns the URL of a recorded request at another interface, with its ids renamed.
func RebaseURL(b a2a.Binding, endpoint string, like *Recorded) (string, error) {
	return bindingOf(b).Address(endpoint, like)
}

// spliced edits strings in a body by the binding's Splice. It returns false for a JSON body.
func spliced(url string, side wire.Side, h http.Header, body []byte, edit binding.Edit) ([]byte, bool) {
	for _, b := range bindings {
		if out, ok := b.Splice(url, side, h, body, edit); ok {
			return out, true
		}
	}
	return body, false
}

// All returns the released versions that the console speaks, newest first. Callers must not change the
// result.
func All() []*version.Version { return registry.Versions() }

// Drafts returns the drafts that the console speaks. An exchange has to name a draft.
func Drafts() []*version.Version { return registry.Drafts() }

// ByName returns a version or draft, false when the console does not speak it.
func ByName(v a2a.Version) (*version.Version, bool) { return registry.ByName(v) }

// Place returns the offset in doc of the value at a finding's path, or of the value that would contain it; -1
// when doc is not readable JSON.
func Place(doc []byte, path string) int64 { return document.Place(doc, path) }

// Findings collects findings over several documents of a response.
type Findings = fold.Findings

// Labels collects an exchange's labels from its readings.
type Labels = fold.Labels

// Fail returns an error answer to a call, in the call's binding and the newest version that it may speak, or
// the newest of all when that is unknown. rpcID is the call's JSON-RPC id as JSON, "" for none. streamed puts
// the error into the only event of a stream, if the operation streams and the binding reports errors there.
func Fail(id a2a.Identity, rpcID string, streamed bool, e *a2a.Error) (wire.Head, []byte) {
	var d version.Dialect
	for _, v := range registry.Versions() {
		known, ok := v.DialectOf(id.Binding)
		if ok && slices.Contains(id.Versions, v.Version()) {
			d = known
			break
		}
		if ok && d == nil {
			d = known
		}
	}
	return bindingOf(id.Binding).Fail(d, rpcID, streamed && id.Op.Streams(), e)
}

// Request writes a call in a version and binding for an endpoint. rpcID is the JSON-RPC id as JSON; "" leaves
// the id out. A Loss names a part of the call that the version cannot express. GetCard is a GET of the
// endpoint.
func Request(v a2a.Version, b a2a.Binding, endpoint, rpcID string, c *a2a.Call) (HTTP, []a2a.Loss, error) {
	d, ok := Speaks(v, b)
	switch bindings := Bindings(v); {
	case len(bindings) == 0:
		return HTTP{}, nil, fmt.Errorf("write %s in version %s: this console speaks %s; choose one of these", c.Op, v, binding.VersionList())
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

// ExtendedCardURL returns the URL from which to GET the extended card of the agent at endpoint. It returns
// false for versions that have a method for it, or no extended card.
func ExtendedCardURL(d a2a.Dialect, endpoint string) (string, bool) {
	v, ok := registry.ByName(d.Version())
	if !ok || v.ExtendedCard == nil {
		return "", false
	}
	address, err := v.ExtendedCard(endpoint)
	return address, err == nil
}

// activate lists the call's extensions in the version's header.
func activate(d a2a.Dialect, h http.Header, c *a2a.Call) []a2a.Loss {
	if len(c.Extensions) == 0 {
		return nil
	}
	name := d.ExtensionsHeader()
	if name == "" {
		return []a2a.Loss{{Path: "extensions", Reason: string(d.Version()) + " has no extensions"}}
	}
	h.Set(name, strings.Join(c.Extensions, ", "))
	return nil
}
