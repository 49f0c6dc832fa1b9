package sessions

import (
	"context"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/record"
)

// limits are how much is kept, and what went by it.
type limits struct {
	Set     wire.Retention
	Kept    int64          // bytes of all sessions
	Gone    []wire.Session // the last that retention removed in this run
	AllGone int            // how many it removed
}

// limitsOf reads them; nil where nobody keeps any.
func (s *Screen) limitsOf(ctx context.Context, all []wire.Session) (*limits, error) {
	if s.Keeper == nil {
		return nil, nil
	}
	set, err := s.Keeper.Retention(ctx)
	if err != nil {
		return nil, fmt.Errorf("read how much is kept: %w", err)
	}
	l := &limits{Set: set, Kept: record.BytesOf(all)}
	l.Gone, l.AllGone = s.Keeper.Removed()
	return l, nil
}
