package dialect

import (
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v03p"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
)

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
	for _, d := range versions() {
		if s, ok := d.(service); ok {
			all = append(all, s)
		}
	}
	return all
})

func serviceOf(v a2a.Version) (service, bool) {
	for _, s := range services() {
		if s.Version() == v {
			return s, true
		}
	}
	return nil, false
}
