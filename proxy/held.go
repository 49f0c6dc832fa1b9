package proxy

import (
	"container/list"
	"context"
	"fmt"
	"log/slog"
	"sync"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// heldLimit bounds what rules hold in all taps of a process, in bytes: what waits at gates,
// what was read ahead behind it, and what gates keep to send it later.
const heldLimit = 256 << 20

// budget is what rules hold together. When it is over its limit, what has waited longest goes
// on as it came; not what is kept, which only the next frame of its direction lets go. Safe for
// concurrent use.
type budget struct {
	limit int64
	log   *slog.Logger

	mu    sync.Mutex
	used  int64     // by what waits or is kept
	waits list.List // of *share, the oldest first
}

func newBudget(limit int64, log *slog.Logger) *budget {
	if limit <= 0 {
		limit = heldLimit
	}
	return &budget{limit: limit, log: log}
}

// share is what one direction of an exchange has of the budget. The lock is its budget's.
type share struct {
	of     *budget
	flow   *flow
	bytes  int64         // the frame at the gate, and what was read ahead
	kept   int64         // what the gate keeps to send it later
	waits  *list.Element // nil while nothing is at the gate, and once that was let go
	giveUp context.CancelCauseFunc
	shed   bool // something of it was let go before
}

// enter begins to count what waits at a gate: n bytes, and what is behind it. What is held of
// it goes on when the context that it returns has ended.
func (s *share) enter(ctx context.Context, n int) (_ context.Context, leave func()) {
	ctx, giveUp := context.WithCancelCause(ctx)
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	s.bytes, s.giveUp = s.bytes+int64(n), giveUp
	s.waits = s.of.waits.PushBack(s)
	s.of.used += s.bytes
	if (s.shed || s.kept > 0) && s.of.used > s.of.limit {
		s.letGo() // what goes on after something that was let go, or can go on at once, is not to push out others
	}
	s.of.shed()
	return ctx, func() {
		s.of.mu.Lock()
		defer s.of.mu.Unlock()
		s.leave()
		s.bytes -= int64(n)
		giveUp(nil)
	}
}

// leave takes the share out of the budget. The lock is held.
func (s *share) leave() {
	if s.waits != nil {
		s.of.waits.Remove(s.waits)
		s.of.used -= s.bytes
		s.waits = nil
	}
}

// pause takes what waits out of the budget while it is sent: a slow reader is no rule. It
// reports whether resume is to be called after it.
func (s *share) pause() bool {
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	waits := s.waits != nil
	s.leave()
	return waits
}

// resume has what waits be of the budget again.
func (s *share) resume() {
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	s.waits = s.of.waits.PushBack(s)
	s.of.used += s.bytes
	s.of.shed()
}

// keep counts what the gate keeps. It goes on when the next frame is let go.
func (s *share) keep(n int) {
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	s.of.used += int64(n) - s.kept
	s.kept = int64(n)
}

// grow counts bytes that were read ahead, or less than none of those that were taken.
func (s *share) grow(n int) {
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	s.bytes += int64(n)
	if s.waits != nil {
		s.of.used += int64(n)
		s.of.shed()
	}
}

// shed lets go what has waited longest until the rest is within the limit. The lock is held.
func (b *budget) shed() {
	for b.used > b.limit && b.waits.Len() > 0 {
		s := b.waits.Front().Value.(*share)
		s.letGo()
		b.log.Warn("rules hold too much: what waited longest is forwarded unchanged", "exchange", s.flow.tape.ID(), "bytes", s.bytes, "limit", b.limit)
	}
}

// letGo forwards what waits unchanged. The lock is held.
func (s *share) letGo() {
	s.leave()
	s.of.used -= s.kept
	s.kept, s.shed = 0, true
	s.flow.crowded.Store(true)
	s.giveUp(wire.ErrCrowded)
}

// crowdedOut says of an exchange that something of it was let go.
func (b *budget) crowdedOut() string {
	return fmt.Sprintf("Rules held more than %d MiB together: what had waited longest, some of this exchange, was forwarded unchanged.", b.limit>>20)
}
