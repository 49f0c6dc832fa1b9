package sequence

import (
	"context"
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// readLost lists the gaps of a diagram, oldest first. A gap before its first call is on the
// previous page, one after its last call on the next.
func (s *Screen) readLost(ctx context.Context, d *Diagram) ([]wire.Gap, error) {
	list, err := s.Lists.Gaps(ctx, d.Query)
	if err != nil || len(list) == 0 || len(d.Calls) == 0 && d.Before > 0 {
		return nil, err
	}
	if d.Older > 0 {
		first := d.Calls[0].X.Started
		list = slices.DeleteFunc(list, func(g wire.Gap) bool { return g.From.Before(first) })
	}
	if d.Before > 0 {
		next, err := s.Library.Exchanges(ctx, d.Filter, wire.Page{After: d.Before - 1, Limit: 1})
		if err != nil {
			return nil, fmt.Errorf("read the exchanges: %w", err)
		}
		if len(next) > 0 {
			list = slices.DeleteFunc(list, func(g wire.Gap) bool { return !g.From.Before(next[0].Started) })
		}
	}
	slices.Reverse(list)
	return list, nil
}
