package recorder

import (
	"errors"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// An import that was running when its store was closed does not prevent importing the same session again.
func TestAnImportThatWasLeftIsDoneAgain(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := Open(Options{Path: path, NoSession: true})
	if err != nil {
		t.Fatal(err)
	}
	session := wire.Session{ID: wire.NewID(), Started: time.Now()}
	x := call()
	x.ID, x.Started, x.Ended, x.Outcome = wire.NewID(), session.Started, session.Started, wire.ByAgent
	in := s.Import("f")
	if err := in.Session(t.Context(), &session); err != nil {
		t.Fatal(err)
	}
	if err := in.Exchange(t.Context(), &x); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_ = in.Abandon(t.Context()) // too late: the store is closed

	s = open(t, func(o *Options) { o.Path, o.NoSession = path, true })
	if err := s.recoverDead(t.Context()); err != nil { // as housekeeping does
		t.Fatal(err)
	}
	s.removeForgotten(t.Context())
	in = s.Import("f")
	if err := in.Session(t.Context(), &session); err != nil {
		t.Fatal(err)
	}
	if err := in.Exchange(t.Context(), &x); err != nil {
		t.Fatal(err)
	}
	if err := in.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if y, err := s.Session(t.Context(), session.ID); err != nil || y.Exchanges != 1 || y.Ended.IsZero() {
		t.Errorf("%+v, %v", y, err)
	}
	if err := s.Remove(t.Context(), session.ID); err != nil {
		t.Error(err)
	}
}

// An abandoned import leaves nothing, even if an exchange is already on record that was open in the file.
func TestAbandonedImportLeavesNothing(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	session := wire.Session{ID: wire.NewID(), Started: time.Now()}
	in := s.Import("f")
	if err := in.Session(t.Context(), &session); err != nil {
		t.Fatal(err)
	}
	x := call()
	x.ID, x.Started = wire.NewID(), session.Started
	if err := in.Exchange(t.Context(), &x); err != nil {
		t.Fatal(err)
	}
	in.finish()
	if err := in.flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := in.Abandon(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := s.Session(t.Context(), session.ID); !errors.Is(err, wire.ErrNotFound) {
		t.Errorf("the session is still there: %v", err)
	}
	for end := time.Now().Add(time.Minute); ; runtime.Gosched() { // housekeeping may be removing it at the moment
		if _, err := s.Exchange(t.Context(), x.ID); errors.Is(err, wire.ErrNotFound) {
			return
		} else if time.Now().After(end) {
			t.Fatalf("its exchange is still there: %v", err)
		}
	}
}
