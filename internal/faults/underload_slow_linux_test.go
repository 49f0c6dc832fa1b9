//go:build slow

package faults

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"
)

// unrecorded asserts that a program never reported that it could not record, and that the record agrees.
func unrecorded(t *testing.T, h *host, p *program, db string, all []*answered) {
	t.Helper()
	if said := p.said.String(); interruptedIn(said) {
		t.Errorf("recording was interrupted:\n%.1000s", said)
	}
	if gaps := h.gapsOf(db, p.Session); len(gaps) > 0 {
		t.Errorf("the record has gaps: %+v", gaps)
	}
	for id, x := range h.account(db, p.Session, all) {
		if x.Incomplete || x.Outcome != "agent" {
			t.Errorf("call %s is incomplete: %t, ended by %q", id, x.Incomplete, x.Outcome)
		}
	}
}

// A long operation of another process on the record costs no recording: every call is recorded.
func TestSlowUnderLoad(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		size int // exchanges on record before
		args func(session string) []string
	}{
		{"rm", 2_000, func(id string) []string { return []string{"sessions", "rm", id} }},
		{"reindex", 300, func(string) []string { return []string{"reindex"} }},
		{"import", 10, func(string) []string { return []string{"sessions", "import", another(t)} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			db, big := record(t, c.size)
			h, a, calls := newHost(t), newAgent(t), newCaller(t)
			p := h.serve(db, a.URL)
			l := calls.begin(p, 2, mixed("load"))
			calls.progress.after(t, 100)
			h.run(append(c.args(big), "--db", db)...)
			calls.progress.after(t, 100)
			all := l.end()
			mustWork(t, all)
			unrecorded(t, h, p, db, all)
			if _, there := h.sessions(db)[big]; there == (c.name == "rm") {
				t.Errorf("the large session is on record: %t", there)
			}
			p.stop()
			h.account(db, p.Session, all)
			h.whole(db)
			atRest(t, db)
		})
	}
}

// another writes a second session file for the large one.
func another(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "another.jsonl")
	must(t, writeSession(file, fmt.Sprintf("01990000-0000-7000-8001-%012x", 2), 500))
	return file
}

// A console that is told by its API to remove a session does so without missing a call.
func TestSlowRemoveByAPIUnderLoad(t *testing.T) {
	t.Parallel()
	db, big := record(t, 2_000)
	h, a, calls := newHost(t), newAgent(t), newCaller(t)
	p := h.serve(db, a.URL)
	l := calls.begin(p, 2, mixed("load"))
	calls.progress.after(t, 100)
	if code := p.api("PUT", "/api/retention", `{"keep_bytes":1,"keep_days":0}`, nil); code >= 300 {
		t.Fatalf("the limit was answered with %d", code)
	}
	if code := p.api("POST", "/api/retention/prune", `{"dry_run":false}`, nil); code >= 300 {
		t.Fatalf("pruning was answered with %d", code)
	}
	p.until("the large session is gone", func() bool { return !onFile(h, db, big) })
	calls.progress.after(t, 100)
	all := l.end()
	mustWork(t, all)
	unrecorded(t, h, p, db, all)
	p.stop()
	h.account(db, p.Session, all)
	h.whole(db)
	atRest(t, db)
}

// A console that is killed while another process removes a large session has recorded what its clients
// received.
func TestSlowKilledDuringRemoval(t *testing.T) {
	t.Parallel()
	db, big := record(t, 2_000)
	h, a, calls := newHost(t), newAgent(t), newCaller(t)
	p := h.serve(db, a.URL)
	l := calls.begin(p, 2, mixed("load"))
	calls.progress.after(t, 100)
	rm, said := h.command("sessions", "rm", big, "--db", db), new(bytes.Buffer)
	rm.Stderr = said
	must(t, rm.Start())
	p.until("removing is under way", func() bool { return removing(h, db, big, 2_000) })
	calls.progress.after(t, 300)
	p.kill()
	all := l.end()
	if err := rm.Wait(); err != nil {
		// The program that took over the removal is gone, so this may ask to try again.
		t.Logf("sessions rm: %v %s", err, said)
		h.run("sessions", "rm", big, "--db", db)
	}
	if said := p.said.String(); interruptedIn(said) {
		t.Errorf("recording was interrupted:\n%.1000s", said)
	}
	h.account(db, p.Session, all)
	h.tap(db, a.URL).stop()
	if _, there := h.sessions(db)[big]; there {
		t.Error("the large session is still there")
	}
	h.account(db, p.Session, all)
	h.whole(db)
	atRest(t, db)
}

// removing reports whether at least part of a session is gone.
func removing(h *host, db, id string, of int) bool {
	h.t.Helper()
	d := h.open(db)
	defer d.Close()
	var n int
	if err := d.QueryRow("SELECT count(*) FROM exchanges WHERE session = (SELECT n FROM sessions WHERE id = ?)", id).Scan(&n); err != nil {
		h.t.Fatal(err)
	}
	return n < of
}
