package recorder

import (
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// After an error, the journal is read again from the same place: no part of an exchange is recorded twice,
// under another exchange, or not at all.
func TestAnErrorWhileTheJournalIsRead(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	b := open(t, func(o *Options) { o.Path, o.NoSession = s.opts.Path, true })
	stream := s.Begin(call())
	stream.EndRequest(time.Now(), nil)
	stream.WriteResponseHead(time.Now(), sseHead)
	stream.Write(wire.Response, time.Now(), []byte("data: 1\n\n"), false)
	commit(t, stream)
	if _, err := s.Exchange(t.Context(), stream.ID()); err != nil {
		t.Fatal(err)
	}
	stream.Write(wire.Response, time.Now(), []byte("data: 2\n\n"), false)
	commit(t, stream)
	// Another program drains that, so that this one must load the exchange from the file when more of it
	// arrives. That fails the first time.
	if err := b.recoverDead(t.Context()); err != nil {
		t.Fatal(err)
	}
	damage(t, s.opts.Path, "ALTER TABLE details RENAME TO out_of_the_way")
	other := s.Begin(call())
	other.WriteInterim(wire.Interim{At: time.Now(), Status: 103})
	other.Write(wire.Request, time.Now(), []byte("body"), false)
	other.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	stream.Write(wire.Response, time.Now(), []byte("data: 3\n\n"), false)
	stream.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	commit(t, stream)
	await(t, s, func() bool { return s.Health() != "" })
	damage(t, s.opts.Path, "ALTER TABLE out_of_the_way RENAME TO details")
	await(t, s, func() bool { return s.Health() == "" })

	x, err := s.Exchange(t.Context(), stream.ID())
	if err != nil || x.Outcome != wire.ByAgent || x.Frames != 3 || x.Incomplete || string(read(t, s, x.ID, wire.Response)) != "data: 1\n\ndata: 2\n\ndata: 3\n\n" {
		t.Errorf("the stream: %+v, %v", x, err)
	}
	y, err := s.Exchange(t.Context(), other.ID())
	if err != nil || y.Outcome != wire.ByAgent || len(y.Interim) != 1 || string(read(t, s, y.ID, wire.Request)) != "body" {
		t.Errorf("the other: %+v, %v", y, err)
	}
	if list, err := s.Exchanges(t.Context(), wire.Filter{}, wire.Page{}); err != nil || len(list) != 2 {
		t.Errorf("%d exchanges, %v", len(list), err)
	}
	if n := orphans(t, s); n > 0 {
		t.Errorf("%d chunks of no exchange", n)
	}
}

func orphans(t *testing.T, s *Store) (n int) {
	t.Helper()
	if err := s.readers.QueryRow("SELECT count(*) FROM chunks WHERE (key >> 30) NOT IN (SELECT seq FROM exchanges)").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// stuck makes a drain fail after all of it was written in the transaction.
const stuck = "CREATE TRIGGER stuck BEFORE UPDATE ON owners BEGIN SELECT RAISE(ABORT, 'not now'); END"

// A rejected exchange is covered by a gap even if the transaction that wrote the gap first was rolled back.
func TestARefusedExchangeIsToldAfterAFailure(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	damage(t, s.opts.Path, stuck,
		"CREATE TRIGGER bad BEFORE INSERT ON exchanges WHEN new.caller = 'bad' BEGIN SELECT RAISE(ABORT, 'it is bad'); END")
	x := call()
	x.Caller = "bad"
	tape := s.Begin(x)
	tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	commit(t, tape)
	await(t, s, func() bool { return strings.Contains(s.Health(), "not now") })
	damage(t, s.opts.Path, "DROP TRIGGER stuck")
	await(t, s, func() bool { return s.Health() == "" })
	g, err := s.Gaps(t.Context(), s.Current().ID)
	if err != nil || len(g) != 1 || g[0].Exchanges != 1 || !strings.Contains(g[0].Problem, "it is bad") {
		t.Errorf("%+v, %v", g, err)
	}
}

// TestRefusedResponse: if the file rejects an update of a stored exchange, the gap is on the side of the
// response.
func TestRefusedResponse(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	tape := s.Begin(call())
	commit(t, tape)
	await(t, s, func() bool { _, err := s.Exchange(t.Context(), tape.ID()); return err == nil })
	damage(t, s.opts.Path, "CREATE TRIGGER bad BEFORE UPDATE OF outcome ON exchanges BEGIN SELECT RAISE(ABORT, 'it is bad'); END")
	tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	commit(t, tape)
	await(t, s, func() bool {
		x, err := s.Exchange(t.Context(), tape.ID())
		return err == nil && len(x.Gaps) == 1 && x.Gaps[0].Side == wire.Response && strings.Contains(x.Gaps[0].Problem, "it is bad")
	})
	damage(t, s.opts.Path, "DROP TRIGGER bad")
}

// Health recovers no matter what drains the rest: here it is a job.
func TestHealthAfterAJob(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	damage(t, s.opts.Path, stuck)
	tape := s.Begin(call())
	commit(t, tape)
	await(t, s, func() bool { return strings.Contains(s.Health(), "not now") })
	damage(t, s.opts.Path, "DROP TRIGGER stuck")
	if err := s.do(t.Context(), func(*writer) error { return nil }); err != nil {
		t.Fatal(err)
	}
	await(t, s, func() bool { return s.Health() == "" })
	if _, err := s.Exchange(t.Context(), tape.ID()); err != nil {
		t.Error(err)
	}
}
