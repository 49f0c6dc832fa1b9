package faults

import (
	"fmt"
	"testing"
)

// A tap is killed while another records into the same file: the other continues, all that clients
// received from either is on record, and open exchanges are marked as interrupted. Nothing of the killed
// one remains once all have ended.
func TestKilledBesideAnother(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	survivor := s.serve(s.db, s.agent.URL)
	mine := s.caller.begin(survivor, 2, func(w, i int) call {
		return call{kind: []string{"call", "stream", "grpc"}[i%3], id: fmt.Sprintf("survivor-%d-%d", w, i), n: 5, size: 300, asks: 300}
	})
	theirs := s.caller.begin(s.tap, 3, func(w, i int) call {
		return call{kind: []string{"call", "stream", "grpc"}[i%3], id: fmt.Sprintf("killed-%d-%d", w, i), n: 5, size: 300, asks: 300}
	})
	s.hold("open")
	s.caller.progress.after(t, 200)
	killed := s.tap
	killed.kill()
	s.calls = append(s.calls, theirs.end()...)
	s.caller.progress.after(t, 100)
	all := mine.end()
	mustWork(t, all)
	s.account(s.db, survivor.Session, all)
	s.cut(survivor, killed)
	s.tap = s.host.tap(s.db, s.agent.URL) // a later one finds the same
	s.pass("later")
	s.cut(nil, killed)
	s.lives()
	s.tap.stop()
	survivor.stop()
	s.whole(s.db)
	atRest(t, s.db)
}

// cut asserts that all of a killed program's calls are on record and none is open, according to the
// survivor, if any, and the command line.
func (s *scene) cut(survivor, killed *program) {
	s.t.Helper()
	if survivor != nil {
		id := s.show(s.db, killed.Session)["open"].ID
		survivor.until("the open call shows as cut", func() bool {
			var x exchange
			return survivor.api("GET", "/api/exchanges/"+id, "", &x) == 200 && brokenOff(x.Outcome)
		})
	}
	for _, x := range s.account(s.db, killed.Session, s.calls) {
		if x.Outcome == "" {
			s.t.Errorf("call %s of the killed program is still open", callID(x.URL))
		}
	}
	if o := s.show(s.db, killed.Session)["open"].Outcome; !brokenOff(o) {
		s.t.Errorf("the call that was open when its program was killed ended by %q", o)
	}
	if s.sessions(s.db)[killed.Session].Ended == "" {
		s.t.Error("the session of the killed program is still being recorded")
	}
}

// brokenOff reports whether an outcome is that of a call whose program died.
func brokenOff(outcome string) bool { return outcome == "cut" || outcome == "interrupted" }
