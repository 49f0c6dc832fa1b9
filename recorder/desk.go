package recorder

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/wire"
)

// desk is the session being recorded.
type desk struct {
	mu      sync.Mutex
	session wire.Session
	n       int64 // its row, 0 when nothing is recorded
	paused  bool
	made    []target // sessions of this run, the current one included
	deleted map[string]bool
}

type target struct {
	wire.Session
	n int64
}

// target is where a new exchange goes, and whether it is to be recorded.
func (d *desk) target() (target, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return target{d.session, d.n}, d.n != 0 && !d.paused
}

// place is where an exchange goes that asks for a session: to that one if it is
// of this run and still there, else to the current one.
func (s *Store) place(session string) (target, bool) {
	now, recording := s.desk.target()
	if session == "" || session == now.ID || !recording {
		return now, recording
	}
	asked, ok := s.desk.earlier(session)
	var there int
	if !ok || s.readers.QueryRow("SELECT count(*) FROM sessions WHERE n = ? AND deleted = 0", asked.n).Scan(&there) != nil || there == 0 {
		return now, true
	}
	return asked, true
}

// earlier is a session of this run.
func (d *desk) earlier(session string) (target, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, m := range d.made {
		if m.ID == session {
			return m, true
		}
	}
	return target{}, false
}

func (d *desk) owned() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.n != 0
}

func (d *desk) set(x wire.Session, n int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.session, d.n = x, n
	d.made = append(d.made, target{x, n})
}

// Current returns the session being recorded, with its counts; the zero
// Session when there is none.
func (s *Store) Current() wire.Session {
	t, _ := s.desk.target()
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
	s.desk.mu.Lock()
	defer s.desk.mu.Unlock()
	return s.desk.paused
}

// Pause leaves new exchanges out of the record, or takes them in again. Those
// on record go on being recorded.
func (s *Store) Pause(paused bool) {
	s.desk.mu.Lock()
	s.desk.paused = paused
	s.desk.mu.Unlock()
	s.bells.ring()
}

// NewSession ends the current session and starts another. Exchanges that are
// open stay with the session that they began in.
func (s *Store) NewSession(ctx context.Context, name string) (wire.Session, error) {
	if s.readOnly() {
		return wire.Session{}, fmt.Errorf("start a session: %w", errReadOnly)
	}
	old, _ := s.desk.target()
	x := wire.Session{ID: wire.NewID(), Name: name, Started: s.opts.Now().UTC()}
	var n int64
	err := s.do(ctx, func(w *writer) error {
		if err := w.endSession(old.n, s.opts.Now()); err != nil {
			return err
		}
		var err error
		n, err = w.addSession(x, s.opts.Now())
		return err
	})
	if err != nil {
		return wire.Session{}, fmt.Errorf("start a session: %w", err)
	}
	s.desk.set(x, n)
	return x, nil
}

// begin starts or continues the session of this run.
func (s *Store) begin(ctx context.Context) error {
	if err := s.do(ctx, func(w *writer) error { return w.bury(s.opts.Now()) }); err != nil {
		return err
	}
	switch {
	case s.opts.NoSession:
		return nil
	case s.opts.Session == "":
		_, err := s.NewSession(ctx, s.opts.Name)
		return err
	}
	x, n, err := s.session(ctx, s.opts.Session)
	if err != nil {
		return &Trouble{Doing: "continue session " + s.opts.Session, Why: err.Error(),
			Try: "See `a2a-console sessions list` for the sessions of this recording.", Err: err}
	}
	err = s.do(ctx, func(w *writer) error { return w.takeUp(n, s.opts.Now()) })
	if errors.Is(err, wire.ErrRecording) {
		return &Trouble{Doing: "continue session " + s.opts.Session, Why: "another program records into it",
			Try: "Stop that one first; if it was killed, wait a minute. Without --session a session of its own is started.", Err: err}
	}
	x.Ended, x.Deleted = time.Time{}, time.Time{}
	s.desk.set(x, n)
	return err
}

// leave ends this run's sessions, and removes the empty and the deleted ones.
func (s *Store) leave(ctx context.Context) error {
	s.desk.mu.Lock()
	made, n := s.desk.made, s.desk.n
	s.desk.n = 0
	s.desk.mu.Unlock()
	if s.queue.health() != nil {
		return nil // nothing can be written; the next run sees to it
	}
	err := s.do(ctx, func(w *writer) error {
		now := s.opts.Now()
		if err := w.endSession(n, now); err != nil {
			return err
		}
		for _, m := range made {
			if err := w.cutOpen(m.n, now); err != nil {
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
