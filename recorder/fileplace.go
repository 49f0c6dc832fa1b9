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

// filePlace is where the files of the record lie. A program that has a file open goes on with it
// when somebody removes, replaces or moves it, into what nobody else will ever see.
type filePlace struct {
	path  atomic.Pointer[string] // nil: Options.Path
	moves atomic.Int64           // how often the record went on in another file

	// Only the writer uses these.
	checked   time.Time
	watched   []*database.FileWatch // the files that were recorded to, the present ones last
	suspected string                // harm that was there at the latest look
	file, log fs.FileInfo           // the record's and SQLite's log, as they were opened
}

// placeCheckInterval is how often the files are looked for in their places, placeRecheckDelay how long after
// they look harmed, and placeRetryDelay how long after an attempt to make that good.
const (
	placeCheckInterval = time.Second
	placeRecheckDelay  = 100 * time.Millisecond
	placeRetryDelay    = 5 * time.Second
)

// path is the file that is recorded to.
func (s *Store) path() string {
	if p := s.place.path.Load(); p != nil {
		return *p
	}
	return s.opts.Path
}

// notePlace notes which files are in their places now.
func (w *writer) notePlace() {
	p := &w.store.place
	p.checked = time.Now()
	p.file, _ = os.Stat(w.store.path()) // of one that cannot be looked at nothing is said
	p.log, _ = os.Stat(w.store.path() + "-wal")
	p.watched, p.suspected = append(p.watched, database.Watch(w.store.path())), ""
}

// checkPlace sees to it that what is recorded goes into files that others find.
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

// describeMissing says what became of a file that was at a path, "" for nothing.
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

// place notes what became of the files that were at a path, and what was done about it.
func (h *health) place(s *Store, was, why string, err error) {
	doing := "record to " + was
	h.mu.Lock()
	known := h.placeErr != nil
	if h.placeErr = nil; err != nil {
		h.placeErr = &database.FileError{Doing: doing, Cause: fmt.Sprintf("%s while it was recorded to, and it cannot be written anew: %v", why, err), Advice: "Export what you need, and start the console again.", Err: err}
	} else {
		h.movedErr = &database.FileError{Doing: doing, Cause: why + " while it was recorded to", Advice: "What was on record and could still be read, and all that is recorded from now on, is in " + s.path() + "."}
	}
	says := errors.Join(h.placeErr, h.movedErr)
	h.mu.Unlock()
	if err == nil || !known {
		s.opts.Logger.Error("the record's files are not where they were", "err", says)
	}
	s.changes.notify()
}

// moveRecord has the record go on in files that others find: all of it is written anew where
// the file is not the one that is open, and the journal goes on in a new segment.
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

// drainReadable drains the own journal as far as its files can be read.
func (w *writer) drainReadable(ctx context.Context) {
	for {
		if n, err := w.advance(ctx, w.own, batchBytes); err != nil || n == 0 {
			return
		}
	}
}

// moveJournal has the journal go on at a base, in files that are there.
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
	w.drainReadable(ctx) // what came meanwhile
	w.own.reader.Move(base)
	switch {
	case base != was:
		return errors.Join(journal.RemoveAll(was), lock.Release())
	case lock != s.owner.lock:
		return lock.Close()
	}
	return nil
}

// move goes on in another file.
func (n *note) move(file *journal.Note) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.file != nil {
		n.file.Close()
	}
	n.file, n.hasRecords = file, true // the next time it is written whole
}

// rewriteFile writes all that the open file holds into one at its path or, where another
// file or what is left of it is there, beside it, and goes on in that.
func (w *writer) rewriteFile(ctx context.Context, harmed bool) (path string, err error) {
	s := w.store
	path = s.path()
	if harmed {
		path = freePathNear(path)
		return path, w.copyTo(ctx, path, true)
	}
	// What is left of the log would be taken for that of whatever file is there.
	if describeMissing(path+"-wal", s.place.log) != replacedText {
		os.Remove(path + "-wal")
		os.Remove(path + "-shm")
	}
	if describeMissing(path, s.place.file) == replacedText {
		if s.holdsOwnSession(ctx, path) { // another program that recorded to the same file was first
			return path, w.adopt(ctx, path)
		}
		path = freePathNear(path)
	}
	return path, w.copyTo(ctx, path, false)
}

// copyTo writes all that can be read of the open file to a path, and goes on in that.
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

// describeHarm says what somebody did to the content of the files, once it is there at two looks.
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

// harmedCause is the reason of a gap, to stand after a colon.
const harmedCause = "the record's file was harmed while it was recorded to"

// beginEmptyFile makes a file with nothing but this program, the session that it records and a gap
// in place of all that the harmed one held.
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

// holdsOwnSession reports whether the file at a path is a record that has what this program recorded. It
// may be anything, and is only looked at, without the log that it may have.
func (s *Store) holdsOwnSession(ctx context.Context, path string) bool {
	c, err := database.Dial(ctx, database.DSN(path, database.Immutable))
	if err != nil {
		return false
	}
	n, err := c.Number("SELECT count(*) FROM owners WHERE id = ?", s.owner.id)
	return errors.Join(err, c.Close()) == nil && n > 0
}

// adopt goes on in the file at a path, which has what this program recorded.
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

// freePathNear is a name beside a file that no file has.
func freePathNear(path string) string {
	ext := filepath.Ext(path)
	for n := 2; ; n++ {
		name := fmt.Sprintf("%s-%d%s", strings.TrimSuffix(path, ext), n, ext)
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name
		}
	}
}

// connector opens connections that read the file that is recorded to.
type connector struct {
	store  *Store
	access database.Access
}

// Connect implements driver.Connector.
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

// Driver implements driver.Connector.
func (c *connector) Driver() driver.Driver { return &sqlite.Driver{} }

// sqliteConn is what package sql uses of a connection.
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

// readConn is a connection that is not used again once the record goes on in another file.
type readConn struct {
	sqliteConn
	store *Store
	moves int64
}

func (c *readConn) stale() bool { return c.moves != c.store.place.moves.Load() }

// IsValid implements driver.Validator.
func (c *readConn) IsValid() bool { return !c.stale() && c.sqliteConn.IsValid() }

// ResetSession implements driver.SessionResetter.
func (c *readConn) ResetSession(ctx context.Context) error {
	if c.stale() {
		return driver.ErrBadConn
	}
	return c.sqliteConn.ResetSession(ctx)
}
