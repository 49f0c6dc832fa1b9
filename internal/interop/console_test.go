// Package interop runs other people's A2A SDKs against the program: as clients that call the
// reference agent through the tap, and as agents behind the tap. The peers know nothing of the
// console; each is a separate module under peers/.
package interop

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/testprogram"
)

// programs are the program under test, and a folder for what tests share.
type programs struct{ console, dir string }

var built programs

func TestMain(m *testing.M) {
	testprogram.RunIfStarted()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	flag.Set("test.parallel", "8") // peers wait more than they work
	dir, err := os.MkdirTemp("", "interop")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	built.dir = dir
	if built.console, err = testprogram.Install(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// process is a running program that has printed its first line. rest waits until it ends by itself and
// returns the remaining output.
type process struct {
	first string
	stop  func()
	rest  func() string
}

// start runs a program until the test ends, and returns after its first line.
func start(t *testing.T, dir, name string, args ...string) process {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdin, err := cmd.StdinPipe() // peers end when their input does
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stopped := false
	stop := func() {
		if stopped {
			return
		}
		stopped = true
		stdin.Close()
		cancel()
		cmd.Wait()
	}
	t.Cleanup(stop)
	out := bufio.NewReader(stdout)
	first, err := out.ReadString('\n')
	if err != nil {
		stop()
		t.Fatalf("%s %s printed no line: %v\n%s", name, strings.Join(args, " "), err, stderr.String())
	}
	said := make(chan string, 1)
	go func() {
		text, _ := io.ReadAll(out)
		said <- string(text)
	}()
	return process{first: strings.TrimSpace(first), stop: stop, rest: func() string { return <-said }}
}

func output(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	out, stderr, code := ran(t, dir, name, args...)
	if code != 0 {
		t.Fatalf("%s %s: exit code %d\n%s%s", name, strings.Join(args, " "), code, out, stderr)
	}
	return out
}

// ran runs a program to its end and returns its output and exit code. It waits as long as the test may
// run, because a program's duration depends on the machine.
func ran(t *testing.T, dir, name string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState == nil {
		t.Fatalf("%s %s: %v", name, strings.Join(args, " "), err)
	}
	return string(out), complaints.String(), cmd.ProcessState.ExitCode()
}

func lines[T any](t *testing.T, text string) []T {
	t.Helper()
	var all []T
	for l := range strings.Lines(text) {
		var v T
		if err := json.Unmarshal([]byte(l), &v); err != nil {
			t.Fatalf("not a JSON line: %v\n%s", err, l)
		}
		all = append(all, v)
	}
	return all
}

// listening is the first line of a serving command.
type listening struct {
	Agent   string `json:"agent"`
	Session string `json:"session"`
	Taps    []struct{ Agent, URL string }
}

func serving(t *testing.T, args ...string) (listening, process) {
	t.Helper()
	p := start(t, "", built.console, append(args, "--json")...)
	return lines[listening](t, p.first)[0], p
}

// tap puts a recording tap in front of an agent.
func tap(t *testing.T, upstream, db string) (url, session string, p process) {
	t.Helper()
	l, p := serving(t, "tap", upstream, "--listen", "127.0.0.1:0", "--db", db)
	if len(l.Taps) != 1 {
		t.Fatalf("tap said %s", p.first)
	}
	return l.Taps[0].URL, l.Session, p
}

// row is an exchange as `sessions show --json` prints it.
type row struct {
	ID, Op, Dialect, Binding, State, Outcome, Task, Origin, URL string
	HTTPStatus                                                  int `json:"http_status"`
	Frames, Findings                                            int
}

func record(t *testing.T, session, db string) []row {
	t.Helper()
	return lines[row](t, output(t, "", built.console, "sessions", "show", session, "--db", db, "--json"))
}

// need skips the test when a tool is missing. In CI it fails instead, so that nothing is left out there.
func need(t *testing.T, tool, install string) {
	t.Helper()
	if _, err := exec.LookPath(tool); err == nil {
		return
	}
	if os.Getenv("CI") != "" {
		t.Fatalf("%s is missing: %s", tool, install)
	}
	t.Skipf("%s is missing: %s", tool, install)
}
