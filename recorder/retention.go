package recorder

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// Retention returns the retention limits. The zero value, the default, keeps everything.
func (s *Store) Retention(ctx context.Context) (wire.Retention, error) {
	var r wire.Retention
	err := s.readers.QueryRowContext(ctx, database.Query("retention")).Scan(&r.Bytes, &r.Days)
	if err != nil {
		return r, s.wrapError("read how much is kept", err)
	}
	return r, nil
}

// SetRetention stores the retention limits. It removes nothing: Prune does, and so does the store regularly
// while it records.
func (s *Store) SetRetention(ctx context.Context, r wire.Retention) error {
	if r.Bytes < 0 || r.Days < 0 {
		return fmt.Errorf("set how much is kept: %w: a limit must not be negative", wire.ErrBadEdit)
	}
	err := s.do(ctx, func(w *writer) error {
		const q = "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
		if _, err := w.conn.Exec(q, "keep_bytes", r.Bytes); err != nil {
			return err
		}
		_, err := w.conn.Exec(q, "keep_days", int64(r.Days))
		return err
	})
	return s.wrapError("set how much is kept", err)
}

// Prune removes the sessions that exceed r, oldest first, and returns them as they were. With dry it only
// returns them.
func (s *Store) Prune(ctx context.Context, r wire.Retention, dry bool) ([]wire.Session, error) {
	return s.PruneWithProgress(ctx, r, dry, nil)
}

// PruneWithProgress is Prune that reports to progress how much of each session is removed. progress may be
// nil.
func (s *Store) PruneWithProgress(ctx context.Context, r wire.Retention, dry bool, progress Progress) ([]wire.Session, error) {
	over, err := s.expiredSessions(ctx, r)
	if err != nil || dry {
		return over, err
	}
	var gone []wire.Session
	for _, x := range over {
		now, err := s.Session(ctx, x.ID)
		if err == nil && (now.IsKept() || now.Ended.IsZero()) {
			continue // somebody pinned or continued it meanwhile
		}
		if err := s.RemoveWithProgress(ctx, x.ID, progress); errors.Is(err, wire.ErrNotFound) || errors.Is(err, wire.ErrRecording) {
			continue // it was removed, or an exchange of it is still open
		} else if err != nil && !errors.Is(err, ErrRemovalDelegated) {
			return gone, fmt.Errorf("remove what exceeds the retention limits: %w", err)
		}
		gone = append(gone, x)
	}
	return gone, nil
}

func (s *Store) expiredSessions(ctx context.Context, r wire.Retention) ([]wire.Session, error) {
	all, err := s.Sessions(ctx)
	if err != nil {
		return nil, err
	}
	lastWritten, err := s.lastWritten(ctx)
	if err != nil {
		return nil, err
	}
	var bytes int64
	for _, x := range all {
		bytes += x.Bytes
	}
	oldest := s.steadyNow().Add(-time.Duration(r.Days) * 24 * time.Hour)
	var out []wire.Session
	for i := len(all) - 1; i >= 0; i-- {
		x := all[i]
		old := r.Days > 0 && lastWritten[x.ID].Before(oldest)
		big := r.Bytes > 0 && bytes > r.Bytes
		if x.IsKept() || x.Ended.IsZero() || !old && !big {
			continue
		}
		out = append(out, x)
		bytes -= x.Bytes
	}
	return out, nil
}

// steadyNow returns the time without changes of the clock since the file was opened, so that setting the clock
// makes nothing expire.
func (s *Store) steadyNow() time.Time { return s.opened.Add(s.opts.Now().Sub(s.opened)) }

// lastWritten returns, by session id, when each session was last recorded into, imported or saved.
func (s *Store) lastWritten(ctx context.Context) (map[string]time.Time, error) {
	out := map[string]time.Time{}
	err := database.EachRow(s.query(ctx, nil, "sessions_last_written"))(func(rows *sql.Rows) error {
		var id string
		var at int64
		err := rows.Scan(&id, &at)
		out[id] = entry.Time(at)
		return err
	})
	return out, s.wrapError("list sessions", err)
}

// removals holds the sessions that retention removed. It is safe for concurrent use.
type removals struct {
	mu   sync.Mutex
	last []wire.Session
	all  int
}

const maxRemovals = 20

func (r *removals) add(gone []wire.Session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all += len(gone)
	r.last = append(r.last, gone...)
	r.last = r.last[max(0, len(r.last)-maxRemovals):]
}

// Removed returns the sessions that retention removed since the recording was opened, latest first and at most
// 20, and how many they were in all. It does not include what people removed.
func (s *Store) Removed() (last []wire.Session, all int) {
	s.removals.mu.Lock()
	defer s.removals.mu.Unlock()
	last = slices.Clone(s.removals.last)
	slices.Reverse(last)
	return last, s.removals.all
}

// retain removes what the stored limits do not keep, and logs it.
func (s *Store) retain(ctx context.Context) {
	r, err := s.Retention(ctx)
	if err != nil || r == (wire.Retention{}) {
		return
	}
	gone, err := s.Prune(ctx, r, false)
	s.removals.add(gone)
	for _, x := range gone {
		s.opts.Logger.Warn("session removed: it exceeded the retention limits", "session", x.ID, "name", x.Name, "started", x.Started,
			"exchanges", x.Exchanges, "bytes", x.Bytes)
	}
	if err != nil && ctx.Err() == nil {
		s.opts.Logger.Warn("could not remove what exceeds the retention limits", "err", err)
	}
}
