package faults

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// Nobody can remove a session with an open call: the call is recorded to its end.
func TestRemoveOpen(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.tap.stop()
	s.tap = s.serve(s.db, s.agent.URL)
	finish := s.hold("open")
	if code := s.tap.api("POST", "/api/sessions", `{"name":"next"}`, nil); code >= 300 {
		t.Fatalf("a new session was answered with %d", code)
	}
	if out, _, err := s.try("sessions", "rm", s.tap.Session, "--db", s.db); err == nil {
		t.Errorf("the command line removed a session with an open call: %s", out)
	}
	if code := s.tap.api("DELETE", "/api/sessions/"+s.tap.Session, "", nil); code < 400 {
		t.Errorf("the API deleted a session with an open call: %d", code)
	}
	s.tap.api("PUT", "/api/retention", `{"keep_bytes":1,"keep_days":0}`, nil)
	s.tap.api("POST", "/api/retention/prune", `{"dry_run":false}`, nil)
	s.tap.api("PUT", "/api/retention", `{"keep_bytes":0,"keep_days":0}`, nil)
	finish()
	s.account(s.db, s.tap.Session, s.calls)
	if _, there := s.sessions(s.db)[s.tap.Session]; !there {
		t.Error("the session is gone")
	}
	s.tap.stop()
	for id := range s.sessions(s.db) { // it has ended, so it may be removed
		s.run("sessions", "rm", id, "--db", s.db)
	}
	var left int
	d := s.open(s.db)
	must(t, d.QueryRow("SELECT count(*) FROM chunks").Scan(&left))
	must(t, d.Close())
	if left > 0 {
		t.Errorf("%d chunks of no exchange are left", left)
	}
	atRest(t, s.db)
}

// Removed data is nowhere in the files of the record, and the files shrink. compact cleans files from
// which an older version removed sessions.
func TestRemovedIsGone(t *testing.T) {
	t.Parallel()
	db, big := record(t, 1_000)
	h := newHost(t)
	before := size(t, db)
	if !holds(t, db, secretWord) {
		t.Fatal("the word is not in the file as it is: nothing would be shown")
	}
	a, calls := newAgent(t), newCaller(t)
	p := h.serve(db, a.URL)
	kept := calls.many(p, 40, mixed("kept"))
	h.run("sessions", "rm", big, "--db", db)
	p.until("the word is gone from the files while the console runs", func() bool { return !holds(t, db, secretWord) })
	p.stop()
	if holds(t, db, secretWord) {
		t.Error("the word of the removed session is in the file")
	}
	if after := size(t, db); after > before/2 {
		t.Errorf("the file had %d bytes and has %d", before, after)
	}
	h.account(db, p.Session, kept)
	h.run("sessions", "compact", "--db", db)
	h.account(db, p.Session, kept)
	h.whole(db)
	atRest(t, db)
}

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	return info.Size()
}

// holds reports whether any file of a record has a word in it.
func holds(t *testing.T, db, word string) bool {
	t.Helper()
	for _, name := range beside(t, db) {
		b, err := os.ReadFile(filepath.Join(filepath.Dir(db), name))
		if err == nil && bytes.Contains(bytes.ToLower(b), []byte(word)) {
			return true
		}
	}
	return false
}
