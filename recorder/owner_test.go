package recorder

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// A stopped program keeps its session, whatever its clock or another's says, and others can read what it
// recorded.
func TestALivingOwnerKeepsItsSession(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	a := open(t, func(o *Options) { o.Path = path })
	stream := a.Begin(call())
	stream.EndRequest(time.Now(), nil)
	stream.WriteResponseHead(time.Now(), sseHead)
	stream.Write(wire.Response, time.Now(), []byte("data: 1\n\n"), false)
	commit(t, stream)
	for _, ahead := range []time.Duration{48 * time.Hour, -48 * time.Hour} {
		b := open(t, func(o *Options) {
			o.Path, o.NoSession, o.Now = path, true, func() time.Time { return time.Now().Add(ahead) }
		})
		if err := b.recoverDead(t.Context()); err != nil {
			t.Fatal(err)
		}
		x, err := b.Exchange(t.Context(), stream.ID())
		if err != nil || x.Outcome != wire.Open || x.Session != a.Current().ID || string(read(t, b, x.ID, wire.Response)) != "data: 1\n\n" {
			t.Errorf("%v ahead: %+v, %v", ahead, x, err)
		}
		if err := b.Remove(t.Context(), a.Current().ID); !errors.Is(err, wire.ErrRecording) {
			t.Errorf("%v ahead: removed: %v", ahead, err)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
	stream.Write(wire.Response, time.Now(), []byte("data: 2\n\n"), false)
	stream.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	commit(t, stream)
	x, err := a.Exchange(t.Context(), stream.ID())
	if err != nil || x.Outcome != wire.ByAgent || x.Frames != 2 || string(read(t, a, x.ID, wire.Response)) != "data: 1\n\ndata: 2\n\n" {
		t.Errorf("%+v, %v", x, err)
	}
}

// Two programs that record into one file and drain each other's journals lose and mix up nothing.
func TestTwoOwnersDrainEachOther(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	a := open(t, func(o *Options) { o.Path, o.Label = path, newFake })
	b := open(t, func(o *Options) { o.Path, o.Label = path, newFake })
	want := map[string]string{}
	sa, sb := a.Begin(call()), b.Begin(call())
	for _, tape := range []wire.Tape{sa, sb} {
		tape.EndRequest(time.Now(), nil)
		tape.WriteResponseHead(time.Now(), sseHead)
	}
	for i := range 20 {
		for s, tape := range map[*Store]wire.Tape{a: sa, b: sb} {
			part := "data: op=Send state=S" + itoa(int64(i)) + "\n\n"
			tape.Write(wire.Response, time.Now(), []byte(part), false)
			want[tape.ID()] += part
			commit(t, tape)
			want[record(t, s, call(), "op=Get", jsonHead, "state=X"+itoa(int64(i)))] = "state=X" + itoa(int64(i))
		}
		if i%5 == 2 { // one drains the other's journal
			if err := a.recoverDead(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, tape := range []wire.Tape{sa, sb} {
		tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
		commit(t, tape)
	}
	seen := map[int64]bool{}
	for id, body := range want {
		s := a
		if id == sb.ID() {
			s = b
		}
		await(t, s, func() bool { _, err := s.Exchange(t.Context(), id); return err == nil })
		x, err := s.Exchange(t.Context(), id)
		if err != nil || x.Outcome != wire.ByAgent || seen[x.Seq] || string(read(t, s, id, wire.Response)) != body {
			t.Errorf("%+v, %v", x, err)
		}
		seen[x.Seq] = true
		if x := labelled(t, s, id); x.Labels.Op == "" || x.Labels.State == "" {
			t.Errorf("labels %+v", x.Labels)
		}
	}
}

// When a killed program's file is opened, its journal is drained, its exchanges are closed and its files are
// removed.
func TestADeadOwnersJournalIsDrained(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := Open(Options{Path: path, Label: newFake})
	if err != nil {
		t.Fatal(err)
	}
	id := s.Current().ID
	var ids []string
	for range 50 {
		ids = append(ids, record(t, s, call(), "op=Send", jsonHead, "state=S"))
	}
	tape := s.Begin(call())
	tape.WriteResponseHead(time.Now(), sseHead)
	tape.Write(wire.Response, time.Now(), []byte("data: 1\n\n"), false)
	commit(t, tape)
	die(t, s)
	r := open(t, func(o *Options) { o.Path, o.ReadOnly = path, true })
	for _, id := range ids {
		if x, err := r.Exchange(t.Context(), id); err != nil || x.Outcome != wire.ByAgent {
			t.Fatalf("%+v, %v", x, err)
		}
	}
	x, err := r.Exchange(t.Context(), tape.ID())
	if err != nil || x.Outcome != wire.Interrupted || x.Problem != diedProblem {
		t.Errorf("%+v, %v", x, err)
	}
	if x, err := r.Session(t.Context(), id); err != nil || x.Ended.IsZero() || x.Exchanges != 51 {
		t.Errorf("%+v, %v", x, err)
	}
	if left, _ := filepath.Glob(path + "-tape-*"); len(left) > 0 {
		t.Errorf("left behind %q", left)
	}
	again := open(t, func(o *Options) { o.Path, o.Label = path, newFake })
	if x := labelled(t, again, ids[7]); x.Labels.State != "S" {
		t.Errorf("%+v", x.Labels)
	}
}

// A row number is never used again, even after the highest rows are removed.
func TestNumbersAreNotReused(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	a := open(t, func(o *Options) { o.Path = path })
	first, err := a.Exchange(t.Context(), record(t, a, call(), "{}", jsonHead, "{}"))
	if err != nil {
		t.Fatal(err)
	}
	_, n, err := a.session(t.Context(), first.Session)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	b := open(t, func(o *Options) { o.Path, o.NoSession = path, true })
	if err := b.Remove(t.Context(), first.Session); err != nil {
		t.Fatal(err)
	}
	c := open(t, func(o *Options) { o.Path = path })
	x, err := c.Exchange(t.Context(), record(t, c, call(), "{}", jsonHead, "{}"))
	if err != nil || x.Seq <= first.Seq {
		t.Errorf("%d after %d, %v", x.Seq, first.Seq, err)
	}
	if _, m, err := c.session(t.Context(), x.Session); err != nil || m <= n {
		t.Errorf("session %d after %d, %v", m, n, err)
	}
}

// If the file refuses one exchange, the others are recorded, and a gap covers it.
func TestOneBadExchangeIsLeftOut(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	err := s.do(t.Context(), func(w *writer) error {
		_, err := w.conn.Exec("CREATE TRIGGER bad BEFORE INSERT ON exchanges WHEN new.caller = 'bad' BEGIN SELECT RAISE(ABORT, 'it is bad'); END")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var good []string
	for i := range 10 {
		x := call()
		if i == 4 {
			x.Caller = "bad"
		}
		tape := s.Begin(x)
		tape.Write(wire.Request, time.Now(), []byte("{}"), false)
		tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
		if i != 4 {
			good = append(good, tape.ID())
		}
	}
	for _, id := range good {
		if got := read(t, s, id, wire.Request); string(got) != "{}" {
			t.Errorf("%q", got)
		}
	}
	g, err := s.Gaps(t.Context(), s.Current().ID)
	if err != nil || len(g) != 1 || g[0].Exchanges != 1 || g[0].Bytes != 2 || !strings.Contains(g[0].Problem, "it is bad") || s.Health() != "" {
		t.Errorf("%+v, %v, health %q", g, err, s.Health())
	}
}

// What passes while recording is paused is counted.
func TestAPauseIsAGap(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	s.Pause(true)
	for range 3 {
		s.Begin(call()).End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	}
	s.Pause(false)
	record(t, s, call(), "{}", jsonHead, "{}")
	await(t, s, func() bool {
		g, err := s.Gaps(t.Context(), s.Current().ID)
		return err == nil && len(g) == 1 && g[0].Exchanges == 3 && g[0].Cause == wire.GapPaused
	})
}

// A session with an open exchange is not removed.
func TestAnOpenExchangeKeepsItsSession(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	first := s.Current().ID
	tape := s.Begin(call())
	tape.WriteResponseHead(time.Now(), sseHead)
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]func() error{
		"delete": func() error { return s.Delete(t.Context(), first) },
		"remove": func() error { return s.Remove(t.Context(), first) },
	} {
		if err := f(); !errors.Is(err, wire.ErrRecording) || !strings.Contains(err.Error(), "1 of its exchanges") {
			t.Errorf("%s: %v", name, err)
		}
	}
	gone, err := s.Prune(t.Context(), wire.Retention{Bytes: 1, Days: 1}, false)
	if err != nil || len(gone) > 0 {
		t.Errorf("pruned %+v, %v", gone, err)
	}
	tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	commit(t, tape)
	if err := s.Remove(t.Context(), first); err != nil {
		t.Error(err)
	}
}

// Sent bytes that differ from the received ones, interim responses and passages are read back.
func TestWhatWasSentComesBack(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	tape := s.Begin(call())
	at := time.Unix(1700000000, 5).UTC()
	tape.WriteInterim(wire.Interim{At: at, Status: 103, Header: map[string][]string{"Link": {"</a>"}}})
	tape.WriteResponseHead(at, sseHead)
	tape.Write(wire.Response, at, []byte("data: 1\n\n"), false)
	tape.Write(wire.ResponseSent, at, []byte("data: 2\n\n"), false)
	tape.WriteSentHead(wire.ResponseSent, wire.Head{Status: 200, Header: map[string][]string{"X": {"1"}}})
	p := wire.Passage{Side: wire.Response, Frame: 0, Sent: 0, Kind: wire.PassageEdited, At: at, HoldTime: 7, Rule: "r"}
	tape.AddPassage(p)
	tape.End(wire.End{At: at, Outcome: wire.ByAgent})
	commit(t, tape)
	x, err := s.Exchange(t.Context(), tape.ID())
	if err != nil || len(x.Interim) != 1 || x.Interim[0].Status != 103 || x.Interim[0].Header.Get("Link") != "</a>" || !x.Interim[0].At.Equal(at) ||
		x.ResponseSent == nil || x.ResponseSent.Header.Get("X") != "1" || x.RequestSent != nil || !x.Rewritten {
		t.Errorf("%+v, %v", x, err)
	}
	list, err := s.Passages(t.Context(), tape.ID())
	if err != nil || len(list) != 1 || list[0] != p {
		t.Errorf("%+v, %v", list, err)
	}
	if got := read(t, s, tape.ID(), wire.ResponseSent); string(got) != "data: 2\n\n" {
		t.Errorf("sent %q", got)
	}
}

// TestSessionBeside: exchanges that ask for a side session go there, others do not. It ends separately, or
// with the program.
func TestSessionBeside(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	current := s.Current()
	beside, err := s.BeginSideSession(t.Context(), "beside")
	if err != nil {
		t.Fatal(err)
	}
	left, err := s.BeginSideSession(t.Context(), "left open")
	if err != nil {
		t.Fatal(err)
	}
	for _, session := range []string{beside.ID, left.ID, ""} {
		x := call()
		x.Session = session
		record(t, s, x, "{}", jsonHead, "{}")
	}
	if got := s.Current(); got.ID != current.ID || got.Exchanges != 1 {
		t.Errorf("the current session is %+v", got)
	}
	if err := s.EndSideSession(t.Context(), beside.ID); err != nil {
		t.Fatal(err)
	}
	for id, ended := range map[string]bool{beside.ID: true, left.ID: false, current.ID: false} {
		if x, err := s.Session(t.Context(), id); err != nil || x.Exchanges != 1 || x.Ended.IsZero() == ended {
			t.Errorf("%+v, %v", x, err)
		}
	}
	if err := s.EndSideSession(t.Context(), "none"); !errors.Is(err, wire.ErrNotFound) {
		t.Errorf("ending none: %v", err)
	}
	path := s.opts.Path
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, func(o *Options) { o.Path = path })
	if x, err := again.Session(t.Context(), left.ID); err != nil || x.Ended.IsZero() {
		t.Errorf("%+v, %v", x, err)
	}
}

// TestWhatLostItsSession: an exchange whose session was removed goes into the current one, never into that of
// a replay or an examination.
func TestWhatLostItsSession(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	current, _ := s.current.target()
	beside, err := s.BeginSideSession(t.Context(), "replay of x")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.EndSideSession(t.Context(), beside.ID); err != nil {
		t.Fatal(err)
	}
	const gone = 999
	err = s.do(t.Context(), func(w *writer) error {
		n, err := w.sessionFor(w.own, gone)
		if n != current.n {
			t.Errorf("session %d, not %d", n, current.n)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
