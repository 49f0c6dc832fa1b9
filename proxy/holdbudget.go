package proxy

import (
	"container/list"
	"context"
	"fmt"
	"log/slog"
	"sync"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// maxHeldBytes bounds what rules hold in all taps of a process, in bytes: what waits at gates,
// what was read ahead behind it, and what gates keep to send it later.
const maxHeldBytes = 256 << 20

// holdBudget is what rules hold together. When it is over its limit, what has waited longest goes
// on as it came; not what is kept, which only the next frame of its direction lets go. Safe for
// concurrent use.
type holdBudget struct {
	limit int64
	log   *slog.Logger

	mu    sync.Mutex
	used  int64     // by what waits or is kept
	queue list.List // of *share, the oldest first
}

func newHoldBudget(limit int64, log *slog.Logger) *holdBudget {
	if limit <= 0 {
		limit = maxHeldBytes
	}
	return &holdBudget{limit: limit, log: log}
}

// budgetShare is what one direction of an exchange has of the budget. The lock is its budget's.
type budgetShare struct {
	budget     *holdBudget
	flow       *flow
	bytes      int64         // the frame at the gate, and what was read ahead
	keptBytes  int64         // what the gate keeps to send it later
	queueElem  *list.Element // nil while nothing is at the gate, and once that was let go
	cancelWait context.CancelCauseFunc
	wasShed    bool // something of it was let go before
}

// startWait begins to count what waits at a gate: n bytes, and what is behind it. What is held of
// it goes on when the context that it returns has ended.
func (s *budgetShare) startWait(ctx context.Context, n int) (_ context.Context, leave func()) {
	ctx, giveUp := context.WithCancelCause(ctx)
	s.budget.mu.Lock()
	defer s.budget.mu.Unlock()
	s.bytes, s.cancelWait = s.bytes+int64(n), giveUp
	s.queueElem = s.budget.queue.PushBack(s)
	s.budget.used += s.bytes
	if (s.wasShed || s.keptBytes > 0) && s.budget.used > s.budget.limit {
		s.release() // what goes on after something that was let go, or can go on at once, is not to push out others
	}
	s.budget.shed()
	return ctx, func() {
		s.budget.mu.Lock()
		defer s.budget.mu.Unlock()
		s.endWait()
		s.bytes -= int64(n)
		giveUp(nil)
	}
}

// endWait takes the share out of the budget. The lock is held.
func (s *budgetShare) endWait() {
	if s.queueElem != nil {
		s.budget.queue.Remove(s.queueElem)
		s.budget.used -= s.bytes
		s.queueElem = nil
	}
}

// pause takes what waits out of the budget while it is sent: a slow reader is no rule. It
// reports whether resume is to be called after it.
func (s *budgetShare) pause() bool {
	s.budget.mu.Lock()
	defer s.budget.mu.Unlock()
	waits := s.queueElem != nil
	s.endWait()
	return waits
}

// resume has what waits be of the budget again.
func (s *budgetShare) resume() {
	s.budget.mu.Lock()
	defer s.budget.mu.Unlock()
	s.queueElem = s.budget.queue.PushBack(s)
	s.budget.used += s.bytes
	s.budget.shed()
}

// setKept counts what the gate keeps. It goes on when the next frame is let go.
func (s *budgetShare) setKept(n int) {
	s.budget.mu.Lock()
	defer s.budget.mu.Unlock()
	s.budget.used += int64(n) - s.keptBytes
	s.keptBytes = int64(n)
}

// addBytes counts bytes that were read ahead, or less than none of those that were taken.
func (s *budgetShare) addBytes(n int) {
	s.budget.mu.Lock()
	defer s.budget.mu.Unlock()
	s.bytes += int64(n)
	if s.queueElem != nil {
		s.budget.used += int64(n)
		s.budget.shed()
	}
}

// shed lets go what has waited longest until the rest is within the limit. The lock is held.
func (b *holdBudget) shed() {
	for b.used > b.limit && b.queue.Len() > 0 {
		s := b.queue.Front().Value.(*budgetShare)
		s.release()
		b.log.Warn("rules hold too much: what waited longest is forwarded unchanged", "exchange", s.flow.tape.ID(), "bytes", s.bytes, "limit", b.limit)
	}
}

// release forwards what waits unchanged. The lock is held.
func (s *budgetShare) release() {
	s.endWait()
	s.budget.used -= s.keptBytes
	s.keptBytes, s.wasShed = 0, true
	s.flow.holdShed.Store(true)
	s.cancelWait(wire.ErrHoldBudget)
}

// shedMessage says of an exchange that something of it was let go.
func (b *holdBudget) shedMessage() string {
	return fmt.Sprintf("Rules held more than %d MiB together: what had waited longest, some of this exchange, was forwarded unchanged.", b.limit>>20)
}
