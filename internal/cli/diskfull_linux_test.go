package cli_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/cli"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// recordSome makes a record with a session larger than smallDisk.
func recordSome(t *testing.T) (db, session string) {
	t.Helper()
	db = filepath.Join(t.TempDir(), "record.db")
	s, err := recorder.Open(recorder.Options{Path: db})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		tape := s.Begin(wire.Exchange{Origin: wire.Client, Agent: "http://127.0.0.1:9999", Method: "POST", URL: "http://127.0.0.1:9999/"})
		body := make([]byte, 8<<10)
		for i := range body {
			body[i] = byte(r.IntN(256))
		}
		tape.EndRequest(time.Now(), nil)
		tape.WriteResponseHead(time.Now(), wire.Head{Status: 200})
		tape.Write(wire.Response, time.Now(), body, false)
		tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
		if err := tape.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	session = s.Current().ID
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return db, session
}

// smallDisk is a folder on a file system of 256 KiB.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=256k"); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func console(t *testing.T, args ...string) (code int, out, said string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = cli.Main(strings.NewReader(""), &stdout, &stderr, args)
	return code, stdout.String(), stderr.String()
}

const full = "the disk is full; free some space or name another file with --output"

// A full disk is reported, nothing is left behind, and nothing is lost.
func TestExportToAFullDisk(t *testing.T) {
	db, session := recordSome(t)
	dir := smallDisk(t)
	whole := filepath.Join(t.TempDir(), "whole.jsonl")
	if code, _, said := console(t, "sessions", "export", session, "--db", db, "-o", whole); code != 0 {
		t.Fatal(said)
	}
	for _, format := range []string{"jsonl", "har", "md", "curl"} {
		to := filepath.Join(dir, "order."+format)
		if format == "md" || format == "curl" { // smaller, so leave little room for them
			if err := os.WriteFile(filepath.Join(dir, "filler"), make([]byte, 252<<10), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		before := fmt.Sprint(os.ReadDir(dir))
		code, _, said := console(t, "sessions", "export", session, "--db", db, "--format", format, "-o", to)
		if code != 2 || !strings.Contains(said, full) || strings.Count(said, "\n") != 1 {
			t.Errorf("%s: exit %d, %s", format, code, said)
		}
		if after := fmt.Sprint(os.ReadDir(dir)); after != before {
			t.Errorf("%s: left behind %s, there was %s", format, after, before)
		}
	}
	os.Remove(filepath.Join(dir, "filler"))
	exportPartly(t, db, session, dir, whole)
}

// exportPartly keeps what fitted, and reads it back.
func exportPartly(t *testing.T, db, session, dir, whole string) {
	t.Helper()
	to := filepath.Join(dir, "part.jsonl")
	if err := os.WriteFile(to, []byte("an older file"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, said := console(t, "sessions", "export", session, "--db", db, "-o", to); code != 2 {
		t.Fatal(said)
	}
	if old, err := os.ReadFile(to); err != nil || string(old) != "an older file" {
		t.Errorf("the file that was there is now %.40q, %v", old, err)
	}
	code, _, said := console(t, "sessions", "export", session, "--db", db, "-o", to, "--partial")
	if code != 2 || !strings.Contains(said, full) || !strings.Contains(said, "part.jsonl holds what had been written before") {
		t.Errorf("exit %d, %s", code, said)
	}
	part, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	all, err := os.ReadFile(whole)
	if err != nil || len(part) < 100<<10 || !bytes.HasPrefix(all, part) {
		t.Errorf("%d bytes of %d were kept, a beginning: %t, %v", len(part), len(all), bytes.HasPrefix(all, part), err)
	}
	other := filepath.Join(t.TempDir(), "other.db")
	if code, _, said := console(t, "sessions", "import", to, "--db", other, "--partial"); code != 0 {
		t.Errorf("what was kept is not read back: %s", said)
	}
	if _, out, _ := console(t, "sessions", "show", session, "--db", other, "--json"); strings.Count(out, "\n") < 10 {
		t.Errorf("read back were %d exchanges", strings.Count(out, "\n"))
	}
}

// The same for a full device, which is not a file that could remain.
func TestExportToAFullDevice(t *testing.T) {
	db, session := recordSome(t)
	if code, _, said := console(t, "sessions", "export", session, "--db", db, "-o", "/dev/full"); code != 2 || !strings.Contains(said, full) {
		t.Errorf("exit %d, %s", code, said)
	}
}
