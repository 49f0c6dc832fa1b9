package registry

import (
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v03p"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
)

// Service is a dialect that has gRPC.
type Service interface {
	a2a.Dialect
	Service() string // full name
	Messages(a2a.Operation) (request, response string)
	Schema() *protobuf.Schema
}

// Services are those of all versions. Callers do not change the result.
var Services = sync.OnceValue(func() []Service {
	all := []Service{v03p.Dialect{}}
	for _, d := range Versions() {
		if s, ok := d.(Service); ok {
			all = append(all, s)
		}
	}
	return all
})

// ServiceOf is the dialect of a version over gRPC, false when it has none.
func ServiceOf(v a2a.Version) (Service, bool) {
	for _, s := range Services() {
		if s.Version() == v {
			return s, true
		}
	}
	return nil, false
}
