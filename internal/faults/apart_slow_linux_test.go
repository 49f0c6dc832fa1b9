//go:build slow

package faults

import (
	"fmt"
	"testing"
	"time"
)

// A second program with a wrong clock, fast or slow, must not end what another records.
func TestSlowClockApart(t *testing.T) {
	t.Parallel()
	for _, off := range []time.Duration{5 * time.Minute, -5 * time.Minute} {
		t.Run(off.String(), func(t *testing.T) {
			t.Parallel()
			s := newScene(t)
			finish := s.hold("open")
			second := s.by(newClock(t, off))
			for i, d := range doings {
				if d.name == "import" {
					continue // comes with rm and import
				}
				s.numbers.see(s.host, s.db)
				d.do(s, second)
				s.pass(fmt.Sprintf("after-%d", i))
				s.lives("open")
				if t.Failed() {
					t.Fatalf("after a second program did: %s", d.name)
				}
			}
			finish()
			s.lives()
			s.tap.stop()
			atRest(t, s.db)
		})
	}
}

// Setting the clock while the program runs changes neither the duration of a call nor the owner of the
// session.
func TestSlowClockSteps(t *testing.T) {
	t.Parallel()
	for _, step := range []time.Duration{10 * time.Minute, -10 * time.Minute} {
		t.Run(step.String(), func(t *testing.T) {
			t.Parallel()
			s := newScene(t)
			s.tap.stop()
			c := newClock(t, 0)
			s.tap = s.by(c).tap(s.db, s.agent.URL)
			began := time.Now()
			finish := s.hold("open")
			c.set(step)
			s.run("reindex", "--db", s.db)
			s.pass("after")
			s.lives("open")
			finish()
			most := float64(time.Since(began).Milliseconds()) + 1000
			x := s.show(s.db, s.tap.Session)["open"]
			if x.DurationMS <= 0 || x.DurationMS > most {
				t.Errorf("the call took %v ms; it cannot have been over %v", x.DurationMS, most)
			}
			s.lives()
			s.tap.stop()
			atRest(t, s.db)
		})
	}
}
