package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// built is the program as shipped, or the one that A2A_CONSOLE names.
func built(b *testing.B) string {
	b.Helper()
	if path := os.Getenv("A2A_CONSOLE"); path != "" {
		return path
	}
	path := filepath.Join(b.TempDir(), "a2a-console")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", path, "github.com/a2a-console/a2a-console")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("build: %v\n%s", err, out)
	}
	return path
}

// served is a running console. Its first line means that it listens.
type served struct {
	cmd  *exec.Cmd
	took time.Duration
	at   struct {
		Agent string
		Taps  []struct{ URL string }
	}
}

func serveProgram(b *testing.B, program, db string) *served {
	b.Helper()
	s := &served{cmd: exec.Command(program, "serve", "--no-open", "--json", "--db", db,
		"--listen", "127.0.0.1:0", "--tap-listen", "127.0.0.1:0", "--agent-listen", "127.0.0.1:0")}
	home := filepath.Dir(db)
	s.cmd.Env = append(os.Environ(), "HOME="+home, "XDG_STATE_HOME="+home, "XDG_DATA_HOME="+home, "XDG_RUNTIME_DIR="+home, "LOCALAPPDATA="+home)
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	var said bytes.Buffer
	s.cmd.Stderr = &said
	began := time.Now()
	if err := s.cmd.Start(); err != nil {
		b.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadBytes('\n')
	s.took = time.Since(began)
	if err == nil {
		err = json.Unmarshal(line, &s.at)
	}
	if err != nil || len(s.at.Taps) == 0 {
		s.stop()
		b.Fatalf("the console said %q: %v\n%s", line, err, said.Bytes())
	}
	return s
}

func (s *served) stop() {
	_ = s.cmd.Process.Signal(os.Interrupt)
	_ = s.cmd.Wait()
}

// BenchmarkStart measures the time from the start of the program until pages, taps and agent listen,
// first with a new record, then with the same one.
func BenchmarkStart(b *testing.B) {
	program := built(b)
	db := filepath.Join(b.TempDir(), "start.db")
	var took []time.Duration
	for b.Loop() {
		s := serveProgram(b, program, db)
		took = append(took, s.took)
		s.stop()
	}
	b.ReportMetric(float64(took[0].Milliseconds()), "ms-first")
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Milliseconds()), "ms-median")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkResident measures the memory of the program after it has recorded
// 100,000 calls over 16 connections (Linux).
func BenchmarkResident(b *testing.B) {
	const calls = 100_000
	for b.Loop() {
		s := serveProgram(b, built(b), filepath.Join(b.TempDir(), "resident.db"))
		err := callMany(s.at.Taps[0].URL, calls)
		for name, unit := range map[string]string{"VmRSS": "MB-resident", "VmHWM": "MB-peak"} {
			b.ReportMetric(memory(s.cmd.Process.Pid, name), unit)
		}
		s.stop()
		if err != nil {
			b.Fatal(err)
		}
	}
}

func callMany(to string, calls int) error {
	c := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}}
	defer c.CloseIdleConnections()
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"echo %s"}]}}}`, strings.Repeat("words ", 140))
	var left atomic.Int64
	left.Store(int64(calls))
	var wait sync.WaitGroup
	failed := make(chan error, 16)
	for range 16 {
		wait.Go(func() {
			for left.Add(-1) >= 0 {
				if err := callOnce(c, to, body); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	wait.Wait()
	close(failed)
	return <-failed
}

func callOnce(c *http.Client, to, body string) error {
	req, err := http.NewRequest(http.MethodPost, to, strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("A2A-Version", "1.0")
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	if err == nil && !bytes.Contains(got, []byte(`"result"`)) {
		err = fmt.Errorf("HTTP %d: %.200s", resp.StatusCode, got)
	}
	return err
}

// memory is a line of a process's status in megabytes; 0 if there is none.
func memory(pid int, name string) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), name+":")
	var kb float64
	fmt.Sscan(rest, &kb)
	return kb / 1024
}
