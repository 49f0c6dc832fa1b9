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

// current is the session being recorded. It is safe for concurrent use.
type current struct {
	mu          sync.Mutex
	session     wire.Session
	n           int64 // row of session, 0 when nothing is recorded
	paused      bool
	ownSessions []sessionTarget // sessions of this run, including the current one
	deleted     map[string]bool
	endedRows   map[int64]bool // rows of the sessions whose end was judged
}

func (d *current) noteEndJudged(n int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.endedRows == nil {
		d.endedRows = map[int64]bool{}
	}
	d.endedRows[n] = true
}

// endsToJudge returns this run's sessions whose end was not judged yet, except the current one.
func (d *current) endsToJudge() (out []int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, m := range d.ownSessions {
		if m.n != d.n && !d.endedRows[m.n] {
			out = append(out, m.n)
		}
	}
	return out
}

type sessionTarget struct {
	wire.Session
	n int64
}

// target returns the session for a new exchange, and whether to record it.
func (d *current) target() (sessionTarget, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return sessionTarget{d.session, d.n}, d.n != 0 && !d.paused
}

// targetOf returns the session for an exchange that asks for one: that session if it belongs to this run and
// still exists, else the current one.
func (s *Store) targetOf(session string) (sessionTarget, bool) {
	now, recording := s.current.target()
	if session == "" || session == now.ID || !recording {
		return now, recording
	}
	asked, ok := s.current.ownSession(session)
	var there int
	if !ok || s.readers.QueryRow("SELECT count(*) FROM sessions WHERE n = ? AND deleted = 0", asked.n).Scan(&there) != nil || there == 0 {
		return now, true
	}
	return asked, true
}

func (d *current) ownSession(session string) (sessionTarget, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, m := range d.ownSessions {
		if m.ID == session {
			return m, true
		}
	}
	return sessionTarget{}, false
}

func (d *current) set(x wire.Session, n int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.session, d.n = x, n
	d.ownSessions = append(d.ownSessions, sessionTarget{x, n})
}

// add lists a side session as a session of this run.
func (d *current) add(x wire.Session, n int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ownSessions = append(d.ownSessions, sessionTarget{x, n})
}

// Current returns the session being recorded, with its counts. It is the zero Session when there is none.
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

// Pause stops or resumes recording new exchanges. Open exchanges continue to be recorded.
func (s *Store) Pause(paused bool) {
	s.current.mu.Lock()
	s.current.paused = paused
	s.current.mu.Unlock()
	if !s.readOnly() {
		s.losses.beginPeriod()
		s.writer.poke() // so that it records what was missed
	}
	s.changes.notify()
}

// UnrecordedCount counts the exchanges that passed since recording was paused.
func (s *Store) UnrecordedCount() int { return s.losses.count(wire.GapPaused) }

// NewSession ends the current session and starts another. Open exchanges stay in the session that they began
// in.
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

// BeginSideSession starts a session beside the current one. It receives only exchanges that ask for it, until
// EndSideSession.
func (s *Store) BeginSideSession(ctx context.Context, name string) (wire.Session, error) {
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

// EndSideSession ends a session that BeginSideSession started.
func (s *Store) EndSideSession(ctx context.Context, id string) error {
	at, ok := s.current.ownSession(id)
	if !ok {
		return fmt.Errorf("end a session: %w", wire.ErrNotFound)
	}
	err := s.do(ctx, func(w *writer) error { return w.endSession(at.n, s.opts.Now()) })
	return s.wrapError("end a session", err)
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
	if s.opts.ResolveSession != nil {
		id, err = s.opts.ResolveSession(ctx, s, id)
	}
	var x wire.Session
	var n int64
	if err == nil {
		x, n, err = s.session(ctx, id)
	}
	if err != nil {
		return &database.FileError{Doing: "continue session " + s.opts.Session, Cause: err.Error(),
			Advice: "See `a2a-console sessions list` for the sessions in this record.", Err: err}
	}
	err = s.do(ctx, func(w *writer) error { return w.claimSession(n, s.opts.Now()) })
	if errors.Is(err, wire.ErrRecording) {
		return &database.FileError{Doing: "continue session " + s.opts.Session, Cause: "another program records into it",
			Advice: "Stop that program first, or leave out --session to start a new session.", Err: err}
	}
	x.Ended, x.Deleted = time.Time{}, time.Time{}
	s.current.set(x, n)
	s.current.noteEndJudged(n)
	return err
}

// endSessions ends this run's sessions and removes those that are empty or deleted.
func (s *Store) endSessions(ctx context.Context) error {
	s.current.mu.Lock()
	made, n := s.current.ownSessions, s.current.n
	s.current.n = 0
	s.current.mu.Unlock()
	if s.health.err() != nil {
		return nil // nothing can be written; the next run ends them
	}
	err := s.do(ctx, func(w *writer) error {
		now := s.opts.Now()
		if err := w.endSession(n, now); err != nil {
			return err
		}
		for _, m := range made {
			if err := w.endSession(m.n, now); err != nil { // includes side sessions
				return err
			}
			if err := w.abortOpen(m.n, now, wire.Interrupted, stoppedProblem); err != nil {
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

const stoppedProblem = "The console was stopped before this exchange ended. What was recorded until then is here; send it again to see the rest."
