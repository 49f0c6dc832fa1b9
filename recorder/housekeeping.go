package recorder

import (
	"context"
	"errors"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

const housekeepingInterval = time.Minute

// housekeep regularly removes what is marked for removal and recovers what ended programs left.
func (s *Store) housekeep(ctx context.Context) {
	tick := time.NewTicker(housekeepingInterval)
	defer tick.Stop()
	for {
		s.removeForgotten(ctx)
		s.purgeMarked(ctx)
		s.judgeEndsOfOwn(ctx)
		if s.journal != nil { // while it is recording
			s.retain(ctx)
		}
		select {
		case <-ctx.Done():
			return
		case <-s.housekeeping:
		case <-tick.C:
			if err := s.recoverDead(ctx); err != nil && ctx.Err() == nil {
				s.opts.Logger.Warn("could not recover what another program left", "err", err)
			}
		}
	}
}

func (s *Store) recoverDead(ctx context.Context) error {
	if s.readOnly() {
		return errReadOnly
	}
	j := &job{ownTransactions: true, done: make(chan error, 1), run: func(w *writer) error { return w.recoverAll(ctx) }}
	return s.await(ctx, j)
}

// abandonedAge is how long a deleted session is kept whose program was killed before it could remove it.
const abandonedAge = 24 * time.Hour

// removeForgotten removes sessions whose program deleted them and ended.
func (s *Store) removeForgotten(ctx context.Context) {
	ids, err := database.Column[string](s.readers.QueryContext(ctx, "SELECT id FROM sessions WHERE ended <> 0 AND purge = 0 AND deleted BETWEEN 1 AND ?", entry.Nanos(s.opts.Now().Add(-abandonedAge))))
	if err != nil {
		return // the next round tries again
	}
	for _, id := range ids {
		if err := s.Remove(ctx, id); err != nil && !errors.Is(err, wire.ErrNotFound) && !errors.Is(err, ErrRemovalDelegated) && ctx.Err() == nil {
			s.opts.Logger.Warn("could not remove a deleted session", "session", id, "err", err)
		}
	}
}
