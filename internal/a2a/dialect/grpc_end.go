package dialect

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// untold reads the trailer that the response was given with, where nobody gave it
// to the reader. Calls that the agent did not end need none.
func (r *Reader) untold(outcome wire.Outcome) []a2a.Problem {
	if r.id.Binding != a2a.GRPC || r.trailed || r.resp.Status == 0 || outcome != wire.ByAgent && len(r.resp.Trailer) == 0 {
		return nil
	}
	status := r.Trailer(r.resp.Trailer)
	r.labels.count(status.Problems, -1) // End counts what it returns
	return status.Problems
}
