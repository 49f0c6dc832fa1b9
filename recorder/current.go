package recorder

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
)

// current is the session being recorded. Safe for concurrent use.
type current struct {
	mu      sync.Mutex
	session wire.Session
	n       int64 // its row, 0 when nothing is recorded
	paused  bool
	made    []target // sessions of this run, the current one included
	deleted map[string]bool
	settled map[int64]bool // sessions, by their row, of which the end is told
}

// noteSettled notes that the end of a session is told.
func (d *current) noteSettled(n int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.settled == nil {
		d.settled = map[int64]bool{}
	}
	d.settled[n] = true
}

// unsettled are the sessions of this run of which the end is still to be told, but for
// the one that is recorded.
func (d *current) unsettled() (out []int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, m := range d.made {
		if m.n != d.n && !d.settled[m.n] {
			out = append(out, m.n)
		}
	}
	return out
}

type target struct {
	wire.Session
	n int64
}

// target is where a new exchange goes, and whether it is to be recorded.
func (d *current) target() (target, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return target{d.session, d.n}, d.n != 0 && !d.paused
}

// targetOf is where an exchange goes that asks for a session: to that one if it is
// of this run and still there, else to the current one.
func (s *Store) targetOf(session string) (target, bool) {
	now, recording := s.current.target()
	if session == "" || session == now.ID || !recording {
		return now, recording
	}
	asked, ok := s.current.earlier(session)
	var there int
	if !ok || s.readers.QueryRow("SELECT count(*) FROM sessions WHERE n = ? AND deleted = 0", asked.n).Scan(&there) != nil || there == 0 {
		return now, true
	}
	return asked, true
}

// earlier is a session of this run.
func (d *current) earlier(session string) (target, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, m := range d.made {
		if m.ID == session {
			return m, true
		}
	}
	return target{}, false
}

func (d *current) set(x wire.Session, n int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.session, d.n = x, n
	d.made = append(d.made, target{x, n})
}

// add notes a session beside the one being recorded.
func (d *current) add(x wire.Session, n int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.made = append(d.made, target{x, n})
}

// Current returns the session being recorded, with its counts; the zero
// Session when there is none.
func (s *Store) Current() wire.Session {
	t, _ := s.current.target()
	if t.n == 0 {
		return wire.Session{}
	}
	x, err := s.Session(context.Background(), t.ID)
	if err != nil {
		return t.Session
	}
	return x
}

// Paused reports whether new exchanges are left out of the record.
func (s *Store) Paused() bool {
	s.current.mu.Lock()
	defer s.current.mu.Unlock()
	return s.current.paused
}

// Pause leaves new exchanges out of the record, or takes them in again. Those
// on record go on being recorded.
func (s *Store) Pause(paused bool) {
	s.current.mu.Lock()
	s.current.paused = paused
	s.current.mu.Unlock()
	if !s.readOnly() {
		s.missed.resumed()
		s.writer.poke() // what was missed goes on record
	}
	s.changes.notify()
}

// PassedUnrecorded counts the exchanges that passed since recording was paused.
func (s *Store) PassedUnrecorded() int { return s.missed.count(wire.WhyPaused) }

// NewSession ends the current session and starts another. Exchanges that are
// open stay with the session that they began in.
func (s *Store) NewSession(ctx context.Context, name string) (wire.Session, error) {
	if s.readOnly() {
		return wire.Session{}, fmt.Errorf("start a session: %w", errReadOnly)
	}
	old, _ := s.current.target()
	x := wire.Session{ID: wire.NewID(), Name: name, Started: s.opts.Now().UTC()}
	var n int64
	err := s.do(ctx, func(w *writer) error {
		if err := w.endSession(old.n, s.opts.Now()); err != nil {
			return err
		}
		var err error
		n, err = w.addSession(x, s.owner.id, os.Getpid(), s.opts.Now())
		return err
	})
	if err != nil {
		return wire.Session{}, fmt.Errorf("start a session: %w", err)
	}
	s.current.set(x, n)
	return x, nil
}

// BeginBeside starts a session beside the one being recorded: what asks for it goes
// there. EndBeside ends it.
func (s *Store) BeginBeside(ctx context.Context, name string) (wire.Session, error) {
	if s.readOnly() {
		return wire.Session{}, fmt.Errorf("start a session: %w", errReadOnly)
	}
	x := wire.Session{ID: wire.NewID(), Name: name, Started: s.opts.Now().UTC()}
	var n int64
	err := s.do(ctx, func(w *writer) (err error) {
		n, err = w.addSession(x, s.owner.id, 0, s.opts.Now())
		return err
	})
	if err != nil {
		return wire.Session{}, fmt.Errorf("start a session: %w", err)
	}
	s.current.add(x, n)
	return x, nil
}

// EndBeside ends a session that BeginBeside started.
func (s *Store) EndBeside(ctx context.Context, id string) error {
	at, ok := s.current.earlier(id)
	if !ok {
		return fmt.Errorf("end a session: %w", wire.ErrNotFound)
	}
	err := s.do(ctx, func(w *writer) error { return w.endSession(at.n, s.opts.Now()) })
	return s.failed("end a session", err)
}

// begin starts or continues the session of this run.
func (s *Store) begin(ctx context.Context) error {
	switch {
	case s.opts.NoSession:
		return nil
	case s.opts.Session == "":
		_, err := s.NewSession(ctx, s.opts.Name)
		return err
	}
	id, err := s.opts.Session, error(nil)
	if s.opts.Called != nil {
		id, err = s.opts.Called(ctx, s, id)
	}
	var x wire.Session
	var n int64
	if err == nil {
		x, n, err = s.session(ctx, id)
	}
	if err != nil {
		return &database.Trouble{Doing: "continue session " + s.opts.Session, Why: err.Error(),
			Try: "See `a2a-console sessions list` for the sessions of this recording.", Err: err}
	}
	err = s.do(ctx, func(w *writer) error { return w.claim(n, s.opts.Now()) })
	if errors.Is(err, wire.ErrRecording) {
		return &database.Trouble{Doing: "continue session " + s.opts.Session, Why: "another program records into it",
			Try: "Stop that one first. Without --session a session of its own is started.", Err: err}
	}
	x.Ended, x.Deleted = time.Time{}, time.Time{}
	s.current.set(x, n)
	s.current.noteSettled(n)
	return err
}

// endSessions ends this run's sessions, and removes the empty and the deleted ones.
func (s *Store) endSessions(ctx context.Context) error {
	s.current.mu.Lock()
	made, n := s.current.made, s.current.n
	s.current.n = 0
	s.current.mu.Unlock()
	if s.health.err() != nil {
		return nil // nothing can be written; the next run sees to it
	}
	err := s.do(ctx, func(w *writer) error {
		now := s.opts.Now()
		if err := w.endSession(n, now); err != nil {
			return err
		}
		for _, m := range made {
			if err := w.endSession(m.n, now); err != nil { // one beside the current one
				return err
			}
			if err := w.abortOpen(m.n, now, wire.Interrupted, leftOpen); err != nil {
				return err
			}
			if err := w.removeIfEmpty(m.n); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("end session: %w", err)
	}
	return s.Purge(ctx)
}

// leftOpen is the problem of an exchange that was open when its recorder was
// closed.
const leftOpen = "The console was stopped before this exchange ended. What was recorded until then is here; send it again to see the rest."
