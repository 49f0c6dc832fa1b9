package dialect

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// framing is how one binding puts calls, answers and events on the wire, in
// whatever version. Implementations are values without state: one file group
// each (jsonrpc*.go, rest*.go, grpc*.go), listed by framings.
type framing interface {
	binding() a2a.Binding

	// identify says what an exchange is when its request is one of this
	// binding's, and false when it is not. resp and first, the response's first
	// document, may be empty.
	identify(r *request, resp Message, first *document.Envelope, h Hint) (a2a.Identity, bool)

	// write makes the request for a call of an operation other than GetCard.
	write(d a2a.Dialect, endpoint, rpcID string, c *a2a.Call) (HTTP, []a2a.Loss, error)

	// request reads a request and keeps its call in r. response reads a plain
	// response, or a stream's head.
	request(id a2a.Identity, r *request) a2a.Reading
	response(id a2a.Identity, r *request, resp Message) a2a.Reading

	// streams reports whether a response goes to Reader.Event frame by frame.
	streams(id a2a.Identity, resp Message) bool

	// documents is what a frame carries, one at least, in the room of in;
	// event reads one of them.
	documents(f wire.Frame, in *document.Scratch) []document.Envelope
	event(id a2a.Identity, r *request, f wire.Frame, e *document.Envelope) a2a.Reading
}

// framings are the bindings the console speaks, in the order in which they may
// claim an exchange.
func framings() [3]framing { return [...]framing{gRPC{}, jsonRPC{}, httpJSON{}} }

// framingOf finds a binding's framing; exchanges of none, as cards and push
// notifications are, are framed as JSON-RPC's are.
func framingOf(b a2a.Binding) framing {
	for _, f := range framings() {
		if f.binding() == b {
			return f
		}
	}
	return jsonRPC{}
}

// Speaks returns the dialect that treats a version's bodies in a binding, false
// when the version does not have the binding or the console does not speak it.
// Version 0.3 has one for JSON-RPC and another for HTTP+JSON and gRPC, whose
// bodies are ProtoJSON. The empty binding is JSON-RPC.
func Speaks(v a2a.Version, b a2a.Binding) (version.Dialect, bool) {
	return registry.In(v, b)
}

// Bindings lists the bindings in which a version can be spoken, JSON-RPC first;
// none when the console does not speak the version.
func Bindings(v a2a.Version) []a2a.Binding {
	var all []a2a.Binding
	for _, b := range []a2a.Binding{a2a.JSONRPC, a2a.REST, a2a.GRPC} {
		if _, ok := Speaks(v, b); ok {
			all = append(all, b)
		}
	}
	return all
}
