package recorder

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/journal"
)

// stuckJournal makes a journal fail from its next segment on, until free is called. x is an exchange being
// recorded.
func stuckJournal(t *testing.T, s *Store, x wire.Tape) (free func()) {
	t.Helper()
	name := s.owner.base + "." + strconv.FormatInt(s.journal.Segment()+1, 10)
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	x.Write(wire.Request, time.Now(), noise(5<<20), false) // more than a segment takes
	if s.journal.WriteError() == nil {
		t.Fatal("the journal goes on")
	}
	return func() {
		t.Helper()
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		await(t, s, func() bool { return s.journal.WriteError() == nil })
	}
}

// Counts that wait for a journal that cannot be written stay in the note, because the program may be killed
// before they are written.
func TestKilledWhileCountsWait(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.MaxBody = 8 << 20 })
	stream := s.Begin(call())
	passUnrecorded(t, s, 3)
	free := stuckJournal(t, s, stream)
	s.Pause(false)
	s.flushLosses(t.Context(), false) // as if the disk were full from here on
	if err := s.Begin(call()).Commit(t.Context()); err == nil {
		t.Fatal("the journal goes on")
	}
	path, id := copied(t, s), s.Current().ID
	free()
	for at, whole := range map[string]*Store{"copy": open(t, func(o *Options) { o.Path, o.NoSession = path, true }), "first": s} {
		paused := 0
		await(t, whole, func() bool {
			g, err := whole.Gaps(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			paused = 0
			for _, g := range g {
				if g.Cause == wire.GapPaused {
					paused += g.Exchanges
				}
			}
			return paused > 0 || at == "copy"
		})
		if paused != 3 {
			t.Errorf("%s: %d exchanges are told, want 3", at, paused)
		}
	}
}

// The note keeps its faults while the journal cannot be written.
func TestNoteOfAFaultThatBeganAgain(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.MaxBody = 8 << 20 })
	free := stuckJournal(t, s, s.Begin(call()))
	if err := s.Begin(call()).Commit(t.Context()); err == nil {
		t.Fatal("the journal goes on")
	}
	s.note.clearFaults(s.journal) // of what was written before
	if !s.note.faulty.Load() {
		t.Error("forgotten")
	}
	free()
	await(t, s, func() bool { return !s.note.faulty.Load() })
}

// A note that could not be emptied is emptied once it can be written again.
func TestNoteIsEmptiedLater(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	passUnrecorded(t, s, 1)
	good := s.note.file
	bad, err := journal.CreateNote(filepath.Join(t.TempDir(), "x"))
	if err != nil {
		t.Fatal(err)
	}
	if err := bad.Close(); err != nil {
		t.Fatal(err)
	}
	s.losses.takeEntries("")
	s.losses.clearInFlight()
	s.note.file = bad
	if s.note.write(s) == nil {
		t.Fatal("written to a closed file")
	}
	s.note.file = good
	if err := s.note.write(s); err != nil {
		t.Fatal(err)
	}
	if list, err := journal.ReadNote(s.owner.base); err != nil || len(list) > 0 {
		t.Errorf("%q, %v", list, err)
	}
}
