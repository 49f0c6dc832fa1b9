package dialect

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// gRPC is the gRPC binding: the path names service and method, bodies are
// protobuf messages with five bytes before each, and how a call ended is told in
// trailers. Readings have the ProtoJSON of a message beside its bytes; places in
// problems are those of the bytes.
type gRPC struct{}

func (gRPC) binding() a2a.Binding { return a2a.GRPC }

// grpcRequest reports whether a request is one of gRPC: by its content type, or
// by a path that nothing else has.
func grpcRequest(m Message) (grpc.Method, bool) {
	method, ok := grpc.MethodOf(m.URL)
	if !ok {
		return method, false
	}
	return method, method.Speaks != nil || grpc.IsGRPC(m.Header)
}

// identify goes by the path, which names the version.
func (gRPC) identify(r *request, _ Message, _ *document.Envelope, h Hint) (a2a.Identity, bool) {
	m, ok := grpcRequest(r.Message)
	if !ok {
		return a2a.Identity{}, false
	}
	var v evidence.Verdict
	if m.Speaks == nil {
		v.Add("gRPC service "+document.Brief(m.Service)+" is none of A2A's", false)
		return a2a.Identity{Binding: a2a.GRPC, Evidence: v.Evidence}, true
	}
	v.Add("gRPC service "+m.Service, true, m.Versions()...)
	if m.Op() == "" {
		v.Add("it has no method "+document.Brief(m.Name), false)
	}
	versionHeader(&v, r.Message)
	otherHeaders(&v, r.Header)
	known(&v, a2a.GRPC, r.URL, h)
	return a2a.Identity{Versions: v.Versions, Binding: a2a.GRPC, Op: m.Op(), Evidence: v.Evidence}, true
}

func (gRPC) streams(id a2a.Identity, resp Message) bool {
	return id.Op.Streams() && grpc.IsGRPC(resp.Header)
}

// documents leaves the message to event, which knows what it is.
func (gRPC) documents(_ wire.Frame, in *document.Scratch) []document.Envelope {
	return append(in.Docs[:0], document.Envelope{Where: "$"})
}

// GRPCService is the full name of a version's gRPC service, false when it has
// none.
func GRPCService(v a2a.Version) (string, bool) {
	s, ok := registry.ServiceOf(v)
	if !ok {
		return "", false
	}
	return s.Service(), true
}
