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

// A listing is a binding with its name.
type listing struct {
	name a2a.Binding
	binding.Binding
}

// bindings are those that the console speaks, in the order in which they are offered. A
// new binding is one line. They may claim an exchange from the last to the first, which
// reads what is none's.
var bindings = []listing{
	{a2a.JSONRPC, jsonrpc.Binding{}},
	{a2a.REST, rest.Binding{}},
	{a2a.GRPC, grpc.Binding{}},
}

// Register adds a binding, for tests of what a new one takes: call it in TestMain.
func Register(name a2a.Binding, b binding.Binding) { bindings = append(bindings, listing{name, b}) }

// bindingOf finds a binding by its name. Exchanges of none, as cards and push
// notifications are, are read as JSON-RPC's are.
func bindingOf(name a2a.Binding) binding.Binding {
	for _, b := range bindings {
		if b.name == name {
			return b.Binding
		}
	}
	return bindings[0].Binding
}

// Speaks returns the dialect that treats a version's bodies in a binding, false
// when the version does not have the binding or the console does not speak it.
// Version 0.3 has one for JSON-RPC and another for HTTP+JSON and gRPC, whose
// bodies are ProtoJSON. The empty binding is JSON-RPC.
func Speaks(v a2a.Version, b a2a.Binding) (version.Dialect, bool) {
	return registry.DialectOf(v, b)
}

// Bindings lists the bindings in which a version can be spoken, JSON-RPC first;
// none when the console does not speak the version.
func Bindings(v a2a.Version) []a2a.Binding {
	var all []a2a.Binding
	for _, b := range bindings {
		if _, ok := Speaks(v, b.name); ok {
			all = append(all, b.name)
		}
	}
	return all
}

// Endpoint is the http or https URL at which an interface is called, which may be
// written otherwise.
func Endpoint(b a2a.Binding, raw string) (string, error) { return bindingOf(b).Address(raw, nil) }

// RebaseURL is the address for a recorded request at another interface, with the ids in
// it renamed.
func RebaseURL(b a2a.Binding, endpoint string, like *Recorded) (string, error) {
	return bindingOf(b).Address(endpoint, like)
}

// spliced changes texts in a body of the binding that an exchange is of, false where
// that is JSON.
func spliced(url string, side wire.Side, h http.Header, body []byte, edit binding.Edit) ([]byte, bool) {
	for _, b := range bindings {
		if out, ok := b.Splice(url, side, h, body, edit); ok {
			return out, true
		}
	}
	return body, false
}

// All returns the versions the console speaks, newest first. Callers do not change it.
func All() []*version.Version { return registry.Versions() }

// Drafts returns the drafts of versions that the console speaks where they are named.
func Drafts() []*version.Version { return registry.Drafts() }

// ByName returns a version by name.
func ByName(v a2a.Version) (*version.Version, bool) { return registry.ByName(v) }

// Place is the offset in a document of what a finding's path names, or of what would
// hold that; -1 when the document is none.
func Place(doc []byte, path string) int64 { return document.Place(doc, path) }

// Findings folds what several documents of a response have in common.
type Findings = fold.Findings

// Labels gathers what readings conclude about an exchange.
type Labels = fold.Labels

// Fail is what answers a call with an error, in the binding of the call and the newest
// version that it may speak, which is the newest of all where that is unknown. rpcID is the JSON-RPC id of the call as JSON, ""
// for none. streamed has the error as the only event of a stream, where the operation
// streams and the binding tells errors there.
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

// Request writes a call in a version and binding for an endpoint. rpcID is the
// JSON-RPC id as JSON; "" leaves the id out. A Loss names what the call holds
// that the version cannot say. GetCard is a GET of the endpoint.
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

// ExtendedCardURL is where an agent at this endpoint serves its extended card to
// whoever GETs it; false for versions that have a method for it, or none at all.
func ExtendedCardURL(d a2a.Dialect, endpoint string) (string, bool) {
	v, ok := registry.ByName(d.Version())
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
		return []a2a.Loss{{Path: "extensions", Reason: string(d.Version()) + " has no extensions"}}
	}
	h.Set(name, strings.Join(c.Extensions, ", "))
	return nil
}
