package faults

import (
	"context"
	"database/sql"
	"net/http"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// scene is a tap that records into a file with another session in it, and a session file of a third that
// can be imported.
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
	from := before(t)
	s := &scene{host: newHost(t), agent: newAgent(t), db: filepath.Join(t.TempDir(), "x.db"), caller: newCaller(t), numbers: numbers{},
		other: from.other, third: from.third, file: from.file}
	copyFile(t, from.db, s.db)
	s.tap = s.host.tap(s.db, s.agent.URL)
	return s
}

// beginning is what all scenes start with; programs make it once.
var beginning struct {
	sync.Mutex
	db, other   string // a record, and its session
	file, third string // a session file, and its session
}

func before(t *testing.T) (b struct{ db, other, file, third string }) {
	t.Helper()
	beginning.Lock()
	defer beginning.Unlock()
	if beginning.file == "" {
		h, a, c := newHost(t), newAgent(t), newCaller(t)
		elsewhere := filepath.Join(h.dir, "y.db")
		beginning.db = filepath.Join(builds.dir, "scene.db")
		for db, id := range map[string]*string{beginning.db: &beginning.other, elsewhere: &beginning.third} {
			p := h.tap(db, a.URL)
			*id = p.Session
			c.passes(p, "old-"+p.Session)
			p.stop()
		}
		beginning.file = filepath.Join(builds.dir, "scene.jsonl")
		h.run("sessions", "export", beginning.third, "--db", elsewhere, "-o", beginning.file)
	}
	b.db, b.other, b.file, b.third = beginning.db, beginning.other, beginning.file, beginning.third
	return b
}

// pass makes a call that must work.
func (s *scene) pass(id string) {
	s.t.Helper()
	a := s.caller.make(s.t.Context(), s.tap, call{kind: "call", id: id, size: 300, asks: 200})
	mustWork(s.t, []*answered{a})
	s.calls = append(s.calls, a)
}

// hold opens a stream and waits for its first event. finish sends the rest.
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

// freeze stops a program like Ctrl-Z, at a moment when it does not hold the exclusive lock of the record.
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
		// Its threads stop one by one; the last one notifies the parent.
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

// thaw continues a stopped program.
func (p *program) thaw() {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		p.t.Fatal(err)
	}
}

// lives asserts that the tap's session exists, is being recorded, and has all calls; those in open are
// under way.
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
