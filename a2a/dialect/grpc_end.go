package dialect

import (
	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/wire"
)

// untold reads the trailer that the response was given with, and says so when
// an agent ended a gRPC call without its status.
func (r *Reader) untold(outcome wire.Outcome) []a2a.Problem {
	if r.id.Binding != a2a.GRPC || r.trailed || r.resp.Status == 0 {
		return nil
	}
	if status := r.Trailer(r.resp.Trailer); r.trailed {
		r.labels.count(status.Problems, -1) // End counts what it returns
		return status.Problems
	}
	if outcome != wire.ByAgent || !isGRPC(r.resp.Header) {
		return nil
	}
	return []a2a.Problem{noPlace("", a2a.Fault, grpcSpec, "the answer ended without the trailer grpc-status: callers take that for a broken connection")}
}
