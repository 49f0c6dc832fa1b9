package dialect

import (
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

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
