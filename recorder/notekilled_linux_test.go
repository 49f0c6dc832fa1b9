package recorder

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// A full disk gets a little room, which takes some of what waits in memory. What still waits when the program
// is killed is covered by gaps nevertheless.
func TestKilledAfterALittleRoom(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=16m"); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	s := open(t, func(o *Options) { o.Path = filepath.Join(dir, "x.db") })
	ids := []string{record(t, s, call(), "{}", jsonHead, "{}")}
	if _, err := s.Exchange(t.Context(), ids[0]); err != nil {
		t.Fatal(err)
	}
	ballast := filepath.Join(dir, "ballast")
	fill(t, ballast)
	for range 60 {
		tape := s.Begin(call())
		tape.Write(wire.Request, time.Now(), noise(64<<10), false)
		if err := tape.Commit(t.Context()); err == nil && len(ids) > 1 {
			t.Fatal("commit succeeded on a full disk")
		}
		tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
		ids = append(ids, tape.ID())
	}
	giveRoom(t, s, ballast)
	session := s.Current().ID
	after := open(t, func(o *Options) { o.Path, o.NoSession = copied(t, s), true })
	if err := os.Truncate(ballast, 0); err != nil {
		t.Fatal(err)
	}
	await(t, s, func() bool { return s.Health() == "" })
	there, missing := 0, 0
	for _, id := range ids {
		if _, err := after.Exchange(t.Context(), id); err == nil {
			there++
		}
	}
	gaps, err := after.Gaps(t.Context(), session)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range gaps {
		missing += g.Exchanges
	}
	if there+missing != len(ids) || missing == 0 {
		t.Errorf("of %d exchanges %d are on record and %d in gaps", len(ids), there, missing)
	}
}

// giveRoom takes a mebibyte from the ballast, and waits until the journal used it and the writer noticed.
func giveRoom(t *testing.T, s *Store, ballast string) {
	t.Helper()
	info, err := os.Stat(ballast)
	if err == nil {
		err = os.Truncate(ballast, info.Size()-1<<20)
	}
	if err != nil {
		t.Fatal(err)
	}
	turn := func() {
		err := s.await(t.Context(), &job{ownTransactions: true, skipsJournal: true, done: make(chan error, 1), run: func(*writer) error { return nil }})
		if err != nil {
			t.Fatal(err)
		}
	}
	_, at := s.journal.FileEnd()
	for now := at; now == at; _, now = s.journal.FileEnd() {
		turn()
	}
	turn()
	if s.journal.WriteError() == nil {
		t.Fatal("all found room")
	}
}
