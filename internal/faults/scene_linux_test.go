package faults

import (
	"context"
	"database/sql"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// scene is a tap that records into a file in which another session lies
// already, and a file of a third that can be imported.
type scene struct {
	*host
	agent   *agent
	db      string
	other   string // session in the record that has ended
	third   string // session in file
	file    string
	tap     *program
	caller  *caller
	calls   []*answered
	numbers numbers
}

func newScene(t *testing.T) *scene {
	t.Helper()
	s := &scene{host: newHost(t), agent: newAgent(t), db: filepath.Join(t.TempDir(), "x.db"), caller: newCaller(t), numbers: numbers{}}
	elsewhere := filepath.Join(t.TempDir(), "y.db")
	for db, id := range map[string]*string{s.db: &s.other, elsewhere: &s.third} {
		p := s.host.tap(db, s.agent.URL)
		*id = p.Session
		mustWork(t, []*answered{s.caller.make(t.Context(), p, call{kind: "call", id: "old-" + p.Session, size: 100, asks: 100})})
		p.stop()
	}
	s.file = filepath.Join(t.TempDir(), "third.jsonl")
	s.run("sessions", "export", s.third, "--db", elsewhere, "-o", s.file)
	s.tap = s.host.tap(s.db, s.agent.URL)
	return s
}

// pass makes a call that must work.
func (s *scene) pass(id string) {
	s.t.Helper()
	a := s.caller.make(s.t.Context(), s.tap, call{kind: "call", id: id, size: 300, asks: 200})
	mustWork(s.t, []*answered{a})
	s.calls = append(s.calls, a)
}

// hold opens a stream of which one event came. The rest comes with finish.
func (s *scene) hold(id string) (finish func()) {
	s.t.Helper()
	x := call{kind: "hold", id: id, n: 4, size: 200, asks: 50}
	resp, err := s.caller.open(context.Background(), s.tap.url(), x)
	if err != nil {
		s.t.Fatal(err)
	}
	a := &answered{call: x, session: s.tap.Session, status: resp.StatusCode}
	first := make([]byte, len(event(id, 0, x.size)))
	readFull(s.t, resp, first)
	a.body = first
	s.calls = append(s.calls, a)
	return func() {
		s.t.Helper()
		s.agent.letGo(id)
		s.caller.read(a, resp)
		mustWork(s.t, []*answered{a})
	}
}

func readFull(t testing.TB, resp *http.Response, p []byte) {
	t.Helper()
	for n := 0; n < len(p); {
		m, err := resp.Body.Read(p[n:])
		if n += m; err != nil {
			t.Fatalf("after %d bytes: %v", n, err)
		}
	}
}

// freeze stops a program as Ctrl-Z does, at a moment at which it does not hold
// the lock on the record's file that only one at a time can have.
func (p *program) freeze(db string) {
	p.t.Helper()
	d, err := sql.Open("sqlite", "file:"+db)
	if err != nil {
		p.t.Fatal(err)
	}
	defer d.Close()
	d.SetMaxOpenConns(1)
	p.until("the program holds no lock", func() bool {
		if err := p.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			p.t.Fatal(err)
		}
		// Its threads stop one after the other; the last one tells the parent.
		if err := unix.Waitid(unix.P_PID, p.cmd.Process.Pid, nil, unix.WSTOPPED, nil); err != nil {
			p.t.Fatal(err)
		}
		if _, err := d.Exec("BEGIN IMMEDIATE"); err == nil {
			if _, err := d.Exec("ROLLBACK"); err != nil {
				p.t.Fatal(err)
			}
			return true
		}
		p.thaw()
		return false
	})
}

// thaw lets a stopped program go on.
func (p *program) thaw() {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		p.t.Fatal(err)
	}
}

// lives asserts that the tap's session is there, is being recorded, and holds
// all calls; those in open are under way.
func (s *scene) lives(open ...string) {
	s.t.Helper()
	mine, there := s.sessions(s.db)[s.tap.Session]
	if !there {
		s.t.Fatal("the session of the running tap is gone")
	}
	if mine.Ended != "" {
		s.t.Errorf("the session of the running tap ended at %s", mine.Ended)
	}
	s.account(s.db, s.tap.Session, s.calls)
	under := map[string]bool{}
	for _, id := range open {
		under[id] = true
	}
	for id, x := range s.show(s.db, s.tap.Session) {
		if want := map[bool]string{true: "", false: "agent"}[under[id]]; x.Outcome != want {
			s.t.Errorf("call %s ended by %q, want %q", id, x.Outcome, want)
		}
	}
	s.numbers.see(s.host, s.db)
}

// pages asserts that a console that opens the record shows it.
func (s *scene) pages() {
	s.t.Helper()
	p := s.serve(s.db, s.agent.URL)
	for _, path := range []string{"/api/exchanges", "/api/sessions"} {
		if code := p.api("GET", path, "", nil); code != 200 {
			s.t.Errorf("%s answers %d", path, code)
		}
	}
	browser := p.browser()
	for _, path := range []string{"/", "/traffic"} {
		resp, err := browser.Get(p.origin() + path)
		if err != nil {
			s.t.Fatal(err)
		}
		if text := bodyOf(s.t, resp); resp.StatusCode != 200 || strings.Contains(text, "NULL") {
			s.t.Errorf("the page %s answers %d", path, resp.StatusCode)
		}
	}
	p.stop()
}
