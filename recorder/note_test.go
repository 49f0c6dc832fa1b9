package recorder

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/journal"
)

// pausedGap asserts that the record at path has a gap of n exchanges for a pause, and no other gap.
func pausedGap(t *testing.T, path, session string, n int) {
	t.Helper()
	s := open(t, func(o *Options) { o.Path, o.NoSession = path, true })
	g, err := s.Gaps(t.Context(), session)
	if err != nil || len(g) != 1 || g[0].Exchanges != n || g[0].Cause != wire.GapPaused || !strings.HasPrefix(g[0].Problem, "Recording was paused.") {
		t.Errorf("%+v, %v", g, err)
	}
}

// passUnrecorded passes n exchanges while recording is paused, after one that is recorded.
func passUnrecorded(t *testing.T, s *Store, n int) {
	t.Helper()
	record(t, s, call(), "{}", jsonHead, "{}")
	s.Pause(true)
	for range n {
		s.Begin(call()).End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	}
}

// A program that is killed while recording is paused has noted what passed.
func TestKilledWhilePaused(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	passUnrecorded(t, s, 3)
	pausedGap(t, copied(t, s), s.Current().ID, 3)
}

// What passed is counted once, even if the program is killed after recording continued.
func TestKilledAfterAPause(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	passUnrecorded(t, s, 3)
	s.Pause(false)
	id := s.Current().ID
	await(t, s, func() bool {
		g, err := s.Gaps(t.Context(), id)
		return err == nil && len(g) == 1
	})
	pausedGap(t, copied(t, s), id, 3)
	g, err := s.Gaps(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	// Killed between the journal's entry and the note's end, the program leaves both.
	if err := s.note.file.Write(s.note.encode([]noteRecord{{Session: s.current.n, Kind: noteKindLoss, Gap: g[0]}}, journal.Start())); err != nil {
		t.Fatal(err)
	}
	pausedGap(t, copied(t, s), id, 3)
}

// A program that ends while recording is paused has recorded the count.
func TestClosedWhilePaused(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	s := open(t, func(o *Options) { o.Path = path })
	id := s.Current().ID
	passUnrecorded(t, s, 3)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	pausedGap(t, path, id, 3)
}

// What passed at the very end of an earlier gap is another gap, if the journal has nothing after what was
// noted.
func TestKilledAtTheMomentOfAGap(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	passUnrecorded(t, s, 3)
	s.Pause(false)
	id := s.Current().ID
	var g []wire.Gap
	await(t, s, func() bool {
		var err error
		g, err = s.Gaps(t.Context(), id)
		return err == nil && len(g) == 1
	})
	_, at := s.journal.FileEnd()
	again := g[0]
	again.From, again.Exchanges = again.To, 2
	for leaving, n := range map[bool]int{true: 3, false: 5} {
		if err := s.note.file.Write(s.note.encode([]noteRecord{{Session: s.current.n, Kind: noteKindLoss, Leaving: leaving, Gap: again}}, at)); err != nil {
			t.Fatal(err)
		}
		pausedGap(t, copied(t, s), id, n)
	}
}

// A program's note about a session that another program continued marks no exchange of the latter.
func TestNoteOfAFormerOwner(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	tape := s.Begin(call())
	tape.Write(wire.Request, time.Now(), []byte("{"), false)
	if err := tape.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Exchange(t.Context(), tape.ID()); err != nil {
		t.Fatal(err)
	}
	for _, owner := range []string{"another", s.owner.id} {
		err := s.do(t.Context(), func(w *writer) error {
			return w.recoverOpen(&journalSource{owner: owner}, &noteRecord{Session: s.current.n, Kind: noteKindFault, Gap: wire.Gap{Cause: wire.GapDiskFull, From: time.Now(), To: time.Now()}})
		})
		x, xerr := s.Exchange(t.Context(), tape.ID())
		if err != nil || xerr != nil || x.Incomplete != (owner == s.owner.id) {
			t.Errorf("%s: %v, incomplete %v, %v", owner, err, x.Incomplete, xerr)
		}
	}
	tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
}

// A note that our program did not write is ignored.
func TestWrongNotesAreLeftOut(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	record(t, s, call(), "{}", jsonHead, "{}")
	id := s.Current().ID
	const good = `{"session":1,"kind":"missed","gap":{"exchanges":3,"why":"paused","problem":"Recording was paused.","from":"2026-11-21T10:00:00Z","to":"2026-11-21T10:00:01Z"}}`
	var b []byte
	note := func(payload string) {
		at := len(b)
		b = journal.End(append(journal.Begin(b), payload...), at)
	}
	for _, wrong := range []string{"{", "[]", "null", "7"} {
		note(wrong)
	}
	for _, change := range [][2]string{
		{`"missed"`, `"odd"`}, {`"session":1`, `"session":-1`}, {`"exchanges":3`, `"exchanges":-3`}, {`"exchanges":3`, `"bytes":-3`}, {`"exchanges":3`, `"exchanges":0`}, {`"exchanges":3`, `"offset":-1`},
		{`"why":"paused"`, `"why":""`}, {`"why":"paused"`, `"why":"` + strings.Repeat("x", 201) + `"`}, {"10:00:01Z", "09:00:00Z"}, {`"session":1`, `"session":"1"`},
	} {
		wrong := strings.Replace(good, change[0], change[1], 1)
		if wrong == good {
			t.Fatalf("no %s", change[0])
		}
		note(wrong)
	}
	note(good)
	if err := s.note.file.Write(b); err != nil {
		t.Fatal(err)
	}
	pausedGap(t, copied(t, s), id, 3)
}

// The note says, for each session, since when the journal cannot be written, how many beginnings wait, and how
// many found no room. Each is forgotten when it is over.
func TestNoteOfASession(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	var n note
	at := time.Unix(1_000_000, 0)
	told := func(reached int64) (out string) {
		list := n.list(reached)
		slices.SortFunc(list, func(a, b noteRecord) int { return cmp.Compare(a.Kind, b.Kind) })
		for _, x := range list {
			out += fmt.Sprintf("%d %s %d %d; ", x.Session, x.Kind, x.Gap.Exchanges, x.Gap.To.Sub(x.Gap.From)/time.Second)
		}
		return out
	}
	expect := func(what string, reached int64, want string) {
		t.Helper()
		if got := told(reached); got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	gap := wire.Gap{From: at, To: at}
	n.fault(1, 0, true, gap)
	n.fault(1, 0, true, gap)
	n.fault(1, 100, true, gap)
	gap.To = at.Add(3 * time.Second)
	n.fault(1, 0, false, gap) // was noted before
	expect("at first", 99, "1 fault 0 3; 1 unknown 2 0; 1 waiting 1 3; ")
	n.forgetUnknown(1)
	expect("after an end", 100, "1 fault 0 3; 1 unknown 1 0; ")
	n.clearFaults(s.journal)
	expect("the journal is written again", 100, "1 unknown 1 0; ")
	n.forgetUnknown(1)
	n.forgetUnknown(1)
	expect("all is over", 100, "")
}
