package recorder

import (
	"context"
	"errors"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// housekeepingInterval is how often housekeeping looks for what programs left that ended.
const housekeepingInterval = time.Minute

// housekeep removes what is to be removed, and takes up what programs left that
// ended, now and then.
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
				s.opts.Logger.Warn("what another program left was not recovered", "err", err)
			}
		}
	}
}

// recoverDead recovers what programs left that ended.
func (s *Store) recoverDead(ctx context.Context) error {
	if s.readOnly() {
		return errReadOnly
	}
	j := &job{ownTransactions: true, done: make(chan error, 1), run: func(w *writer) error { return w.recoverAll(ctx) }}
	return s.await(ctx, j)
}

// abandonedAge is how long a deleted session outlives a program that was killed
// before it could remove it.
const abandonedAge = 24 * time.Hour

// removeForgotten removes what programs deleted that ended.
func (s *Store) removeForgotten(ctx context.Context) {
	ids, err := database.Column[string](s.readers.QueryContext(ctx, "SELECT id FROM sessions WHERE ended <> 0 AND purge = 0 AND deleted BETWEEN 1 AND ?", entry.Nanos(s.opts.Now().Add(-abandonedAge))))
	if err != nil {
		return // the next round sees to it
	}
	for _, id := range ids {
		if err := s.Remove(ctx, id); err != nil && !errors.Is(err, wire.ErrNotFound) && !errors.Is(err, ErrRemovalDelegated) && ctx.Err() == nil {
			s.opts.Logger.Warn("deleted session not removed", "session", id, "err", err)
		}
	}
}
