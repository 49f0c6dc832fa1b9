//go:build slow

package faults

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// doings are what a second program may do with a record, given its host.
var doings = []struct {
	name string
	do   func(s *scene, second *host)
}{
	{"list", func(s *scene, second *host) { second.run("sessions", "list", "--db", s.db) }},
	{"edit", func(s *scene, second *host) {
		second.run("sessions", "edit", s.other, "--name", "edited", "--db", s.db)
	}},
	{"import", func(s *scene, second *host) { second.run("sessions", "import", s.file, "--db", s.db) }},
	{"reindex", func(s *scene, second *host) { second.run("reindex", "--db", s.db) }},
	{"rm and import", func(s *scene, second *host) {
		second.run("sessions", "rm", s.other, "--db", s.db)
		second.run("sessions", "import", s.file, "--db", s.db)
		s.numbers.see(s.host, s.db)
		second.run("sessions", "rm", s.third, "--db", s.db)
		second.run("sessions", "import", s.file, "--db", s.db)
	}},
	{"rm of the tap's", func(s *scene, second *host) {
		out, said, err := second.try("sessions", "rm", s.tap.Session, "--db", s.db)
		if err == nil {
			s.t.Errorf("a session that is being recorded was removed: %s%s", out, said)
		}
	}},
	{"serve", func(s *scene, second *host) {
		p := second.serve(s.db, s.agent.URL)
		if code := p.api("GET", "/api/exchanges", "", nil); code != 200 {
			s.t.Errorf("/api/exchanges answers %d", code)
		}
		p.stop()
	}},
}

// A tap that is stopped, by Ctrl-Z or a laptop's lid, keeps its session however long it is stopped: here
// two hours by the second program's clock.
func TestSlowStopped(t *testing.T) {
	t.Parallel()
	for _, d := range doings {
		for _, busy := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/busy=%t", d.name, busy), func(t *testing.T) {
				t.Parallel()
				s := newScene(t)
				finish, open := func() {}, []string(nil)
				if busy {
					s.pass("before")
					finish, open = s.hold("open"), []string{"open"}
				}
				s.numbers.see(s.host, s.db)
				s.tap.freeze(s.db)
				d.do(s, s.by(newClock(t, 2*time.Hour)))
				s.tap.thaw()
				s.pass("after")
				s.lives(open...)
				finish()
				s.pages()
				s.lives()
				s.tap.stop()
				atRest(t, s.db)
			})
		}
	}
}

// pages asserts that a console that opens the record shows it.
func (s *scene) pages() {
	s.t.Helper()
	p := s.serve(s.db, s.agent.URL)
	for _, path := range []string{"/api/exchanges", "/api/sessions"} {
		if code := p.api("GET", path, "", nil); code != 200 {
			s.t.Errorf("%s answers %d", path, code)
		}
	}
	browser := p.browser()
	for _, path := range []string{"/", "/traffic"} {
		resp, err := browser.Get(p.origin() + path)
		if err != nil {
			s.t.Fatal(err)
		}
		if text := bodyOf(s.t, resp); resp.StatusCode != 200 || strings.Contains(text, "NULL") {
			s.t.Errorf("the page %s answers %d", path, resp.StatusCode)
		}
	}
	p.stop()
}
