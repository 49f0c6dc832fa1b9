package cli_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

type (
	processesKey struct{}
	processes    map[string]*process
)

// patience bounds every wait, so that a broken story fails instead of hanging.
const patience = time.Minute

// process is a program that a story has started and that runs in the background.
type process struct {
	cmd    *exec.Cmd
	lines  chan string // of stdout, as they arrive
	seen   []string
	read   sync.WaitGroup
	stderr *os.File
	done   chan error
}

// startCmd: start NAME PROGRAM ARGS... runs a program in the background, waits for its first stdout line,
// and sets NAME_UI, NAME_AGENT, NAME_TAP, NAME_DB, NAME_SESSION, NAME_URL, NAME_WEBHOOK and NAME_TOKEN
// from its members.
func startCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: start NAME PROGRAM ARGS...")
	}
	name := args[0]
	path := ts.Getenv("PATH")
	program := ""
	for _, dir := range filepath.SplitList(path) {
		if _, err := os.Stat(filepath.Join(dir, args[1])); err == nil {
			program = filepath.Join(dir, args[1])
			break
		}
	}
	stderr, err := os.Create(ts.MkAbs(name + ".err"))
	ts.Check(err)
	p := &process{cmd: exec.Command(program, args[2:]...), lines: make(chan string, 10000), stderr: stderr, done: make(chan error, 1)}
	p.cmd.Dir, p.cmd.Stderr = ts.MkAbs("."), stderr
	p.cmd.Env = environment(ts)
	out, err := p.cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(p.cmd.Start())
	p.read.Go(func() { p.scan(out) })
	go func() { p.read.Wait(); p.done <- p.cmd.Wait() }()
	ts.Value(processesKey{}).(processes)[name] = p
	ts.Defer(func() {
		p.cmd.Process.Kill()
		p.stderr.Close()
	})
	first := p.next(ts, name)
	announce(ts, name, first)
}

func environment(ts *testscript.TestScript) []string {
	var env []string
	for _, k := range []string{"PATH", "HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "CI", "TMPDIR", "GOCOVERDIR"} {
		env = append(env, k+"="+ts.Getenv(k))
	}
	return env
}

func (p *process) scan(out io.Reader) {
	defer close(p.lines)
	s := bufio.NewScanner(out)
	s.Buffer(nil, 16<<20)
	for s.Scan() {
		p.lines <- s.Text()
	}
}

// next waits for the next line of stdout.
func (p *process) next(ts *testscript.TestScript, name string) string {
	select {
	case l, ok := <-p.lines:
		if !ok {
			ts.Fatalf("%s ended; its stderr:\n%s", name, ts.ReadFile(name+".err"))
		}
		p.seen = append(p.seen, l)
		return l
	case <-time.After(patience):
		ts.Fatalf("%s is silent; its stdout so far:\n%s", name, strings.Join(p.seen, "\n"))
	}
	return ""
}

func announce(ts *testscript.TestScript, name, line string) {
	var a struct {
		UI, Agent, DB, Session, URL string
		Webhook, Token              string
		Taps                        []struct{ Agent, URL string }
	}
	if json.Unmarshal([]byte(line), &a) != nil {
		return
	}
	for k, v := range map[string]string{"UI": a.UI, "AGENT": a.Agent, "DB": a.DB, "SESSION": a.Session, "URL": a.URL, "WEBHOOK": a.Webhook, "TOKEN": a.Token} {
		ts.Setenv(name+"_"+k, v)
	}
	for i, t := range a.Taps {
		if i == 0 {
			ts.Setenv(name+"_TAP", t.URL)
		}
	}
}

// finishCmd: finish NAME interrupts a program like Ctrl-C and waits for a clean exit. Its stdout is then
// in NAME.out, its stderr in NAME.err.
func finishCmd(ts *testscript.TestScript, neg bool, args []string) {
	ts.Check(started(ts, args[0]).cmd.Process.Signal(os.Interrupt))
	endedCmd(ts, neg, args)
}

// killedCmd: killed NAME kills a program.
func killedCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: killed NAME")
	}
	p := started(ts, args[0])
	ts.Check(p.cmd.Process.Kill())
	p.read.Wait()
	<-p.done
}

// endedCmd waits for a program that exits by itself. finish would not do: its Ctrl-C could arrive
// while the program exits.
func endedCmd(ts *testscript.TestScript, neg bool, args []string) {
	name := args[0]
	p := started(ts, name)
	deadline := time.After(patience)
	for open := true; open; {
		select {
		case l, ok := <-p.lines:
			open = ok
			if ok {
				p.seen = append(p.seen, l)
			}
		case <-deadline:
			ts.Fatalf("%s does not stop; its stderr:\n%s", name, ts.ReadFile(name+".err"))
		}
	}
	err := <-p.done
	ts.Check(os.WriteFile(ts.MkAbs(name+".out"), []byte(strings.Join(p.seen, "\n")+"\n"), 0o600))
	if (err != nil) != neg {
		ts.Fatalf("%s ended with %v; its stderr:\n%s", name, err, ts.ReadFile(name+".err"))
	}
}

// expectCmd: expect NAME REGEXP [VAR] waits for a matching stdout line of a program, including lines read
// before, and sets VAR to the expression's first group.
func expectCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: expect NAME REGEXP [VAR]")
	}
	p := ts.Value(processesKey{}).(processes)[args[0]]
	re, err := regexp.Compile(args[1])
	ts.Check(err)
	for i := 0; ; i++ {
		line := ""
		if i < len(p.seen) {
			line = p.seen[i]
		} else {
			line = p.next(ts, args[0])
		}
		if m := re.FindStringSubmatch(line); m != nil {
			if len(args) > 2 {
				ts.Setenv(args[2], m[1])
			}
			return
		}
	}
}

func started(ts *testscript.TestScript, name string) *process {
	p := ts.Value(processesKey{}).(processes)[name]
	if p == nil {
		ts.Fatalf("nothing was started as %s", name)
	}
	return p
}
