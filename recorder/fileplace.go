package recorder

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"modernc.org/sqlite"

	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
	"github.com/a2a-console/a2a-console/recorder/journal"
)

// filePlace watches where the files of the record are. When somebody removes, replaces or moves an open file,
// a program keeps writing into one that nobody else will ever see.
type filePlace struct {
	path  atomic.Pointer[string] // nil: Options.Path
	moves atomic.Int64           // how often the record moved to another file

	// Only the writer uses these.
	checked   time.Time
	watched   []*database.FileWatch // every file recorded to, the present one last
	suspected string                // harm found by the latest check
	file, log fs.FileInfo           // the record and SQLite's log, as they were opened
}

// placeCheckInterval is how often the files are checked, placeRecheckDelay the wait before harm is confirmed,
// and placeRetryDelay the wait after a failed repair.
const (
	placeCheckInterval = time.Second
	placeRecheckDelay  = 100 * time.Millisecond
	placeRetryDelay    = 5 * time.Second
)

// path returns the file that is recorded to.
func (s *Store) path() string {
	if p := s.place.path.Load(); p != nil {
		return *p
	}
	return s.opts.Path
}

// notePlace notes which files are in place now.
func (w *writer) notePlace() {
	p := &w.store.place
	p.checked = time.Now()
	p.file, _ = os.Stat(w.store.path()) // nil if this fails: the file is then not checked
	p.log, _ = os.Stat(w.store.path() + "-wal")
	p.watched, p.suspected = append(p.watched, database.Watch(w.store.path())), ""
}

// checkPlace makes sure that the record goes into files that others find.
func (w *writer) checkPlace(ctx context.Context) {
	s := w.store
	if w.own == nil || time.Since(s.place.checked) < placeCheckInterval {
		return
	}
	s.place.checked = time.Now()
	file, log := describeMissing(s.path(), s.place.file), describeMissing(s.path()+"-wal", s.place.log)
	why, harm := "", ""
	switch {
	case file != "":
	case log == "":
		harm = w.describeHarm()
	default: // SQLite itself removes the log of a file that somebody emptied
		harm = s.place.watched[len(s.place.watched)-1].DescribeHarm()
	}
	switch {
	case file != "":
		why = "the file was " + file
	case harm != "":
		why = harm
	case log != "":
		why = "the file's log (-wal) was " + log
	case !s.journal.IsInPlace() || !s.owner.lock.IsInPlace():
		why = "files of the journal beside it were removed"
	default:
		return
	}
	was := s.path()
	err := w.moveRecord(ctx, file+log+harm != "", harm != "")
	s.health.place(s, was, why, err)
	if err != nil {
		s.place.checked = time.Now().Add(placeRetryDelay)
	}
}

// describeMissing says what happened to the file was, which was at path; "" if it is still there or was is nil.
func describeMissing(path string, was fs.FileInfo) string {
	now, err := os.Stat(path)
	switch {
	case was == nil:
	case errors.Is(err, fs.ErrNotExist):
		return "removed or moved"
	case err == nil && !os.SameFile(was, now):
		return replacedText
	}
	return ""
}

const replacedText = "replaced by another"

func (h *health) place(s *Store, was, why string, err error) {
	doing := "record to " + was
	h.mu.Lock()
	known := h.placeErr != nil
	if h.placeErr = nil; err != nil {
		h.placeErr = &database.FileError{Doing: doing, Cause: fmt.Sprintf("%s during the recording, and the record cannot be written to a new file: %v", why, err), Advice: "Export what you need, and start the console again.", Err: err}
	} else {
		h.movedErr = &database.FileError{Doing: doing, Cause: why + " during the recording", Advice: "What could still be read of the record, and everything recorded from now on, is in " + s.path() + "."}
	}
	says := errors.Join(h.placeErr, h.movedErr)
	h.mu.Unlock()
	if err == nil || !known {
		s.opts.Logger.Error("the record's files are not where they were", "err", says)
	}
	s.changes.notify()
}

// moveRecord moves the record to files that others find. With anew, it rewrites the whole file; harmed says
// that another program changed its content. The journal continues in a new segment.
func (w *writer) moveRecord(ctx context.Context, anew, harmed bool) error {
	s := w.store
	w.drainReadable(ctx)
	to := s.path()
	if anew {
		var err error
		if to, err = w.rewriteFile(ctx, harmed); err != nil {
			return err
		}
	}
	base := journalBase(to, s.owner.id)
	if err := w.moveJournal(ctx, base); err != nil {
		return err
	}
	w.notePlace()
	return nil
}

// drainReadable drains this store's journal as far as its files can be read.
func (w *writer) drainReadable(ctx context.Context) {
	for {
		if n, err := w.advance(ctx, w.own, batchBytes); err != nil || n == 0 {
			return
		}
	}
}

// moveJournal continues the journal at base.
func (w *writer) moveJournal(ctx context.Context, base string) error {
	s := w.store
	lock, was := s.owner.lock, s.owner.base
	if base != was || !lock.IsInPlace() {
		held, err := journal.AcquireLock(base)
		if err != nil {
			return err
		}
		s.owner.lock = held
	}
	file, err := journal.CreateNote(base)
	if err != nil {
		return err
	}
	s.note.move(file)
	if err := s.journal.Move(base); err != nil {
		return err
	}
	s.owner.base = base
	w.drainReadable(ctx) // what arrived meanwhile
	w.own.reader.Move(base)
	switch {
	case base != was:
		return errors.Join(journal.RemoveAll(was), lock.Release())
	case lock != s.owner.lock:
		return lock.Close()
	}
	return nil
}

// move continues the note in another file.
func (n *note) move(file *journal.Note) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.file != nil {
		n.file.Close()
	}
	n.file, n.hasRecords = file, true // so that the next write is complete
}

// rewriteFile writes all that the open file holds into a new file at its path, or beside it if a foreign or
// harmed file is there, and continues in that.
func (w *writer) rewriteFile(ctx context.Context, harmed bool) (path string, err error) {
	s := w.store
	path = s.path()
	if harmed {
		path = freePathNear(path)
		return path, w.copyTo(ctx, path, true)
	}
	// SQLite would take a leftover log for that of whatever file is there.
	if describeMissing(path+"-wal", s.place.log) != replacedText {
		os.Remove(path + "-wal")
		os.Remove(path + "-shm")
	}
	if describeMissing(path, s.place.file) == replacedText {
		if s.holdsOwnSession(ctx, path) { // another program that recorded to the same file moved first
			return path, w.adopt(ctx, path)
		}
		path = freePathNear(path)
	}
	return path, w.copyTo(ctx, path, false)
}

// copyTo copies the open file to path and continues in the copy. If a harmed file cannot be copied, it
// continues in an empty one.
func (w *writer) copyTo(ctx context.Context, path string, harmed bool) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	part := path + ".new"
	f, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	defer os.Remove(part)
	_, err = w.conn.Exec("VACUUM INTO ?", part)
	if err != nil && harmed {
		err = errors.Join(os.Truncate(part, 0), w.beginEmptyFile(ctx, part))
	}
	if err != nil {
		return err
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	return w.adopt(ctx, path)
}

// describeHarm says how the content of the files was changed, once two checks agree.
func (w *writer) describeHarm() string {
	p := &w.store.place
	why := p.watched[len(p.watched)-1].DescribeHarm()
	if why == "" || why == p.suspected {
		p.suspected = ""
		return why
	}
	p.suspected = why
	p.checked = p.checked.Add(placeRecheckDelay - placeCheckInterval)
	return ""
}

// harmedCause is the cause of a gap, worded to follow a colon.
const harmedCause = "the record's file was damaged during the recording"

// beginEmptyFile writes this process, its current session, and a gap for what the session had recorded
// into an empty file.
func (w *writer) beginEmptyFile(ctx context.Context, path string) error {
	s := w.store
	c, err := database.Dial(ctx, database.DSN(path, database.ReadWrite))
	if err != nil {
		return err
	}
	now := s.opts.Now()
	err = database.Migrate(c, s.doing, s.alive)
	exec := func(query string, args ...any) {
		if err == nil {
			_, err = c.Exec(query, args...)
		}
	}
	exec("INSERT INTO owners (id, pid, started, records, segment, pos) VALUES (?, ?, ?, ?, ?, ?)",
		s.owner.id, int64(os.Getpid()), entry.Nanos(now), database.BoolInt(!s.opts.NoSession), w.own.pos.Segment, w.own.pos.Offset)
	exec("UPDATE meta SET value = CASE name WHEN 'seq' THEN ? ELSE ? END WHERE name IN ('seq', 'version')", w.seq, w.version)
	if t, _ := s.current.target(); t.n != 0 {
		exec("INSERT INTO sessions (n, id, name, started, owner, pid, beat) VALUES (?, ?, ?, ?, ?, ?, ?)",
			t.n, t.ID, t.Name, entry.Nanos(t.Started), s.owner.id, int64(os.Getpid()), entry.Nanos(now))
		exec("INSERT INTO gaps (version, session, exchange, side, off, bytes, exchanges, began, ended, why, problem) VALUES (?, ?, 0, 0, 0, 0, 0, ?, ?, ?, ?)",
			w.version, t.n, entry.Nanos(t.Started), entry.Nanos(now), harmedCause, "")
	}
	return errors.Join(err, c.Close())
}

// holdsOwnSession reports whether the file at path is a record with this program as an owner. The file may be
// anything, so it is opened immutable, without its log.
func (s *Store) holdsOwnSession(ctx context.Context, path string) bool {
	c, err := database.Dial(ctx, database.DSN(path, database.Immutable))
	if err != nil {
		return false
	}
	n, err := c.Number("SELECT count(*) FROM owners WHERE id = ?", s.owner.id)
	return errors.Join(err, c.Close()) == nil && n > 0
}

// adopt continues in the file at path, which has this process as an owner.
func (w *writer) adopt(ctx context.Context, path string) error {
	s := w.store
	c, err := database.Dial(ctx, database.DSN(path, database.ReadWrite))
	if err != nil {
		return err
	}
	if _, err = c.Exec("PRAGMA busy_timeout = 1000"); err == nil && s.opts.Sync {
		_, err = c.Exec("PRAGMA synchronous = FULL")
	}
	if err != nil {
		return errors.Join(err, c.Close())
	}
	was := w.conn
	w.conn = c
	w.resetCache()
	at, err := w.position(s.owner.id)
	if err != nil {
		w.conn = was
		return errors.Join(err, c.Close())
	}
	if at != w.own.pos {
		w.own.reset(at)
	}
	s.place.path.Store(&path)
	s.place.moves.Add(1)
	w.abandonedConns = append(w.abandonedConns, was)
	return nil
}

// freePathNear returns an unused name beside path.
func freePathNear(path string) string {
	ext := filepath.Ext(path)
	for n := 2; ; n++ {
		name := fmt.Sprintf("%s-%d%s", strings.TrimSuffix(path, ext), n, ext)
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name
		}
	}
}

// connector opens reading connections to the file that is recorded to.
type connector struct {
	store  *Store
	access database.Access
}

func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	moves := c.store.place.moves.Load()
	to, err := sqlite.NewConnector(database.DSN(c.store.path(), c.access))
	if err != nil {
		return nil, err
	}
	conn, err := to.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &readConn{conn.(sqliteConn), c.store, moves}, nil
}

func (c *connector) Driver() driver.Driver { return &sqlite.Driver{} }

// sqliteConn is what package sql needs of a connection.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// readConn is a connection that is discarded once the record moves to another file.
type readConn struct {
	sqliteConn
	store *Store
	moves int64
}

func (c *readConn) stale() bool { return c.moves != c.store.place.moves.Load() }

func (c *readConn) IsValid() bool { return !c.stale() && c.sqliteConn.IsValid() }

func (c *readConn) ResetSession(ctx context.Context) error {
	if c.stale() {
		return driver.ErrBadConn
	}
	return c.sqliteConn.ResetSession(ctx)
}
