package recorder

import (
	"errors"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// A session in which an exchange began after the decision to remove it is not cleared, so that the exchange
// can be recorded to its end.
func TestNothingIsClearedUnderAnOpenExchange(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	first := s.Current().ID
	tape := s.Begin(call())
	tape.EndRequest(time.Now(), nil)
	tape.WriteResponseHead(time.Now(), sseHead)
	tape.Write(wire.Response, time.Now(), []byte("data: 1\n\n"), false)
	commit(t, tape)
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	// Marked by another program, which had not seen the exchange yet.
	damage(t, s.opts.Path, "UPDATE sessions SET purge = 1, deleted = 5 WHERE id = '"+first+"'")
	s.purgeMarked(t.Context())
	tape.Write(wire.Response, time.Now(), []byte("data: 2\n\n"), false)
	commit(t, tape)
	x, err := s.Exchange(t.Context(), tape.ID())
	if err != nil || x.Outcome != wire.Open {
		t.Fatalf("%+v, %v", x, err)
	}
	if got := read(t, s, tape.ID(), wire.Response); string(got) != "data: 1\n\ndata: 2\n\n" {
		t.Errorf("kept %q", got)
	}
	if n := orphans(t, s); n > 0 || s.Health() != "" {
		t.Errorf("%d chunks of no exchange, health %q", n, s.Health())
	}
}

// An exchange whose session is removed before its beginning is drained goes into a session that exists.
func TestABeginningAfterItsSessionIsGone(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	first := s.Current().ID
	record(t, s, call(), "{}", jsonHead, "{}")
	_, n, err := s.session(t.Context(), first)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if err := s.Remove(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	x := call()
	x.ID, x.Started = wire.NewID(), time.Now()
	if _, err := s.append(&entry.Entry{Kind: entry.Begin, Exchange: x.ID, At: entry.Nanos(x.Started), Session: n, X: &x}); err != nil {
		t.Fatal(err)
	}
	y, err := s.Exchange(t.Context(), x.ID)
	if err != nil {
		t.Fatal(err)
	}
	if z, err := s.Session(t.Context(), y.Session); err != nil || z.Exchanges != 1 {
		t.Errorf("it is in session %q: %+v, %v", y.Session, z, err)
	}
}

// All sessions over the limit are removed, even if another program records and does the removing.
func TestPruningBesideAProgramThatRecords(t *testing.T) {
	t.Parallel()
	a := open(t, nil)
	var ids []string
	for range 3 {
		ids = append(ids, a.Current().ID)
		record(t, a, call(), kilobyte, jsonHead, kilobyte)
		if _, err := a.NewSession(t.Context(), ""); err != nil {
			t.Fatal(err)
		}
	}
	b := open(t, func(o *Options) { o.Path, o.NoSession = a.opts.Path, true })
	if _, err := b.Prune(t.Context(), wire.Retention{Bytes: 1}, false); err != nil && !errors.Is(err, ErrRemovalDelegated) {
		t.Error(err)
	}
	await(t, a, func() bool {
		for _, id := range ids {
			if _, err := a.Session(t.Context(), id); !errors.Is(err, wire.ErrNotFound) {
				return false
			}
		}
		return true
	})
}

// While another program holds the file's write lock, for however long, commits are safe, even if this
// program is killed then.
func TestCommitDoesNotWaitForTheFile(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	other, err := database.Dial(t.Context(), database.DSN(s.opts.Path, database.ReadWrite))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.Exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	ids := calls(t, s, 20)
	path := copied(t, s) // without what the other program wrote, which is nothing
	if _, err := other.Exec("ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{s.opts.Path, path} {
		whole, told := accounted(t, open(t, func(o *Options) { o.Path, o.NoSession = at, true }), ids)
		if len(whole) != len(ids) || told {
			t.Errorf("%d of %d exchanges are on record, with gaps: %t", len(whole), len(ids), told)
		}
	}
}

// A job waits longer than one attempt for a file that another program writes to, so that an import beside
// a busy console does not fail.
func TestJobIsTriedAgain(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	other, err := database.Dial(t.Context(), database.DSN(s.opts.Path, database.ReadWrite))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.Exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	tries, ran := 0, 0
	err = s.retry(t.Context(), func() *job {
		if tries++; tries == 2 {
			if _, err := other.Exec("ROLLBACK"); err != nil {
				t.Error(err)
			}
		}
		return &job{skipsJournal: true, done: make(chan error, 1), run: func(*writer) error { ran++; return nil }}
	})
	if err != nil || tries != 2 || ran != 1 {
		t.Errorf("tried %d times, ran %d times: %v", tries, ran, err)
	}
}

// Other programs can write between the transactions of a removal.
func TestOthersWriteDuringARemoval(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	id := s.Current().ID
	all := int64(3000)
	if testing.Short() { // slower under the race detector, for which -short is meant
		all = 500
	}
	for range all {
		tape := s.Begin(call())
		tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	}
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	removed := make(chan error, 1)
	go func() { removed <- s.Remove(t.Context(), id) }()
	between := 0
	for over := false; !over; {
		select {
		case err := <-removed:
			if over = true; err != nil {
				t.Fatal(err)
			}
		default:
		}
		err := s.do(t.Context(), func(w *writer) error {
			left, err := w.conn.Number("SELECT count(*) FROM exchanges WHERE session = (SELECT n FROM sessions WHERE id = ?)", id)
			if left > 0 && left < all {
				between++
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if between == 0 {
		t.Error("nobody wrote between the first exchange removed and the last")
	}
}

// Whichever is first, an exchange or the removal of the session that it asks for, the exchange is recorded as
// a whole and in a session that exists.
func TestExchangesBesideARemovalAreKept(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	for range 40 {
		old := s.Current().ID
		record(t, s, call(), "{}", jsonHead, "{}")
		if _, err := s.NewSession(t.Context(), ""); err != nil {
			t.Fatal(err)
		}
		removed := make(chan error, 1)
		go func() { removed <- s.Remove(t.Context(), old) }()
		x := call()
		x.Session = old
		tape := s.Begin(x)
		tape.Write(wire.Request, time.Now(), []byte("request"), false)
		commit(t, tape)
		err := <-removed
		tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
		commit(t, tape)
		if err != nil && !errors.Is(err, wire.ErrRecording) && !errors.Is(err, errSessionRestored) {
			t.Fatal(err)
		}
		y, e := s.Exchange(t.Context(), tape.ID())
		if e != nil || y.Outcome != wire.ByAgent || string(read(t, s, y.ID, wire.Request)) != "request" {
			t.Fatalf("removal: %v; %+v, %v", err, y, e)
		}
		if z, e := s.Session(t.Context(), y.Session); e != nil {
			t.Fatalf("removal: %v; session %q: %+v, %v", err, y.Session, z, e)
		}
	}
	if n := orphans(t, s); n > 0 || s.Health() != "" {
		t.Errorf("%d chunks of no exchange, health %q", n, s.Health())
	}
}
