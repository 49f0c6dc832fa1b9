package recorder

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Traffic that is faster than the drain is delayed in proportion to the backlog; otherwise the journal would
// grow without bound. While the file cannot be written at all, traffic is not delayed.
func TestTrafficIsHeldBack(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	var held []time.Duration
	s.pause = func(_ context.Context, d time.Duration) { held = append(held, d) }
	free := make(chan struct{})
	busy := make(chan struct{})
	go s.doUnordered(t.Context(), func(*writer) error { // keeps the writer from draining
		close(busy)
		<-free
		return nil
	})
	<-busy
	defer close(free)

	tape := s.Begin(call())
	commit := func(behind int64) {
		t.Helper()
		s.writer.mu.Lock()
		s.writer.drained = s.journal.WrittenEnd() - behind
		s.writer.mu.Unlock()
		if err := tape.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := tape.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, behind := range []int64{0, maxBacklog, maxBacklog + maxBacklog/2, 2 * maxBacklog, 9 * maxBacklog} {
		commit(behind)
	}
	s.health.file(s, errors.New("no space"))
	commit(9 * maxBacklog)
	want := []time.Duration{maxHoldBack / 2, maxHoldBack, maxHoldBack}
	if len(held) != len(want) || held[0] != want[0] || held[1] != want[1] || held[2] != want[2] {
		t.Errorf("commits were held back %v, want %v", held, want)
	}
	s.health.file(s, nil)
	s.writer.mu.Lock()
	s.writer.drained = 0
	s.writer.mu.Unlock()
	tape.End(wire.End{})
}
