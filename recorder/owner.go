package recorder

import (
	"context"
	"crypto/rand"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
	"github.com/a2a-console/a2a-console/recorder/journal"
)

// owner identifies this process in a record. The sessions that it records or imports are its own while it
// holds the lock.
type owner struct {
	id    string
	base  string // of its journal and lock
	lock  *journal.Lock
	first int64 // oldest segment of the journal that still exists
}

const diedProblem = "The recorder stopped before this exchange ended: the console was killed or crashed. What was recorded until then is here; send it again to see the rest."

// journalBase returns the path of an owner's journal, without suffixes. The owner's id may come from a file
// that somebody sent, so it is escaped: the journal is always beside the record.
func journalBase(path, owner string) string { return path + "-tape-" + url.PathEscape(owner) }

// registerOwner makes this process an owner.
func (s *Store) registerOwner() error {
	var raw [8]byte
	rand.Read(raw[:])
	s.owner.id = hex.EncodeToString(raw[:])
	s.owner.base, s.owner.first = journalBase(s.path(), s.owner.id), 1
	var err error
	if s.owner.lock, err = journal.AcquireLock(s.owner.base); err != nil {
		return database.Explain(s.doing, err)
	}
	_, err = s.writer.conn.Exec("INSERT INTO owners (id, pid, started, records) VALUES (?, ?, ?, ?)",
		s.owner.id, int64(os.Getpid()), entry.Nanos(s.opts.Now()), database.BoolInt(!s.opts.NoSession))
	return database.Explain(s.doing, err)
}

// unregisterOwner undoes registerOwner, once the journal is drained.
func (s *Store) unregisterOwner() error {
	if s.owner.lock == nil {
		return nil
	}
	var errs []error
	if s.journal != nil {
		errs = append(errs, s.journal.Close())
	}
	if s.note.file != nil {
		errs = append(errs, s.note.file.Close())
	}
	if at, err := s.writer.position(s.owner.id); err == nil && (s.journal == nil || s.journal.Offset(at) >= s.journal.End()) {
		err := s.writer.runJob(&job{run: func(w *writer) error { return w.closeOwner(s.owner.id) }})
		if err == nil {
			err = journal.RemoveAll(s.owner.base)
		}
		if err == nil {
			return errors.Join(append(errs, s.owner.lock.Release())...)
		}
		errs = append(errs, err)
	}
	// The next program that opens the file recovers what is left.
	return errors.Join(append(errs, s.owner.lock.Close())...)
}

// alive reports whether an owner's process exists, even if it is stopped.
func (s *Store) alive(id string) bool {
	if id == "" || id == s.owner.id {
		return id != ""
	}
	if journal.IsOwnerAlive(journalBase(s.path(), id)) {
		return true
	}
	var pid int
	err := s.readers.QueryRow("SELECT pid FROM owners WHERE id = ?", id).Scan(&pid)
	return err == nil && s.unlocked(id, pid)
}

// unlocked reports whether somebody removed an owner's lock file while its process runs. The owner keeps what
// it owns.
func (s *Store) unlocked(id string, pid int) bool {
	_, err := os.Stat(journalBase(s.path(), id) + ".lock")
	return errors.Is(err, fs.ErrNotExist) && pid != 0 && pid != os.Getpid() && !database.HasExited(pid)
}

// addSession adds a session. pid is 0 for a side session.
func (w *writer) addSession(x wire.Session, owner string, pid int, now time.Time) (int64, error) {
	n, err := w.newSession()
	if err != nil {
		return 0, err
	}
	_, err = w.conn.Exec("INSERT INTO sessions (n, id, name, started, owner, pid, beat) VALUES (?, ?, ?, ?, ?, ?, ?)",
		n, x.ID, x.Name, entry.Nanos(x.Started), owner, int64(pid), entry.Nanos(now))
	return n, err
}

// newSession returns a number that no other session ever had.
func (w *writer) newSession() (int64, error) {
	n, err := w.conn.Number("SELECT 1 + max((SELECT coalesce(max(n), 0) FROM sessions), (SELECT coalesce(max(value), 0) FROM meta WHERE name = 'session'))")
	if err != nil {
		return 0, err
	}
	return n, w.raiseHighWater("session", n)
}

// claimSession makes a session this process's own, unless another living process still records into it.
// If two shared it, the first to end would end it for both, and an ended session may be removed.
func (w *writer) claimSession(n int64, now time.Time) error {
	var owner string
	var ended int64
	err := w.conn.Each(func(v []driver.Value) error {
		owner, ended = v[0].(string), v[1].(int64)
		return nil
	}, "SELECT owner, ended FROM sessions WHERE n = ?", n)
	if err != nil {
		return err
	}
	if owner != w.store.owner.id && w.store.alive(owner) {
		open, err := w.openIn(n)
		if err != nil {
			return err
		}
		if ended == 0 || open > 0 {
			return wire.ErrRecording
		}
	}
	_, err = w.conn.Exec("UPDATE sessions SET ended = 0, deleted = 0, owner = ?, pid = ?, beat = ? WHERE n = ?", w.store.owner.id, int64(os.Getpid()), entry.Nanos(now), n)
	return err
}

// openIn counts the open exchanges of a session.
func (w *writer) openIn(n int64) (int64, error) {
	return w.conn.Number(database.Query("open_count"), n)
}

func (w *writer) endSession(n int64, now time.Time) error {
	_, err := w.conn.Exec("UPDATE sessions SET ended = ?1, beat = ?1 WHERE n = ?2 AND ended = 0", entry.Nanos(now), n)
	return err
}

// recoverAll recovers what ended processes left: it drains their journals, closes their open exchanges and
// ends their sessions. What cannot be recovered now is left for the next time.
func (w *writer) recoverAll(ctx context.Context) error {
	pids := map[string]int{}
	err := w.conn.Each(func(v []driver.Value) error {
		pids[v[0].(string)] = int(v[1].(int64))
		return nil
	}, "SELECT id, pid FROM owners WHERE id <> ?", w.store.owner.id)
	if err != nil {
		return err
	}
	for id, pid := range pids {
		if w.store.unlocked(id, pid) {
			continue
		}
		if err := w.recover(ctx, id); err != nil && !errors.Is(err, journal.ErrOwned) {
			w.store.opts.Logger.Error("could not recover what a program left when it ended", "journal", journalBase(w.store.path(), id), "err", err)
		}
	}
	return w.recoverStrays(pids)
}

// recoverStrays recovers what belongs to no owner: open sessions and journal files.
func (w *writer) recoverStrays(owners map[string]int) error {
	strays, err := database.List[string](w.conn, "SELECT DISTINCT owner FROM sessions WHERE ended = 0 AND owner NOT IN (SELECT id FROM owners)")
	if err != nil {
		return err
	}
	for _, id := range strays {
		if err := w.runJob(&job{run: func(w *writer) error { return w.closeOwner(id) }}); err != nil {
			return err
		}
	}
	bases, err := journal.Bases(journalBase(w.store.path(), ""))
	if err != nil {
		return nil // the files do no harm
	}
	for _, base := range bases {
		id := strings.TrimPrefix(base, journalBase(w.store.path(), ""))
		if _, known := owners[id]; known || id == w.store.owner.id {
			continue
		}
		lock, err := journal.TakeOver(base)
		if err != nil {
			continue // being created
		}
		at, err := w.position(id)
		if err == nil && at.Segment == 0 {
			err = journal.RemoveAll(base)
		}
		if err := errors.Join(err, lock.Release()); err != nil {
			w.store.opts.Logger.Debug("journal not removed", "journal", base, "err", err)
		}
	}
	return nil
}

// recover recovers what one process left. While that process lives, recover drains its journal as far as
// written, and returns ErrOwned.
func (w *writer) recover(ctx context.Context, id string) error {
	base := journalBase(w.store.path(), id)
	lock, err := journal.TakeOver(base)
	if err != nil && !errors.Is(err, journal.ErrOwned) {
		return err
	}
	s := newJournalSource(id, journal.NewReader(base))
	defer s.reader.Close()
	if s.pos, err = w.position(id); err != nil {
		return errors.Join(err, closeLock(lock))
	}
	if s.pos.Segment == 0 { // another process recovered it first
		if lock != nil {
			return lock.Release()
		}
		return nil
	}
	if err := w.drainOther(ctx, s, lock != nil); err != nil {
		return errors.Join(err, closeLock(lock))
	}
	if lock == nil {
		return journal.ErrOwned
	}
	if err := w.closeDead(s, base); err != nil {
		return errors.Join(err, lock.Close())
	}
	w.store.opts.Logger.Info("recovered what a program left when it ended", "journal", base)
	return lock.Release()
}

// closeDead closes what a process left, once its journal is drained.
func (w *writer) closeDead(s *journalSource, base string) error {
	noted, err := journal.ReadNote(base)
	if err != nil { // recovering without the note is better than not at all
		w.store.opts.Logger.Error("could not read an ended program's note of what it could not record", "err", err)
	}
	err = w.runJob(&job{run: func(w *writer) error {
		if err := w.recoverNote(s, noted); err != nil {
			return err
		}
		return w.closeOwner(s.owner)
	}})
	if err != nil {
		return err
	}
	return journal.RemoveAll(base)
}

// drainOther drains another process's journal up to its present end.
func (w *writer) drainOther(ctx context.Context, s *journalSource, dead bool) error {
	end, err := s.reader.End()
	if err != nil {
		return err
	}
	for s.pos.Before(end) {
		n, err := w.advance(ctx, s, batchBytes)
		if err == nil && n == 0 {
			if !dead { // still being written
				return nil
			}
			// No Commit has returned for a torn record at the very end.
			if err = w.skipDamaged(s); errors.Is(err, entry.ErrDamaged) {
				return nil
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func closeLock(l *journal.Lock) error {
	if l == nil {
		return nil
	}
	return l.Close()
}

// closeOwner ends the sessions of an owner and removes the owner.
func (w *writer) closeOwner(id string) error {
	sessions, err := database.List[int64](w.conn, database.Query("open_sessions"), id)
	if err != nil {
		return err
	}
	// An incomplete import is useless.
	if _, err := w.conn.Exec("UPDATE sessions SET purge = 1 WHERE owner = ? AND ended = 0 AND deleted = ?", id, int64(importMark)); err != nil {
		return err
	}
	for _, n := range sessions {
		if err := w.abortOpen(n, time.Time{}, wire.Interrupted, diedProblem); err != nil {
			return err
		}
		last, err := w.conn.Number("SELECT max(started, (SELECT coalesce(max(max(e.started, e.ended)), 0) FROM exchanges e WHERE e.session = sessions.n), beat) FROM sessions WHERE n = ?", n)
		if err != nil {
			return err
		}
		if err := w.endSession(n, entry.Time(last)); err != nil {
			return err
		}
		if err := w.removeIfEmpty(n); err != nil {
			return err
		}
	}
	_, err = w.conn.Exec("DELETE FROM owners WHERE id = ?", id)
	return err
}

// abortOpen closes the open exchanges of a session, each at its last sign of life, but not before when.
func (w *writer) abortOpen(n int64, when time.Time, outcome wire.Outcome, problem string) error {
	open, err := database.List[int64](w.conn, database.Query("open_list"), n)
	if err != nil {
		return err
	}
	for _, seq := range open {
		w.version++
		_, err := w.conn.Exec(`UPDATE exchanges SET version = ?1, outcome = ?2, problem = ?3,
			ended = max(started, request_done, answered, last_byte, ?4), duration = max(started, request_done, answered, last_byte, ?4) - started
			WHERE seq = ?5`, w.version, string(outcome), problem, entry.Nanos(when), seq)
		if err != nil {
			return err
		}
		if w.store.relabel != nil {
			w.store.relabel.add(seq)
		}
	}
	return nil
}
