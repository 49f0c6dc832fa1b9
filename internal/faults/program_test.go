package faults

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience bounds a wait, so that a broken program fails a test with a message instead of the test
// timeout. It is long enough for a busy machine.
func patience(t testing.TB) <-chan time.Time {
	limit := 3 * time.Minute
	if run, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if end, ok := run.Deadline(); ok {
			limit = min(limit, time.Until(end)/3)
		}
	}
	return time.After(limit)
}

// host is a user of one machine: programs of the same host share their folders.
type host struct {
	t       testing.TB
	dir     string
	program string   // its path, "" for the one under test
	env     []string // NAME=value, in addition to the folders
}

func newHost(t testing.TB) *host { return &host{t: t, dir: t.TempDir()} }

func (h *host) command(args ...string) *exec.Cmd {
	h.t.Helper()
	cmd, env := exec.Command(cmp.Or(h.program, builds.console), args...), append(os.Environ(), h.env...)
	for _, k := range []string{"HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "LOCALAPPDATA"} {
		env = append(env, k+"="+h.dir)
	}
	cmd.Env = env
	return cmd
}

// try runs a command to its end.
func (h *host) try(args ...string) (out, said string, err error) {
	h.t.Helper()
	cmd := h.command(args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	return stdout.String(), stderr.String(), err
}

// run runs a command that must work.
func (h *host) run(args ...string) string {
	h.t.Helper()
	out, said, err := h.try(args...)
	if err != nil {
		h.t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, said)
	}
	return out
}

// program is a running program that serves.
type program struct {
	t         testing.TB
	cmd       *exec.Cmd
	UI        string
	DB        string
	Session   string
	Taps      []struct{ Agent, URL string }
	listening time.Duration // from its start
	said      *tee          // its stderr
	ended     chan struct{}
	err       error // how it ended; read it after ended
}

// tap starts a tap in front of an agent.
func (h *host) tap(db, agent string, args ...string) *program {
	h.t.Helper()
	return h.start(append([]string{"tap", agent, "--db", db, "--listen", "127.0.0.1:0", "--json"}, args...)...)
}

// serve starts a console with a tap in front of an agent.
func (h *host) serve(db, agent string, args ...string) *program {
	h.t.Helper()
	any := "127.0.0.1:0"
	all := []string{"serve", "--db", db, "--no-open", "--no-agent", "--json", "--plain-host", "--listen", any, "--tap-listen", any, "--webhook-listen", any}
	if agent != "" {
		all = append(all, agent)
	}
	return h.start(append(all, args...)...)
}

// start starts a serving program and reads the line that says where it listens.
func (h *host) start(args ...string) *program {
	h.t.Helper()
	p := &program{t: h.t, cmd: h.command(args...), said: newTee(), ended: make(chan struct{})}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	p.cmd.Stderr = p.said
	began := time.Now()
	if err := p.cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	line, rerr := lines.ReadBytes('\n')
	p.listening = time.Since(began)
	go func() {
		_, _ = io.Copy(io.Discard, lines)
		p.err = p.cmd.Wait()
		close(p.ended)
	}()
	h.t.Cleanup(func() {
		p.kill()
		if h.t.Failed() && strings.Contains(p.said.String(), "level=") {
			h.t.Logf("%s said:\n%.4000s", strings.Join(args, " "), p.said.String())
		}
	})
	if rerr == nil {
		rerr = json.Unmarshal(line, p)
	}
	if rerr != nil || len(p.Taps) == 0 && p.UI == "" {
		p.kill()
		h.t.Fatalf("%s printed %q: %v\n%s", strings.Join(args, " "), line, rerr, p.said.String())
	}
	return p
}

// url is where calls to the agent go.
func (p *program) url() string { return p.Taps[0].URL }

// kill ends the program like kill -9, if it still runs.
func (p *program) kill() {
	_ = p.cmd.Process.Kill()
	<-p.ended
}

// stop ends the program like Ctrl-C.
func (p *program) stop() {
	p.t.Helper()
	_ = p.cmd.Process.Signal(os.Interrupt)
	select {
	case <-p.ended:
		if p.err != nil {
			p.t.Errorf("the program ended with %v; it said:\n%s", p.err, p.said.String())
		}
	case <-patience(p.t):
		p.t.Fatal("the program does not stop")
	}
}

// until polls for a condition that nobody reports.
func (p *program) until(what string, holds func() bool) {
	p.t.Helper()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for deadline := patience(p.t); !holds(); {
		select {
		case <-tick.C:
		case <-deadline:
			p.t.Fatalf("it never came about that %s", what)
		}
	}
}

// tee keeps a program's output and notifies waiters.
type tee struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{} // closed and replaced at every write
}

func newTee() *tee { return &tee{more: make(chan struct{})} }

func (w *tee) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	close(w.more)
	w.more = make(chan struct{})
	return w.text.Write(p)
}

func (w *tee) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// await waits until the output satisfies a condition.
func (w *tee) await(t testing.TB, what string, holds func(said string) bool) {
	t.Helper()
	deadline := patience(t)
	for {
		w.mu.Lock()
		said, more := w.text.String(), w.more
		w.mu.Unlock()
		if holds(said) {
			return
		}
		select {
		case <-more:
		case <-deadline:
			t.Fatalf("the program never said %s; it said:\n%s", what, said)
		}
	}
}

// copyFile copies a record that no program uses.
func copyFile(t testing.TB, from, to string) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// beside lists the files of a record: the folder must hold nothing else.
func beside(t testing.TB, db string) (names []string) {
	t.Helper()
	list, err := os.ReadDir(filepath.Dir(db))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		names = append(names, f.Name())
	}
	return names
}

// atRest asserts that nothing but the SQLite file remains of a record.
func atRest(t testing.TB, db string) {
	t.Helper()
	if names := beside(t, db); len(names) != 1 || names[0] != filepath.Base(db) {
		t.Errorf("all programs have ended, and the record's folder holds %q", names)
	}
}
