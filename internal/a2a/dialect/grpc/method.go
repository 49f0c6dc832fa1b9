package grpc

import (
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Method is a method of a gRPC service, as a request's path names it.
type Method struct {
	Service string
	Name    string
	Speaks  version.Service // of the newest version that has it; nil for a service that is none of A2A's
}

// MethodOf finds the method in a request's URL. Only the last two steps of the path
// count.
func MethodOf(url string) (Method, bool) {
	path := wire.PathOf(url)
	i := strings.LastIndexByte(path, '/')
	if i <= 0 {
		return Method{}, false
	}
	m := Method{Service: path[strings.LastIndexByte(path[:i], '/')+1 : i], Name: path[i+1:]}
	for _, s := range registry.Services() {
		if s.Service() == m.Service {
			m.Speaks = s
			break
		}
	}
	return m, true
}

// In is the method as the version of an exchange has it, if that has the service.
func (m Method) In(id a2a.Identity) Method {
	if s, ok := registry.ServiceOf(registry.ReadAs(id)); ok && s.Service() == m.Service {
		m.Speaks = s
	}
	return m
}

// Op is the method's operation, "" when the service has no such method.
func (m Method) Op() a2a.Operation {
	if m.Speaks == nil {
		return ""
	}
	op, _ := m.Speaks.Operation(m.Name)
	return op
}

// IsGRPC reports whether a Content-Type is one of gRPC.
func IsGRPC(h http.Header) bool {
	return wire.FramingOf(http.Header{"Content-Type": h["Content-Type"]}) == wire.GRPC
}
