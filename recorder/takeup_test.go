package recorder

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestASessionOfAnotherIsNotTakenUp: a program that records into a session keeps it as long as it lives.
func TestASessionOfAnotherIsNotTakenUp(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	s := open(t, func(o *Options) { o.Path = path })
	commit(t, s.Begin(call()))
	id := s.Current().ID
	_, err := Open(Options{Path: path, Session: id})
	if !errors.Is(err, wire.ErrRecording) || !strings.Contains(err.Error(), "another program records into it") || !strings.Contains(err.Error(), "--session") {
		t.Errorf("claimed from under who records: %v", err)
	}
	die(t, s)
	again, err := Open(Options{Path: path, Session: id})
	if err != nil {
		t.Fatal(err)
	}
	if x, err := again.Session(t.Context(), id); err != nil || x.Exchanges != 1 || !x.Ended.IsZero() {
		t.Errorf("%+v, %v", x, err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

// die does to a store what kill -9 does to its process: locks are released, and nothing more is written.
func die(t *testing.T, s *Store) {
	t.Helper()
	if err := s.owner.lock.Close(); err != nil {
		t.Fatal(err)
	}
	s.owner.lock = nil
	s.current.mu.Lock()
	s.current.n = 0
	s.current.ownSessions = nil
	s.current.mu.Unlock()
	s.stop()
	s.writer.shut()
	s.running.Wait()
	if s.journal != nil {
		s.journal.Close()
	}
	s.closing.Do(func() { s.closed = errors.Join(s.readers.Close(), s.writer.conn.Close()) })
}

// TestWhatIsBroughtBackStays: a removal stops when somebody brings the session back.
func TestWhatIsBroughtBackStays(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	record(t, s, call(), "{}", jsonHead, "{}")
	id := s.Current().ID
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	_, n, err := s.session(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	err = s.do(t.Context(), func(w *writer) error {
		_, err := w.removeSome(n, time.Now().Add(time.Hour))
		return err
	})
	if x, _ := s.Session(t.Context(), id); !errors.Is(err, errSessionRestored) || x.Exchanges != 1 {
		t.Errorf("%v, and %d exchanges are left", err, x.Exchanges)
	}
	if err := s.Remove(t.Context(), id); err != nil {
		t.Error(err)
	}
	if _, err := s.Session(t.Context(), id); !errors.Is(err, wire.ErrNotFound) {
		t.Errorf("after its removal: %v", err)
	}
}

// TestWhatIsTakenUpIsNotPurged: a session that was deleted here and continued by another program survives the
// end of this one.
func TestWhatIsTakenUpIsNotPurged(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := Open(Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	record(t, s, call(), "{}", jsonHead, "{}")
	id := s.Current().ID
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	other, err := Open(Options{Path: path, Session: id})
	if err != nil {
		t.Fatal(err)
	}
	commit(t, other.Begin(call()))
	for _, s := range []*Store{other, s} {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	s = open(t, func(o *Options) { o.Path = path })
	if x, err := s.Session(t.Context(), id); err != nil || x.Exchanges != 2 || !x.Deleted.IsZero() {
		t.Errorf("%+v, %v", x, err)
	}
}
