package recorder

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
)

// TestProbesCountApart: the console's own requests are not calls, add no agent, and are not errors of the
// session.
func TestProbesCountApart(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	record(t, s, call(), "{}", jsonHead, "{}")
	probe := call()
	probe.Agent, probe.Origin = "http://nobody", wire.Console
	tape := s.Begin(probe)
	tape.End(wire.End{At: time.Now(), Outcome: wire.Unreachable, Problem: "nobody there"})
	commit(t, tape)
	x, err := s.Session(t.Context(), s.Current().ID)
	if err != nil || x.Exchanges != 2 || x.Probes != 1 || x.Calls() != 1 || x.Errors != 0 || len(x.Agents) != 1 || x.Agents[0] != call().Agent {
		t.Errorf("%+v, %v", x, err)
	}
}

func TestSessionsAreKept(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.Name, o.Label = "first", newFake })
	first := s.Current()
	if first.Name != "first" || first.Started.IsZero() || !first.Ended.IsZero() {
		t.Errorf("first %+v", first)
	}
	record(t, s, call(), "{}", jsonHead, "{}")
	second, err := s.NewSession(t.Context(), "second")
	if err != nil {
		t.Fatal(err)
	}
	bad := call()
	bad.Agent = "http://other"
	tape := s.Begin(bad)
	tape.End(wire.End{At: time.Now(), Outcome: wire.Unreachable, Problem: "nobody there"})
	commit(t, tape)
	if err := s.Rename(t.Context(), second.ID, "renamed"); err != nil {
		t.Fatal(err)
	}
	list, err := s.Sessions(t.Context())
	if err != nil || len(list) != 2 || list[0].Name != "renamed" || list[0].Errors != 1 || list[0].Agents[0] != "http://other" || list[1].Ended.IsZero() {
		t.Fatalf("%+v, %v", list, err)
	}
	if err := s.Delete(t.Context(), second.ID); !errors.Is(err, wire.ErrRecording) {
		t.Errorf("deleting the current session: %v", err)
	}
	if err := s.Rename(t.Context(), "no-such", "x"); !errors.Is(err, wire.ErrNotFound) {
		t.Errorf("renaming nothing: %v", err)
	}
	if err := s.Delete(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	count := func() int {
		x, err := s.Exchanges(t.Context(), wire.Filter{}, wire.Page{})
		if err != nil {
			t.Fatal(err)
		}
		return len(x)
	}
	if n := count(); n != 1 {
		t.Errorf("%d exchanges while one session is deleted", n)
	}
	if err := s.Undelete(t.Context(), first.ID); err != nil || count() != 2 {
		t.Errorf("undelete: %v, %d exchanges", err, count())
	}
	if err := s.Remove(t.Context(), first.ID); err != nil || count() != 1 {
		t.Errorf("remove: %v, %d exchanges", err, count())
	}
	for _, table := range []string{"exchanges", "chunks", "session_origins", "sessions"} {
		var n int
		if err := s.readers.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil || n > 1 || table == "chunks" && n != 0 {
			t.Errorf("%s holds %d rows, %v", table, n, err)
		}
	}
}

// An exchange that names a session of this run, as push notifications do, goes there as long as it
// exists.
func TestAnExchangeGoesWhereItAsks(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	first := s.Current()
	if _, err := s.NewSession(t.Context(), "second"); err != nil {
		t.Fatal(err)
	}
	second := s.Current()
	into := func(session string) string {
		t.Helper()
		x := call()
		x.ID, x.Session = "", session
		tape := s.Begin(x)
		tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
		commit(t, tape)
		got, err := s.Exchange(t.Context(), tape.ID())
		if err != nil {
			t.Fatal(err)
		}
		return got.Session
	}
	for _, tt := range []struct{ asks, goes string }{{first.ID, first.ID}, {second.ID, second.ID}, {"", second.ID}, {"no-such", second.ID}} {
		if got := into(tt.asks); got != tt.goes {
			t.Errorf("asked for %q, went to %s, want %s", tt.asks, got, tt.goes)
		}
	}
	if err := s.Delete(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	if got := into(first.ID); got != second.ID {
		t.Errorf("went to %s, which is deleted", got)
	}
	if err := s.Remove(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	if got := into(first.ID); got != second.ID {
		t.Errorf("went to %s, which is gone", got)
	}
}

func TestPausedExchangesAreNotRecorded(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	before := s.Begin(call())
	s.Pause(true)
	tape := s.Begin(call())
	tape.Write(wire.Request, time.Now(), []byte("x"), false)
	commit(t, tape)
	before.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	commit(t, before)
	s.Pause(false)
	if x := s.Current(); tape.ID() != "" || x.Exchanges != 1 || s.Paused() {
		t.Errorf("id %q, session %+v", tape.ID(), x)
	}
}

func TestClosingTidiesUp(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := Open(Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	first := s.Current()
	tape := s.Begin(call())
	commit(t, tape)
	if _, err := s.NewSession(t.Context(), "empty"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + "-wal"); !os.IsNotExist(err) {
		t.Errorf("log file after close: %v", err)
	}
	s = open(t, func(o *Options) { o.Path, o.Session = path, first.ID })
	list, err := s.Sessions(t.Context())
	if err != nil || len(list) != 1 || list[0].ID != first.ID || !list[0].Ended.IsZero() {
		t.Errorf("sessions %+v, %v", list, err)
	}
	x, err := s.Exchange(t.Context(), tape.ID())
	if err != nil || x.Outcome != wire.Interrupted || !strings.Contains(x.Problem, "stopped") {
		t.Errorf("open exchange %+v, %v", x, err)
	}
	if _, err := Open(Options{Path: path, Session: "no-such"}); !errors.Is(err, wire.ErrNotFound) {
		t.Errorf("continuing nothing: %v", err)
	}
}

// The test runs itself in another process, which records and then kills itself.
func TestWhatADeadProgramLeftOpenIsCut(t *testing.T) {
	t.Parallel()
	if path := os.Getenv("RECORDER_TEST_DIE"); path != "" {
		s, err := Open(Options{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		tape := s.Begin(call())
		tape.WriteResponseHead(time.Now(), sseHead)
		tape.Write(wire.Response, time.Now(), []byte("data: 1\n\n"), false)
		commit(t, tape)
		p, _ := os.FindProcess(os.Getpid())
		p.Kill()
		select {}
	}
	if runtime.GOOS == "windows" {
		t.Skip("on Windows a dead program is known by its time stamp only, a minute later")
	}
	path := filepath.Join(t.TempDir(), "x.db")
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestWhatADeadProgramLeftOpenIsCut$")
	cmd.Env = append(os.Environ(), "RECORDER_TEST_DIE="+path)
	if err := cmd.Run(); err == nil {
		t.Fatal("the program did not die")
	}
	s := open(t, func(o *Options) { o.Path = path })
	list, err := s.Exchanges(t.Context(), wire.Filter{}, wire.Page{})
	if err != nil || len(list) != 1 || list[0].Outcome != wire.Interrupted || list[0].Frames != 1 || !strings.Contains(list[0].Problem, "stopped") {
		t.Fatalf("%+v, %v", list, err)
	}
	x, err := s.Session(t.Context(), list[0].Session) // an interruption is the fault of neither side
	if err != nil || x.Ended.IsZero() || x.Errors != 0 || x.Bytes != 9 {
		t.Errorf("session %+v, %v", x, err)
	}
}

// Two consoles share a file: both record, numbers never clash, each sees the other's changes, and neither
// takes the other for dead.
func TestTwoProgramsShareAFile(t *testing.T) {
	t.Parallel()
	a := open(t, nil)
	b := open(t, func(o *Options) { o.Path = a.opts.Path })
	open := a.Begin(call())
	commit(t, open)
	for range 10 {
		record(t, a, call(), "{}", jsonHead, "{}")
		record(t, b, call(), "{}", jsonHead, "{}")
	}
	bell, stop := a.Watch()
	defer stop()
	for len(bell) > 0 {
		<-bell
	}
	id := record(t, b, call(), "{}", jsonHead, "{}")
	await(t, a, func() bool {
		_, err := a.Exchange(t.Context(), id)
		return err == nil
	})
	<-bell
	list, err := a.Changed(t.Context(), wire.Filter{}, 0, 100)
	if err != nil || len(list) != 22 {
		t.Fatalf("%d changes, %v", len(list), err)
	}
	seen := map[int64]bool{}
	for i, x := range list {
		if seen[x.Seq] || i > 0 && x.Version <= list[i-1].Version {
			t.Errorf("seq %d version %d", x.Seq, x.Version)
		}
		seen[x.Seq] = true
	}
	if x, err := b.Exchange(t.Context(), open.ID()); err != nil || x.Outcome != wire.Open {
		t.Errorf("the other's open exchange: %+v, %v", x, err)
	}
}

func TestALockedFileHoldsNothingUp(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	c, err := database.Dial(t.Context(), database.DSN(s.opts.Path, database.ReadWrite))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	tape := s.Begin(call())
	commit(t, tape) // traffic is safe nevertheless
	await(t, s, func() bool { return strings.Contains(s.Health(), "locked") })
	if _, err := c.Exec("COMMIT"); err != nil {
		t.Fatal(err)
	}
	await(t, s, func() bool {
		_, err := s.Exchange(t.Context(), tape.ID())
		return err == nil && s.Health() == ""
	})
}

func TestReadOnlyReadsWhatOthersRecord(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	id := record(t, s, call(), "{}", jsonHead, "{}")
	r := open(t, func(o *Options) { o.Path, o.ReadOnly = s.opts.Path, true })
	if x, err := r.Exchange(t.Context(), id); err != nil || x.ID != id {
		t.Errorf("%+v, %v", x, err)
	}
	if tape := r.Begin(call()); tape.ID() != "" {
		t.Error("a reader began an exchange")
	}
	if err := r.Rename(t.Context(), s.Current().ID, "x"); err == nil {
		t.Error("a reader renamed a session")
	}
	if c := r.Current(); c.ID != "" {
		t.Errorf("a reader's session %+v", c)
	}
}

func TestAgentsAreRemembered(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	record(t, s, call(), "{}", jsonHead, "{}")
	a := wire.Agent{Origin: call().Agent, Name: "One", CardURL: "http://x/card", TapPort: 7421}
	if err := s.SaveAgent(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	a.Name, a.Hidden = "Two", true
	if err := s.SaveAgent(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	list, err := s.Agents(t.Context())
	if err != nil || len(list) != 1 || list[0].Name != "Two" || !list[0].Hidden || list[0].TapPort != 7421 || list[0].Added.IsZero() || list[0].LastSeen.IsZero() {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestCloseLeavesNothingRunning(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 5 {
		s, err := Open(Options{Path: filepath.Join(t.TempDir(), "x.db"), Label: newFake})
		if err != nil {
			t.Fatal(err)
		}
		record(t, s, call(), "{}", jsonHead, "{}")
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		runtime.Gosched()
	}
	buf := make([]byte, 1<<16)
	buf = buf[:runtime.Stack(buf, true)]
	if strings.Contains(string(buf), "/recorder.") && strings.Count(string(buf), "recorder.(*") > 0 {
		t.Errorf("still running:\n%s", buf)
	}
}

// A session that a killed program deleted is removed for good after a day.
func TestForgottenDeletionsAreFinished(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	first := s.Current()
	record(t, s, call(), "{}", jsonHead, "{}")
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		later time.Duration
		gone  bool
	}{{time.Hour, false}, {25 * time.Hour, true}} {
		now := time.Now().Add(c.later)
		b := &Store{opts: s.opts, readers: s.readers, writer: s.writer, journal: s.journal}
		b.opts.Now = func() time.Time { return now }
		b.removeForgotten(t.Context())
		if _, err := s.Session(t.Context(), first.ID); errors.Is(err, wire.ErrNotFound) != c.gone {
			t.Errorf("after %v: %v", c.later, err)
		}
	}
}

var _ wire.Recorder = (*Store)(nil)
