package dialect

import (
	"net/http"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v03p"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// gRPC is the gRPC binding: the path names service and method, bodies are
// protobuf messages with five bytes before each, and how a call ended is told in
// trailers. Readings have the ProtoJSON of a message beside its bytes; places in
// problems are those of the bytes.
type gRPC struct{}

// service is a dialect that has gRPC.
type service interface {
	a2a.Dialect
	Service() string // full name
	Messages(a2a.Operation) (request, response string)
	Schema() protobuf.Schema
}

// services are those of all versions. Callers do not change the result.
var services = sync.OnceValue(func() []service {
	all := []service{v03p.Dialect{}}
	for _, d := range All() {
		if s, ok := d.(service); ok {
			all = append(all, s)
		}
	}
	return all
})

func (gRPC) binding() a2a.Binding { return a2a.GRPC }

func (gRPC) dialect(v a2a.Version) (a2a.Dialect, bool) {
	s, ok := serviceOf(v)
	return s, ok
}

func serviceOf(v a2a.Version) (service, bool) {
	for _, s := range services() {
		if s.Version() == v {
			return s, true
		}
	}
	return nil, false
}

// rpc is a method of a gRPC service, as a request's path names it.
type rpc struct {
	service string
	method  string
	speaks  service // nil for a service that is none of A2A's
}

// rpcOf finds the method in a request's URL. Only the last two steps of the path
// count.
func rpcOf(url string) (rpc, bool) {
	path := pathOf(url)
	i := strings.LastIndexByte(path, '/')
	if i <= 0 {
		return rpc{}, false
	}
	m := rpc{service: path[strings.LastIndexByte(path[:i], '/')+1 : i], method: path[i+1:]}
	for _, s := range services() {
		if s.Service() == m.service {
			m.speaks = s
		}
	}
	return m, true
}

// op is the method's operation, "" when the service has no such method.
func (m rpc) op() a2a.Operation {
	if m.speaks == nil {
		return ""
	}
	op, _ := m.speaks.Operation(m.method)
	return op
}

func isGRPC(h http.Header) bool {
	bare := http.Header{"Content-Type": h["Content-Type"]}
	return wire.FramingOf(bare) == wire.GRPC
}

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
