package faults

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// cached returns a copy of a record with sessions of 100,000 exchanges each, fully labelled and indexed.
// The original is made once for each format of the file and kept in the temporary folder.
func cached(b *testing.B, h *host, sessions int) (db string) {
	b.Helper()
	empty := filepath.Join(b.TempDir(), "empty.db")
	h.serve(empty, "").stop()
	var format int
	d := h.open(empty)
	if err := d.QueryRow("PRAGMA user_version").Scan(&format); err != nil {
		b.Fatal(err)
	}
	d.Close()
	made := filepath.Join(os.TempDir(), fmt.Sprintf("a2a-console-bench-format%d-%d.db", format, sessions))
	if _, err := os.Stat(made); err != nil {
		part := made + ".part"
		os.Remove(part)
		for i := range sessions {
			file := filepath.Join(b.TempDir(), "session.jsonl")
			if err := writeSession(file, sessionID(i), 100_000); err != nil {
				b.Fatal(err)
			}
			h.run("sessions", "import", file, "--db", part)
			b.Logf("made session %d of %d", i+1, sessions)
		}
		if err := os.Rename(part, made); err != nil {
			b.Fatal(err)
		}
	}
	db = scratch(b)
	copyFile(b, made, db)
	return db
}

func sessionID(i int) string { return fmt.Sprintf("01990000-0000-7000-%04x-000000000001", 0x8000+i) }

// BenchmarkImport reads a session of 100,000 exchanges from a file, with labels.
func BenchmarkImport(b *testing.B) {
	overSession(b, func(file, db string) []string { return []string{"sessions", "import", file, "--db", db} })
}

// BenchmarkCheck judges a session file of 100,000 exchanges.
func BenchmarkCheck(b *testing.B) {
	overSession(b, func(file, _ string) []string { return []string{"check", file} })
}

// overSession runs a command over a session file of 100,000 exchanges.
func overSession(b *testing.B, args func(file, db string) []string) {
	h := newHost(b)
	file := filepath.Join(b.TempDir(), "session.jsonl")
	if err := writeSession(file, sessionID(0), 100_000); err != nil {
		b.Fatal(err)
	}
	var used, clock time.Duration
	var peak int64
	rounds := 0
	for b.Loop() {
		cmd := h.command(args(file, filepath.Join(b.TempDir(), fmt.Sprintf("%d.db", rounds)))...)
		began := time.Now()
		if out, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() != 1 { // exit code 1 means that check has findings
			b.Fatalf("%v\n%s", err, out)
		}
		clock += time.Since(began)
		used += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		peak = max(peak, cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
		rounds++
	}
	b.ReportMetric(used.Seconds()/float64(rounds), "cpu-s")
	b.ReportMetric(clock.Seconds()/float64(rounds), "s")
	b.ReportMetric(float64(peak)/1024, "MB-peak")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkRemoval makes calls over 16 connections while a session of 100,000 exchanges is removed: by
// the command line, and by the API of the recording console.
func BenchmarkRemoval(b *testing.B) {
	for _, way := range []string{"command", "api"} {
		b.Run(way, func(b *testing.B) {
			for b.Loop() {
				s := newStage(b, cached(b, newHost(b), 1))
				s.client.ask(job{Do: "during", URL: s.console.url(), Side: 16})
				began := time.Now()
				s.remove(way, sessionID(0))
				took := time.Since(began)
				s.client.ask(job{})
				d := s.client.answer()
				mine := s.sessions(s.db)[s.console.Session]
				b.ReportMetric(d.P50, "ms-p50")
				b.ReportMetric(d.P99, "ms-p99")
				b.ReportMetric(d.Worst, "ms-worst")
				b.ReportMetric(float64(d.Calls), "calls")
				b.ReportMetric(float64(d.Calls-mine.Exchanges+mine.Probes), "unrecorded")
				b.ReportMetric(took.Seconds(), "s-removal")
				s.report()
				s.console.stop()
			}
		})
	}
}

// remove removes a session and waits until it is gone from the file.
func (s *stage) remove(way, id string) {
	s.b.Helper()
	if way == "command" {
		s.run("sessions", "rm", id, "--db", s.db)
	} else {
		s.console.api("PUT", "/api/retention", `{"keep_bytes":1,"keep_days":0}`, nil)
		s.console.api("POST", "/api/retention/prune", `{"dry_run":false}`, nil)
	}
	// Traffic that uses both cores leaves little of them for the removal.
	for end := time.Now().Add(10 * time.Minute); onFile(s.host, s.db, id); time.Sleep(time.Second) {
		if time.Now().After(end) {
			s.b.Fatal("the session is not gone after ten minutes")
		}
	}
}

// filters are the requests for pages of a record of a million exchanges; a page lists exchanges or tasks.
var filters = []struct{ name, text string }{
	{"all", ""},
	{"session", "session:" + sessionID(3)},
	{"session-state", "session:" + sessionID(3) + " state:completed"},
	{"session-word", "session:" + sessionID(3) + " quetzalcoatlus"},
	{"tasks", ""},
	{"tasks-session", "session:" + sessionID(3)},
	{"tasks-state", "state:completed"},
	{"op", "op:send"},
	{"no-op", "-op:send"},
	{"state", "state:completed"},
	{"state-none", "state:failed"},
	{"status", "status:404"},
	{"slow", "dur:>1s"},
	{"finding", "finding:error"},
	{"task-one", "task:task-large-000001-777"},
	{"task", "task:none"},
	{"since", "since:1h"},
	{"word", "quetzalcoatlus"},
	{"word-rare", "zyzzyva"},
	{"no-word", "-quetzalcoatlus"},
	{"prefix", "et*"},
	{"prefix-all", "que*"},
	{"both", "op:send et* -state:failed"},
	{"all-kinds", "op:send state:completed dur:>1ms finding:error et*"},
	{"no-match", "op:send state:rejected dur:>10s zyzzyva"},
}

// BenchmarkMillion requests pages of 200 from a record of 1,000,000 exchanges, and measures how long the
// console takes until it listens. A page with a slice of a long search counts as a result, as in a
// browser.
func BenchmarkMillion(b *testing.B) {
	h := newHost(b)
	db := cached(b, h, 10)
	var starts []float64
	for range 5 {
		p := h.serve(db, "")
		starts = append(starts, float64(p.listening.Microseconds())/1000)
		p.stop()
	}
	p := h.serve(db, "")
	browser := p.browser()
	worst := 0.0
	for _, f := range filters {
		b.Run(f.name, func(b *testing.B) {
			if code := p.api("GET", "/api/exchanges?limit=1&filter="+url.QueryEscape(f.text), "", nil); code != http.StatusOK {
				b.Fatalf("the filter %q is no filter: %d", f.text, code)
			}
			var took []float64
			for b.Loop() {
				took = append(took, p.ask(browser, f.text, strings.HasPrefix(f.name, "tasks"))...)
			}
			slices.Sort(took)
			b.ReportMetric(took[len(took)/2], "ms-median")
			b.ReportMetric(took[len(took)*95/100], "ms-p95")
			b.ReportMetric(0, "ns/op")
			worst = max(worst, took[len(took)*95/100])
		})
	}
	b.Run("start", func(b *testing.B) {
		for b.Loop() {
		}
		slices.Sort(starts)
		b.ReportMetric(starts[len(starts)/2], "ms-to-listen")
		b.ReportMetric(worst, "ms-worst-p95")
		b.ReportMetric(memory(p.cmd.Process.Pid, "VmHWM"), "MB-peak")
		b.ReportMetric(0, "ns/op")
	})
	p.stop()
}

// ask requests the Traffic page with a filter, or By task, like a browser. It returns the milliseconds to
// the last byte, for each time.
func (p *program) ask(browser *http.Client, filter string, byTask bool) (took []float64) {
	p.t.Helper()
	asked := url.Values{"q": {filter}}
	if byTask {
		asked.Set("view", "tasks")
	}
	for range 20 {
		began := time.Now()
		resp, err := browser.Get(p.origin() + "/traffic?" + asked.Encode())
		if err != nil {
			p.t.Fatal(err)
		}
		bodyOf(p.t, resp)
		if resp.StatusCode != http.StatusOK {
			p.t.Fatalf("the page of %q answers %d", filter, resp.StatusCode)
		}
		took = append(took, float64(time.Since(began).Microseconds())/1000)
	}
	return took
}
