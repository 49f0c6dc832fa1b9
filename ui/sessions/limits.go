package sessions

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/record"
)

// limits are how much is kept, and what went by it.
type limits struct {
	record.Kept
	Gone    []wire.Session // the last that retention removed in this run
	AllGone int            // how many it removed
}

// limitsOf reads them; nil where nobody keeps any.
func (s *Screen) limitsOf(ctx context.Context, all []wire.Session) (*limits, error) {
	kept, err := record.ReadKept(ctx, s.Keeper, all)
	if kept == nil {
		return nil, err
	}
	l := &limits{Kept: *kept}
	l.Gone, l.AllGone = s.Keeper.Removed()
	return l, nil
}
