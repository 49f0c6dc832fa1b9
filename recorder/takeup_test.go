package recorder

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/wire"
)

// TestASessionOfAnotherIsNotTakenUp: who records into a session keeps it as long
// as it lives.
func TestASessionOfAnotherIsNotTakenUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := open(t, func(o *Options) { o.Path = path })
	commit(t, s.Begin(call()))
	id := s.Current().ID
	owned := func(pid int) {
		t.Helper()
		err := s.do(t.Context(), func(w *writer) error {
			_, err := w.conn.exec("UPDATE sessions SET pid = ? WHERE id = ?", int64(pid), id)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	owned(os.Getppid())
	_, err := Open(Options{Path: path, Session: id})
	if !errors.Is(err, wire.ErrRecording) || !strings.Contains(err.Error(), "another program records into it") || !strings.Contains(err.Error(), "--session") {
		t.Errorf("taken up from under who records: %v", err)
	}
	owned(os.Getpid()) // one that was killed had the same number
	again, err := Open(Options{Path: path, Session: id})
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

// TestWhatIsBroughtBackStays: a removal stops where somebody takes the session up.
func TestWhatIsBroughtBackStays(t *testing.T) {
	s := open(t, nil)
	commit(t, s.Begin(call()))
	id := s.Current().ID
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	_, n, err := s.session(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	err = s.do(t.Context(), func(w *writer) error {
		_, err := w.shrink(n, time.Now().Add(time.Hour))
		return err
	})
	if x, _ := s.Session(t.Context(), id); !errors.Is(err, errBack) || x.Exchanges != 1 {
		t.Errorf("%v, and %d exchanges are left", err, x.Exchanges)
	}
	if err := s.Remove(t.Context(), id); err != nil {
		t.Error(err)
	}
	if _, err := s.Session(t.Context(), id); !errors.Is(err, wire.ErrNotFound) {
		t.Errorf("after its removal: %v", err)
	}
}

// TestWhatIsTakenUpIsNotPurged: a session that was deleted here, and continued by
// another program since, is there after this one ends.
func TestWhatIsTakenUpIsNotPurged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := Open(Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	commit(t, s.Begin(call()))
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
