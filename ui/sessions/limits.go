package sessions

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/record"
)

type limits struct {
	record.Usage
	RemovedSessions []wire.Session // the last that retention removed in this run
	RemovedCount    int            // number of sessions that it removed
}

// limitsOf returns nil without a Keeper.
func (s *Screen) limitsOf(ctx context.Context, all []wire.Session) (*limits, error) {
	kept, err := record.ReadUsage(ctx, s.Keeper, all)
	if kept == nil {
		return nil, err
	}
	l := &limits{Usage: *kept}
	l.RemovedSessions, l.RemovedCount = s.Keeper.Removed()
	return l, nil
}
