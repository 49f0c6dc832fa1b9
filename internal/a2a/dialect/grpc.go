package dialect

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
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
func grpcRequest(m Message) (rpc, bool) {
	method, ok := rpcOf(m.URL)
	if !ok {
		return method, false
	}
	return method, method.speaks != nil || isGRPC(m.Header)
}

// identify goes by the path, which names the version.
func (gRPC) identify(r *request, _ Message, _ *envelope, h Hint) (a2a.Identity, bool) {
	m, ok := grpcRequest(r.Message)
	if !ok {
		return a2a.Identity{}, false
	}
	var v verdict
	if m.speaks == nil {
		v.add("gRPC service "+brief(m.service)+" is none of A2A's", false)
		return a2a.Identity{Binding: a2a.GRPC, Evidence: v.evidence}, true
	}
	v.add("gRPC service "+m.service, true, m.speaks.Version())
	if m.op() == "" {
		v.add("it has no method "+brief(m.method), false)
	}
	versionHeader(&v, r.Message)
	otherHeaders(&v, r.Header)
	known(&v, a2a.GRPC, r.URL, h)
	return a2a.Identity{Versions: v.versions, Binding: a2a.GRPC, Op: m.op(), Evidence: v.evidence}, true
}

func (gRPC) streams(id a2a.Identity, resp Message) bool {
	return id.Op.Streams() && isGRPC(resp.Header)
}

// documents leaves the message to event, which knows what it is.
func (gRPC) documents(_ wire.Frame, in *scratch) []envelope {
	return append(in.docs[:0], envelope{where: "$"})
}

// GRPCService is the full name of a version's gRPC service, false when it has
// none.
func GRPCService(v a2a.Version) (string, bool) {
	s, ok := serviceOf(v)
	if !ok {
		return "", false
	}
	return s.Service(), true
}
