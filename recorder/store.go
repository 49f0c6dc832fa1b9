package recorder

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/journal"
)

// Store is a recording. It is safe for concurrent use.
type Store struct {
	opts         Options
	opened       time.Time
	doing        string // "open recording PATH", for errors
	key          []byte // for fingerprints of secrets; new in each run, never on disk
	owner        owner
	journal      *journal.Writer // nil when nothing is recorded
	writer       *writer         // nil when read-only
	readers      *sql.DB
	place        filePlace
	prepared     map[string]*sql.Stmt // the most frequent statements, by name
	outdated     atomic.Int64         // exchanges of an older version that rereadOlder has yet to reindex
	current      current
	first        firstMessages
	changes      changes
	health       health
	losses       lossCounter
	note         note
	housekeeping chan struct{} // capacity 1: wakes housekeep
	relabel      *relabeller   // nil without Options.Label
	scratch      sync.Pool
	ids          sync.Map // ids that callers chose in this run

	removals removals
	pause    func(context.Context, time.Duration) // delays traffic; replaced in tests

	running sync.WaitGroup
	stop    context.CancelFunc // ends all goroutines but the writer
	closing sync.Once
	closed  error
}

var (
	errReadOnly   = errors.New("the recording is open for reading only")
	errIncomplete = errors.New("the exchange is not completely on record: the journal could not be written, and its memory was full")
)

// Open opens or creates a recording and, unless o says otherwise, starts a session in it. Errors about the
// file are *FileError.
func Open(o Options) (*Store, error) {
	o = o.withDefaults()
	s := &Store{opts: o, opened: o.Now(), doing: "open recording " + o.Path, key: make([]byte, 32), housekeeping: make(chan struct{}, 1), pause: pause}
	s.scratch.New = func() any { return new([]byte) }
	rand.Read(s.key)
	if err := database.Prepare(o.Path, o.ReadOnly, o.Logger, s.doing); err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	if err := s.open(ctx); err != nil {
		stop()
		return nil, errors.Join(err, s.closeConns())
	}
	return s, nil
}

func (s *Store) open(ctx context.Context) error {
	if s.opts.ReadOnly {
		return s.openViewer(ctx)
	}
	if err := s.checkForeign(ctx); err != nil {
		return err
	}
	if err := s.openWriter(ctx); err != nil {
		return err
	}
	if err := s.openReaders(ctx, database.ReadShared); err != nil {
		return err
	}
	if s.opts.Label != nil {
		s.relabel = newRelabeller(s)
	}
	if err := s.registerOwner(); err != nil {
		return err
	}
	return database.Explain(s.doing, s.start(ctx))
}

// openWriter opens the writing connection and migrates the file.
func (s *Store) openWriter(ctx context.Context) error {
	c, err := database.Dial(ctx, database.DSN(s.path(), database.ReadWrite))
	if err != nil {
		return database.Explain(s.doing, err)
	}
	s.writer = newWriter(s, c)
	if s.opts.Sync { // what is removed from the journal must be on disk in the file
		if _, err := c.Exec("PRAGMA synchronous = FULL"); err != nil {
			return database.Explain(s.doing, err)
		}
	}
	// The owners in a copied file are of another machine, where process ids mean other processes.
	alive := func(owner string) bool { return journal.IsOwnerAlive(journalBase(s.opts.Path, owner)) }
	return database.Migrate(c, s.doing, alive)
}

// start recovers what ended owners left, then begins to record.
func (s *Store) start(ctx context.Context) error {
	if err := s.writer.recoverAll(ctx); err != nil {
		return err
	}
	if err := s.record(); err != nil {
		return err
	}
	// From here on readers wait for the writer, so it gives up on a lock early.
	if _, err := s.writer.conn.Exec("PRAGMA busy_timeout = 1000"); err != nil {
		return err
	}
	s.writer.notePlace()
	s.running.Go(func() { s.writer.run(ctx) })
	if err := s.begin(ctx); err != nil {
		s.writer.shut()
		s.running.Wait()
		return err
	}
	if s.relabel != nil {
		s.running.Go(func() { s.relabel.run(ctx) })
	}
	s.running.Go(func() { s.housekeep(ctx) })
	if s.opts.Label != nil && !s.opts.NoSession {
		s.running.Go(func() { s.rereadOlder(ctx) })
	}
	return nil
}

// record begins the journal, unless Options.NoSession is set.
func (s *Store) record() (err error) {
	if s.opts.NoSession {
		return nil
	}
	s.journal, err = journal.Create(s.owner.base, journal.Options{Sync: s.opts.Sync, OnWrite: s.journalWritten})
	if err == nil {
		s.writer.own = newJournalSource(s.owner.id, s.journal.Reader())
		s.note.file, err = journal.CreateNote(s.owner.base)
	}
	return err
}

// checkForeign rejects foreign files before anything is written to them.
func (s *Store) checkForeign(ctx context.Context) error {
	c, err := database.Dial(ctx, database.DSN(s.path(), database.ReadOnly))
	if err != nil {
		return database.Explain(s.doing, err)
	}
	v, err := database.Inspect(c, s.doing)
	if err == nil {
		err = database.RefuseForeign(ctx, c, s.doing, v)
	}
	return errors.Join(err, c.Close())
}

// openViewer opens a file for reading while others may write it. If it cannot create a reader's lock files, it
// opens the file as immutable.
func (s *Store) openViewer(ctx context.Context) (err error) {
	for _, a := range []database.Access{database.ReadOnly, database.Immutable} {
		var c *database.Conn
		if c, err = database.Dial(ctx, database.DSN(s.path(), a)); err != nil {
			err = database.Explain(s.doing, err)
			continue
		}
		var v int
		if v, err = database.Inspect(c, s.doing); err == nil {
			err = database.RefuseForeign(ctx, c, s.doing, v)
		}
		if e := c.Close(); err == nil {
			err = e
		}
		if err == nil {
			if err := database.CheckReadable(s.doing, v); err != nil {
				return err
			}
			if a == database.ReadOnly {
				s.drainOthers(ctx)
			}
			return s.openReaders(ctx, a)
		}
	}
	return err
}

// drainOthers drains the journals of programs that record or were killed, if this process may write the file.
// Otherwise readers see only what is in the file already.
func (s *Store) drainOthers(ctx context.Context) {
	c, err := database.Dial(ctx, database.DSN(s.path(), database.ReadWrite))
	if err != nil {
		return
	}
	defer c.Close()
	if n, err := c.Number("SELECT count(*) FROM owners"); err != nil || n == 0 {
		return
	}
	defer func() {
		if s.readers != nil {
			s.readers.Close()
		}
		s.readers, s.prepared = nil, nil
	}()
	if err := s.openReaders(ctx, database.ReadShared); err != nil {
		return
	}
	if err := newWriter(s, c).recoverAll(ctx); err != nil {
		s.opts.Logger.Debug("journals not drained", "err", err)
	}
}

func (s *Store) openReaders(ctx context.Context, a database.Access) error {
	s.readers = sql.OpenDB(&connector{s, a})
	n := max(runtime.NumCPU(), 2)
	s.readers.SetMaxOpenConns(n)
	s.readers.SetMaxIdleConns(n)
	if err := s.readers.PingContext(ctx); err != nil {
		return database.Explain(s.doing, err)
	}
	return database.Explain(s.doing, s.prepare(ctx))
}

func (s *Store) readOnly() bool { return s.writer == nil }

// Close writes what is queued, ends the session, removes what was deleted and closes the file. Open exchanges
// end as interrupted. Later calls return the same error.
func (s *Store) Close() error {
	s.closing.Do(func() { s.closed = s.shutDown() })
	return s.closed
}

func (s *Store) shutDown() error {
	var errs []error
	if !s.readOnly() {
		ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
		defer cancel()
		defer s.reportClosing()()
		s.flushLosses(ctx, true)
		_ = s.commitAll(ctx)
		s.checkPlaceNow(ctx)
		err := s.endSessions(ctx)
		if errors.Is(err, context.DeadlineExceeded) {
			s.opts.Logger.Warn("closed before everything recorded was in the file; the rest is in the journal beside it, and the next program that opens the file adds it", "path", s.path(), "bytes", s.undrainedBytes())
			err = nil
		}
		errs = append(errs, err)
		s.relabel.drain(2 * time.Second)
		s.judgeEndsOfOwn(ctx)
		_ = s.indexWords(ctx, 20)
		_ = s.await(ctx, &job{ownTransactions: true, skipsJournal: true, done: make(chan error, 1), run: func(w *writer) error { return w.maintenance.finish(ctx, w) }})
	}
	s.stop()
	if !s.readOnly() {
		s.writer.shut()
	}
	s.running.Wait()
	errs = append(errs, s.health.err(), s.health.movedErr)
	return errors.Join(append(errs, s.closeConns())...)
}

// checkPlaceNow makes the writer check the files now. Otherwise changes in the last second would go unnoticed.
func (s *Store) checkPlaceNow(ctx context.Context) {
	_ = s.await(ctx, &job{ownTransactions: true, done: make(chan error, 1), run: func(w *writer) error {
		s.place.checked = time.Time{}
		w.checkPlace(ctx)
		if s.place.suspected != "" {
			time.Sleep(placeRecheckDelay)
			s.place.checked = time.Time{}
			w.checkPlace(ctx)
		}
		return nil
	}})
}

// closeTimeout bounds how long Close waits for the drain. What is not in the file by then stays in the
// journal for the next Open.
const closeTimeout = 10 * time.Second

// closeConns closes the connections, the writer's last, so that it can checkpoint the log.
func (s *Store) closeConns() error {
	var errs []error
	if s.readers != nil {
		errs = append(errs, s.readers.Close())
	}
	if s.writer == nil {
		return errors.Join(errs...)
	}
	if s.writer.own != nil {
		s.writer.own.reader.Close()
	}
	errs = append(errs, s.unregisterOwner())
	if s.health.err() == nil {
		s.writer.conn.Exec("PRAGMA optimize")
		// A reader elsewhere may keep the log busy; then it is checkpointed later.
		s.writer.conn.Number("PRAGMA wal_checkpoint(TRUNCATE)")
	}
	errs = append(errs, s.writer.conn.Close())
	for _, c := range s.writer.abandonedConns {
		errs = append(errs, c.CloseKeepingLog())
	}
	for _, w := range s.place.watched {
		errs = append(errs, w.Close())
	}
	return errors.Join(errs...)
}
