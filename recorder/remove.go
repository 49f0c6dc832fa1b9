package recorder

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/wire"
)

// Delete hides a session. Undelete brings it back until Purge or Close of the
// store that deleted it. The session being recorded cannot be deleted.
func (s *Store) Delete(ctx context.Context, id string) error {
	if t, _ := s.desk.target(); t.n != 0 && t.ID == id {
		return fmt.Errorf("delete session %s: %w; start a new session first", id, wire.ErrRecording)
	}
	x, err := s.Session(ctx, id)
	if err != nil {
		return fmt.Errorf("delete session: %w", err)
	}
	if x.Ended.IsZero() {
		return fmt.Errorf("delete session %s: %w by another program: stop that one first", id, wire.ErrRecording)
	}
	if err := s.change(ctx, "delete", id, "UPDATE sessions SET deleted = ? WHERE id = ?", nanos(s.opts.Now()), id); err != nil {
		return err
	}
	s.desk.mu.Lock()
	defer s.desk.mu.Unlock()
	if s.desk.deleted == nil {
		s.desk.deleted = map[string]bool{}
	}
	s.desk.deleted[id] = true
	return nil
}

// Undelete brings a deleted session back.
func (s *Store) Undelete(ctx context.Context, id string) error {
	if err := s.change(ctx, "bring back", id, "UPDATE sessions SET deleted = 0 WHERE id = ?", id); err != nil {
		return err
	}
	s.desk.mu.Lock()
	defer s.desk.mu.Unlock()
	delete(s.desk.deleted, id)
	return nil
}

// Purge removes for good the sessions that this store deleted, but for those that
// another program took up since.
func (s *Store) Purge(ctx context.Context) error {
	s.desk.mu.Lock()
	ids := s.desk.deleted
	s.desk.deleted = nil
	s.desk.mu.Unlock()
	var errs []error
	for id := range ids {
		if x, err := s.Session(ctx, id); err == nil && x.Deleted.IsZero() {
			continue
		}
		if err := s.Remove(ctx, id); err != nil && !errors.Is(err, wire.ErrNotFound) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Remove removes a session and all it holds for good, in transactions of at
// most 50 ms so that recording goes on beside it.
func (s *Store) Remove(ctx context.Context, id string) error {
	if t, _ := s.desk.target(); t.n != 0 && t.ID == id {
		return fmt.Errorf("remove session %s: %w; start a new session first", id, wire.ErrRecording)
	}
	x, n, err := s.session(ctx, id)
	if err != nil {
		return fmt.Errorf("remove session: %w", err)
	}
	if x.Ended.IsZero() {
		return fmt.Errorf("remove session %s: %w by another program: stop that one first", id, wire.ErrRecording)
	}
	if x.Deleted.IsZero() { // so that nobody sees it shrink
		if err := s.change(ctx, "remove", id, "UPDATE sessions SET deleted = ? WHERE id = ?", nanos(s.opts.Now()), id); err != nil {
			return err
		}
	}
	for more := true; more; {
		err := s.do(ctx, func(w *writer) error {
			var err error
			more, err = w.shrink(n, time.Now().Add(slice))
			return err
		})
		if err != nil {
			return fmt.Errorf("remove session %s: %w", id, err)
		}
	}
	return nil
}

// slice is how much of a transaction's 50 ms housekeeping takes: the rest is
// for what shares the transaction.
const slice = 25 * time.Millisecond

// errBack ends the removal of a session that somebody took up again.
var errBack = errors.New("it was brought back meanwhile; what was not yet removed stays")

// shrink removes exchanges of a session until the deadline, then the session
// itself. It reports whether there is more to do.
func (w *writer) shrink(n int64, until time.Time) (more bool, err error) {
	back, err := w.conn.number("SELECT count(*) FROM sessions WHERE n = ? AND deleted = 0", n)
	if err == nil && back > 0 {
		err = errBack
	}
	if err != nil {
		return false, err
	}
	if err := w.remember(); err != nil {
		return false, err
	}
	for time.Now().Before(until) {
		seq, err := w.conn.number("SELECT seq FROM exchanges WHERE session = ? ORDER BY seq LIMIT 1", n)
		if err != nil {
			return false, err
		}
		if seq == 0 {
			return false, w.dropSession(n)
		}
		done, err := w.dropExchange(seq)
		if err != nil {
			return false, err
		}
		if !done {
			return true, nil
		}
	}
	return true, nil
}

// dropExchange removes an exchange, large ones in several calls.
func (w *writer) dropExchange(seq int64) (done bool, err error) {
	const some = 1000
	n, err := w.conn.exec("DELETE FROM chunks WHERE key IN (SELECT key FROM chunks WHERE key BETWEEN ? AND ? LIMIT ?)",
		chunkKey(seq, 0, 0), chunkKey(seq+1, 0, 0)-1, int64(some))
	if err != nil || n == some {
		return false, err
	}
	for _, q := range []string{
		"DELETE FROM words WHERE rowid = ?", "DELETE FROM details WHERE seq = ?", "DELETE FROM gaps WHERE exchange = ? AND exchange <> 0",
		"DELETE FROM unlabelled WHERE seq = ?", "DELETE FROM unindexed WHERE seq = ?",
	} {
		if _, err := w.conn.exec(q, seq); err != nil {
			return false, err
		}
	}
	_, err = w.conn.exec("DELETE FROM exchanges WHERE seq = ?", seq)
	return true, err
}

func (w *writer) dropSession(n int64) error {
	if _, err := w.conn.exec("DELETE FROM session_origins WHERE session = ?", n); err != nil {
		return err
	}
	if _, err := w.conn.exec("DELETE FROM session_tags WHERE session = ?", n); err != nil {
		return err
	}
	if _, err := w.conn.exec("DELETE FROM gaps WHERE session = ?", n); err != nil {
		return err
	}
	_, err := w.conn.exec("DELETE FROM sessions WHERE n = ?", n)
	return err
}

func (w *writer) removeIfEmpty(n int64) error {
	count, err := w.conn.number("SELECT count(*) FROM exchanges WHERE session = ? LIMIT 1", n)
	if err != nil || count > 0 {
		return err
	}
	return w.dropSession(n)
}

// remember keeps numbers from being given out twice after the highest rows
// are gone.
func (w *writer) remember() error {
	const q = "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = max(value, excluded.value)"
	if _, err := w.conn.exec(q, "version", w.version); err != nil {
		return err
	}
	_, err := w.conn.exec(q, "seq", w.seq)
	return err
}
