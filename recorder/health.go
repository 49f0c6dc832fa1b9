package recorder

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
)

// health holds what is wrong with recording: with the journal, to which traffic is written, or with the file,
// which readers see. It is safe for concurrent use.
type health struct {
	mu         sync.Mutex
	journalErr error
	fileErr    error
	placeErr   error // the files are not where others look for them, and that could not be repaired
	movedErr   error // they were not, and the record moved; kept until the store is closed
}

// Health says what is wrong with recording, in words for people, or "".
func (s *Store) Health() string {
	h := &s.health
	if err := h.err(); err != nil {
		return err.Error()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.movedErr != nil {
		return h.movedErr.Error()
	}
	return ""
}

func (h *health) err() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.journalErr != nil {
		return h.journalErr
	}
	return cmp.Or(h.placeErr, h.fileErr)
}

// journal notes whether the journal can be written, and reports whether that changed.
func (h *health) journal(s *Store, err error) bool {
	if !h.set(&h.journalErr, database.Explain("record to "+s.path(), err)) {
		return false
	}
	if err != nil {
		s.opts.Logger.Error("recording is interrupted: traffic goes on and may be missing from the record", "err", h.err())
	} else {
		s.opts.Logger.Error("recording goes on; what is missing is on record as a gap", "path", s.path(), "exchanges", s.losses.count(""))
	}
	s.changes.notify()
	return true
}

func (h *health) file(s *Store, err error) {
	if errors.Is(err, errMoved) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return // nothing is wrong with the file
	}
	if !h.set(&h.fileErr, database.Explain("record to "+s.path(), err)) {
		return
	}
	if err != nil {
		s.opts.Logger.Error("the record's file cannot be written: what is recorded waits in the journal beside it", "err", h.err())
	} else {
		s.opts.Logger.Error("the record's file can be written again", "path", s.path())
	}
	s.changes.notify()
}

// set stores err at of, and reports whether an error began or ended.
func (h *health) set(of *error, err error) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	news := (*of == nil) != (err == nil)
	*of = err
	return news
}

// Pending returns how much is not yet drained, labelled, indexed, reindexed, or put on record as missing.
func (s *Store) Pending(ctx context.Context) (wire.Pending, error) {
	p := wire.Pending{Journal: s.undrainedBytes(), Missing: s.losses.count(""), Outdated: int(s.outdated.Load())}
	err := s.readers.QueryRowContext(ctx, database.Query("pending")).Scan(&p.Unlabelled, &p.Unindexed)
	return p, s.wrapError("read what is pending", err)
}

// reportClosing reports to Progress how far closing is, until over is called.
func (s *Store) reportClosing() (over func()) {
	if s.opts.Progress == nil {
		return func() {}
	}
	const writing, reading = "writing the rest of what was recorded", "labelling and indexing what was recorded"
	total, ended, told := s.undrainedBytes(), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(told)
		tick := time.NewTicker(foreignPollInterval)
		defer tick.Stop()
		for {
			if left := s.undrainedBytes(); left > 0 {
				s.opts.Progress(writing, int(max(total-left, 0)>>10), int(total>>10)+1)
			} else {
				s.opts.Progress(reading, 0, 0)
			}
			select {
			case <-tick.C:
			case <-ended:
				s.opts.Progress(reading, 1, 1)
				return
			}
		}
	}()
	return func() {
		close(ended)
		<-told
	}
}

// ErrClosed is returned by a Store after Close.
var ErrClosed = errors.New("the recording is closed")

// wrapError adds what was being done to an error. It returns nil for nil, turns sql.ErrNoRows into
// wire.ErrNotFound, and explains SQLite's errors about the file, with advice.
func (s *Store) wrapError(doing string, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, sql.ErrNoRows) {
		err = wire.ErrNotFound
	}
	var e *sqlite.Error
	if errors.As(err, &e) {
		switch e.Code() & 0xff {
		case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN,
			sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY:
			return database.Explain(doing+" in "+s.path(), err)
		}
	}
	return fmt.Errorf("%s: %w", doing, err)
}
