package recorder

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// Delete hides a session. Undelete brings it back until Purge or Close of this store. The session being
// recorded cannot be deleted.
func (s *Store) Delete(ctx context.Context, id string) error {
	if _, err := s.removable(ctx, "delete", id); err != nil {
		return err
	}
	if err := s.change(ctx, "delete", id, "UPDATE sessions SET deleted = ? WHERE id = ?", entry.Nanos(s.opts.Now()), id); err != nil {
		return err
	}
	s.current.mu.Lock()
	defer s.current.mu.Unlock()
	if s.current.deleted == nil {
		s.current.deleted = map[string]bool{}
	}
	s.current.deleted[id] = true
	return nil
}

// Undelete brings a deleted session back.
func (s *Store) Undelete(ctx context.Context, id string) error {
	if err := s.change(ctx, "bring back", id, "UPDATE sessions SET deleted = 0 WHERE id = ? AND purge = 0", id); err != nil {
		return err
	}
	s.current.mu.Lock()
	defer s.current.mu.Unlock()
	delete(s.current.deleted, id)
	return nil
}

// Purge removes for good the sessions that this store deleted, except those that another program brought
// back or continued since.
func (s *Store) Purge(ctx context.Context) error {
	s.current.mu.Lock()
	ids := s.current.deleted
	s.current.deleted = nil
	s.current.mu.Unlock()
	var errs []error
	for id := range ids {
		if x, err := s.Session(ctx, id); err == nil && x.Deleted.IsZero() {
			continue
		}
		if err := s.Remove(ctx, id); err != nil && !errors.Is(err, wire.ErrNotFound) && !errors.Is(err, ErrRemovalDelegated) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// ErrRemovalDelegated means that a session is hidden, and that the program which records into the file removes
// it.
var ErrRemovalDelegated = errors.New("the program that records removes it from the file")

// Remove removes a session and its contents for good, in transactions of at most 50 ms, so that recording
// continues meanwhile. If another program records into the file, that program does it, and the error is
// ErrRemovalDelegated.
func (s *Store) Remove(ctx context.Context, id string) error {
	return s.RemoveWithProgress(ctx, id, nil)
}

// RemoveWithProgress is Remove that reports to progress how many exchanges are removed. progress may be nil.
func (s *Store) RemoveWithProgress(ctx context.Context, id string, progress Progress) error {
	n, err := s.removable(ctx, "remove", id)
	if err != nil {
		return err
	}
	// The session is hidden, so that nobody sees it shrink, and marked, so that another program can finish.
	err = s.do(ctx, func(w *writer) error {
		if err := w.refuseOpen(n); err != nil {
			return err
		}
		clear(w.sessionsSeen) // exchanges that begin in it go elsewhere
		_, err := w.conn.Exec("UPDATE sessions SET purge = 1, deleted = CASE WHEN deleted = 0 THEN ? ELSE deleted END WHERE n = ?", entry.Nanos(s.opts.Now()), n)
		return err
	})
	if err != nil {
		return fmt.Errorf("remove session %s: %w", id, err)
	}
	other, err := s.recordedByOther(ctx)
	if err != nil {
		return fmt.Errorf("remove session %s: %w", id, err)
	}
	if other {
		return ErrRemovalDelegated
	}
	return s.clear(ctx, id, n, progress)
}

func (s *Store) removable(ctx context.Context, verb, id string) (int64, error) {
	if t, _ := s.current.target(); t.n != 0 && t.ID == id {
		return 0, fmt.Errorf("%s session %s: %w; start a new session first", verb, id, wire.ErrRecording)
	}
	// Other programs' journals may hold more of it than the file.
	if err := s.recoverDead(ctx); err != nil {
		return 0, fmt.Errorf("%s session %s: %w", verb, id, err)
	}
	_, n, err := s.session(ctx, id)
	if err != nil {
		return 0, fmt.Errorf("%s session: %w", verb, err)
	}
	if err := s.do(ctx, func(w *writer) error { return w.refuseOpen(n) }); err != nil {
		return 0, fmt.Errorf("%s session %s: %w", verb, id, err)
	}
	return n, nil
}

// refuseOpen returns an error while anything is recorded into a session.
func (w *writer) refuseOpen(n int64) error {
	live, err := w.conn.Number("SELECT count(*) FROM sessions WHERE n = ? AND ended = 0", n)
	if err != nil {
		return err
	}
	if live > 0 {
		return fmt.Errorf("%w by another program: stop that one first", wire.ErrRecording)
	}
	open, err := w.openIn(n)
	if err == nil && open > 0 {
		err = fmt.Errorf("%w: %d of its exchanges are still open; end them first", wire.ErrRecording, open)
	}
	return err
}

// recordedByOther reports whether another living program records into the file and this one does not.
func (s *Store) recordedByOther(ctx context.Context) (bool, error) {
	if s.journal != nil {
		return false, nil
	}
	others, err := database.Column[string](s.readers.QueryContext(ctx, "SELECT id FROM owners WHERE records = 1 AND id <> ?", s.owner.id))
	return slices.ContainsFunc(others, s.alive), err
}

// clearMarked removes a session that any program marked for removal, because its id is needed.
func (s *Store) clearMarked(ctx context.Context, id string) error {
	var n int64
	err := s.do(ctx, func(w *writer) (err error) {
		n, err = w.conn.Number("SELECT n FROM sessions WHERE id = ? AND purge = 1", id)
		return err
	})
	if err != nil || n == 0 {
		return err
	}
	return s.clear(ctx, id, n, nil)
}

// clear removes the contents of a hidden session, then the session. progress may be nil.
func (s *Store) clear(ctx context.Context, id string, n int64, progress Progress) error {
	total, left := -1, 0
	for more := true; more; {
		err := s.doUnordered(ctx, func(w *writer) (err error) {
			if more, err = w.removeSome(n, time.Now().Add(removalSlice)); progress != nil && err == nil {
				left, err = w.exchangesOf(n)
			}
			w.maintenance.purgeRemains = true
			return err
		})
		if err != nil {
			return fmt.Errorf("remove session %s: %w", id, err)
		}
		if progress != nil {
			if total < 0 {
				total = left
			}
			progress("removing session "+id, total-left, total)
		}
		if more && s.undrainedBytes() > 0 { // leaves time for traffic
			pause(ctx, removalSlice)
		}
	}
	return nil
}

// purgeMarked removes the sessions that any program marked for removal.
func (s *Store) purgeMarked(ctx context.Context) {
	list, err := database.ScanRows[sessionTarget](s.readers.QueryContext(ctx, "SELECT id, n FROM sessions WHERE purge = 1 AND deleted <> 0"))(
		func(r *sql.Rows, x *sessionTarget) error { return r.Scan(&x.ID, &x.n) })
	if err != nil || len(list) == 0 {
		return // the next round tries again
	}
	if other, err := s.recordedByOther(ctx); err != nil || other {
		return
	}
	for _, m := range list {
		if err := s.clear(ctx, m.ID, m.n, nil); err != nil && !errors.Is(err, errSessionRestored) && ctx.Err() == nil {
			s.opts.Logger.Warn("could not remove a session", "session", m.ID, "err", err)
		}
	}
}

// removalSlice is how long a removal, an import, labelling or indexing works in one transaction. The rest
// of the 50 ms is for other work in the same transaction.
const removalSlice = 25 * time.Millisecond

// errSessionRestored ends the removal of a session that somebody brought back, or that has an open
// exchange.
var errSessionRestored = errors.New("the removal stopped, because the session was restored or has open exchanges; what was not yet removed stays")

// removeSome removes exchanges of a session until the deadline, then the session itself. It reports whether more
// is left.
func (w *writer) removeSome(n int64, until time.Time) (more bool, err error) {
	back, err := w.conn.Number("SELECT count(*) FROM sessions WHERE n = ? AND deleted = 0", n)
	if err == nil && back > 0 {
		err = errSessionRestored
	}
	if err != nil {
		return false, err
	}
	if open, err := w.openIn(n); err != nil || open > 0 {
		if err == nil { // it began before the session was marked, and was drained late
			err = fmt.Errorf("%w: %d of its exchanges are still open", errSessionRestored, open)
		}
		return false, err
	}
	if err := w.saveHighWater(); err != nil {
		return false, err
	}
	for time.Now().Before(until) {
		seqs, err := database.List[int64](w.conn, "SELECT seq FROM exchanges INDEXED BY exchanges_session WHERE session = ? ORDER BY seq LIMIT 32", n)
		if err != nil {
			return false, err
		}
		if len(seqs) == 0 {
			return false, w.dropSession(n)
		}
		if err := w.dropExchanges(seqs, until); err != nil {
			return false, err
		}
	}
	return true, nil
}

func (w *writer) exchangesOf(n int64) (int, error) {
	count, err := w.conn.Number("SELECT exchanges FROM sessions WHERE n = ?", n)
	return int(count), err
}

// dropExchanges removes exchanges until the deadline. A large one takes several calls.
func (w *writer) dropExchanges(seqs []int64, until time.Time) error {
	done := 0
	for _, seq := range seqs {
		gone, err := w.dropBodies(seq)
		if err != nil {
			return err
		}
		if !gone || done > 0 && time.Now().After(until) {
			break
		}
		done++
	}
	if done == 0 {
		return nil
	}
	list := jsonText(seqs[:done])
	for _, q := range []string{
		"DELETE FROM words WHERE rowid IN (SELECT value FROM json_each(?))", "DELETE FROM details WHERE seq IN (SELECT value FROM json_each(?))",
		"DELETE FROM gaps WHERE exchange IN (SELECT value FROM json_each(?)) AND exchange <> 0",
		"DELETE FROM unlabelled WHERE seq IN (SELECT value FROM json_each(?))", "DELETE FROM unindexed WHERE seq IN (SELECT value FROM json_each(?))",
		"DELETE FROM exchanges WHERE seq IN (SELECT value FROM json_each(?))",
	} {
		if _, err := w.conn.Exec(q, list); err != nil {
			return err
		}
	}
	return nil
}

// dropBodies removes some chunks of an exchange, and reports whether none is left.
func (w *writer) dropBodies(seq int64) (gone bool, err error) {
	const some = 16 // of up to 64 KiB each, or more if imported
	n, err := w.conn.Exec("DELETE FROM chunks WHERE key IN (SELECT key FROM chunks WHERE key BETWEEN ? AND ? LIMIT ?)",
		database.ChunkKey(seq, 0, 0), database.ChunkKey(seq+1, 0, 0)-1, int64(some))
	return n < some, err
}

func (w *writer) dropSession(n int64) error {
	clear(w.sessionsSeen)
	clear(w.pairs)
	if _, err := w.conn.Exec("DELETE FROM session_origins WHERE session = ?", n); err != nil {
		return err
	}
	if _, err := w.conn.Exec("DELETE FROM session_tags WHERE session = ?", n); err != nil {
		return err
	}
	if _, err := w.conn.Exec("DELETE FROM gaps WHERE session = ?", n); err != nil {
		return err
	}
	_, err := w.conn.Exec("DELETE FROM sessions WHERE n = ?", n)
	return err
}

// removeIfEmpty removes a session that has no exchange, gap, tag, pin or note.
func (w *writer) removeIfEmpty(n int64) error {
	says, err := w.conn.Number(`SELECT EXISTS (SELECT 1 FROM exchanges WHERE session = ?1) OR EXISTS (SELECT 1 FROM gaps WHERE session = ?1)
		OR EXISTS (SELECT 1 FROM session_tags WHERE session = ?1) OR EXISTS (SELECT 1 FROM sessions WHERE n = ?1 AND (pinned <> 0 OR note <> ''))`, n)
	if err != nil || says > 0 {
		return err
	}
	return w.dropSession(n)
}

// saveHighWater keeps numbers from being used again after the highest rows are removed.
func (w *writer) saveHighWater() error {
	if err := w.raiseHighWater("version", w.version); err != nil {
		return err
	}
	return w.raiseHighWater("seq", w.seq)
}
