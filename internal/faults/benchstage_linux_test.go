package faults

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// other is a program that a benchmark runs besides the console: see play.
type other struct {
	b    *testing.B
	cmd  *exec.Cmd
	in   *json.Encoder
	out  *bufio.Reader
	said string // its first line
}

func startRole(b *testing.B, role string, env ...string) *other {
	b.Helper()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	o := &other{b: b, cmd: exec.Command(self)}
	o.cmd.Env = append(append(os.Environ(), "A2A_FAULTS_ROLE="+role), env...)
	o.cmd.Stderr = os.Stderr
	in, err := o.cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := o.cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := o.cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		in.Close()
		_ = o.cmd.Wait()
	})
	o.in, o.out = json.NewEncoder(in), bufio.NewReader(out)
	line, err := o.out.ReadString('\n')
	if err != nil {
		b.Fatalf("%s: %v", role, err)
	}
	o.said = strings.TrimSpace(line)
	return o
}

// ask gives a client a job; answer returns its result.
func (o *other) ask(j job) {
	o.b.Helper()
	if err := o.in.Encode(j); err != nil {
		o.b.Fatal(err)
	}
}

func (o *other) answer() (d done) {
	o.b.Helper()
	line, err := o.out.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &d)
	}
	if err != nil {
		o.b.Fatal(err)
	}
	if d.Failed > 0 {
		o.b.Fatalf("%d of %d calls failed", d.Failed, d.Calls)
	}
	return d
}

func (o *other) do(j job) done {
	o.b.Helper()
	o.ask(j)
	return o.answer()
}

// stage holds client, agent, bare proxy and console, each in its own process.
type stage struct {
	*host
	b                   *testing.B
	client, agent, bare *other
	console             *program
	db                  string
	expected            int // calls that were made through the console
}

func newStage(b *testing.B, db string, args ...string) *stage {
	b.Helper()
	return setStage(b, newHost(b), db, args...)
}

// newStageOf is newStage with another console, "" for the one under test.
func newStageOf(b *testing.B, program string) *stage {
	b.Helper()
	h := newHost(b)
	h.program = program
	return setStage(b, h, scratch(b))
}

func setStage(b *testing.B, h *host, db string, args ...string) *stage {
	b.Helper()
	s := &stage{host: h, b: b, db: db, client: startRole(b, "client"), agent: startRole(b, "agent")}
	s.bare = startRole(b, "bare", "A2A_FAULTS_AGENT="+s.agent.said)
	s.console = s.serve(db, s.agent.said, args...)
	return s
}

// scratch is the folder for a benchmark's record, on a disk and not in memory.
func scratch(b *testing.B) string { return filepath.Join(b.TempDir(), "x.db") }

// through does a job through the console. It returns the console's processor time until everything that
// was recorded is read and written.
func (s *stage) through(j job) (done, time.Duration) {
	s.b.Helper()
	used := s.console.cpu()
	j.URL = s.console.url()
	d := s.client.do(j)
	s.expected += d.Calls
	s.settle()
	return d, s.console.cpu() - used
}

func (s *stage) settle() {
	s.b.Helper()
	d := s.open(s.db)
	defer d.Close()
	d.SetMaxOpenConns(1)
	s.console.until("all labels and words are written", func() bool { return s.pending(d) == 0 })
}

// report adds to every benchmark the console's peak memory.
func (s *stage) report() {
	s.b.ReportMetric(memory(s.console.cmd.Process.Pid, "VmHWM"), "MB-peak")
	s.b.ReportMetric(0, "ns/op") // meaningless for the sum of all ways
}

// cpu is the processor time that a program has used, to 10 ms.
func (p *program) cpu() time.Duration { return cpuOf(p.t, p.cmd.Process.Pid) }

func cpuOf(t testing.TB, pid int) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	// The name in parentheses may contain anything. utime and stime are the 12th and 13th field after it,
	// in hundredths of a second.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	var user, system int64
	fmt.Sscan(fields[11], &user)
	fmt.Sscan(fields[12], &system)
	return time.Duration(user+system) * 10 * time.Millisecond
}

// memory returns a value of /proc/PID/status in megabytes.
func memory(pid int, name string) float64 {
	return float64(number(fmt.Sprintf("/proc/%d/status", pid), name)) / 1024
}

// number returns the number in a line of a file of /proc.
func number(file, name string) (n int64) {
	text, _ := os.ReadFile(file)
	_, rest, _ := strings.Cut(string(text), name+":")
	fmt.Sscan(rest, &n)
	return n
}
