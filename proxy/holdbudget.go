package proxy

import (
	"container/list"
	"context"
	"fmt"
	"log/slog"
	"sync"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// maxHeldBytes bounds the bytes that rules hold in all taps of a process: what waits at gates, what
// was read ahead behind it, and what gates keep to send later.
const maxHeldBytes = 256 << 20

// holdBudget limits how many bytes all rules hold together. Over the limit, what has waited longest
// is forwarded unchanged. The budget cannot release what gates keep: only the next frame of that
// direction does. Safe for concurrent use.
type holdBudget struct {
	limit int64
	log   *slog.Logger

	mu    sync.Mutex
	used  int64     // bytes that wait or are kept
	queue list.List // of *budgetShare, oldest first
}

func newHoldBudget(limit int64, log *slog.Logger) *holdBudget {
	if limit <= 0 {
		limit = maxHeldBytes
	}
	return &holdBudget{limit: limit, log: log}
}

// budgetShare is one direction's share of the budget. The budget's lock guards it.
type budgetShare struct {
	budget     *holdBudget
	flow       *flow
	bytes      int64         // the frame at the gate, and what was read ahead
	keptBytes  int64         // what the gate keeps to send later
	queueElem  *list.Element // nil while nothing is at the gate, and after a release
	cancelWait context.CancelCauseFunc
	wasShed    bool // part of the direction was released before
}

// startWait charges the n bytes that wait at a gate, and what was read ahead behind them, until
// leave is called. When the returned context ends, the gate forwards what it holds of them.
func (s *budgetShare) startWait(ctx context.Context, n int) (_ context.Context, leave func()) {
	ctx, giveUp := context.WithCancelCause(ctx)
	s.budget.mu.Lock()
	defer s.budget.mu.Unlock()
	s.bytes, s.cancelWait = s.bytes+int64(n), giveUp
	s.queueElem = s.budget.queue.PushBack(s)
	s.budget.used += s.bytes
	if (s.wasShed || s.keptBytes > 0) && s.budget.used > s.budget.limit {
		s.release() // what follows something released, or can be forwarded at once, must not push out others
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

// endWait removes the share from the budget. The lock is held.
func (s *budgetShare) endWait() {
	if s.queueElem != nil {
		s.budget.queue.Remove(s.queueElem)
		s.budget.used -= s.bytes
		s.queueElem = nil
	}
}

// pause removes the share from the budget while the gate sends: waiting for a slow reader is not
// holding. It reports whether the caller must call resume.
func (s *budgetShare) pause() bool {
	s.budget.mu.Lock()
	defer s.budget.mu.Unlock()
	waits := s.queueElem != nil
	s.endWait()
	return waits
}

// resume charges the share again after pause, and releases what has waited longest if the budget is
// then exceeded.
func (s *budgetShare) resume() {
	s.budget.mu.Lock()
	defer s.budget.mu.Unlock()
	s.queueElem = s.budget.queue.PushBack(s)
	s.budget.used += s.bytes
	s.budget.shed()
}

// setKept charges what the gate keeps, which is forwarded when the next frame is released.
func (s *budgetShare) setKept(n int) {
	s.budget.mu.Lock()
	defer s.budget.mu.Unlock()
	s.budget.used += int64(n) - s.keptBytes
	s.keptBytes = int64(n)
}

// addBytes charges bytes that were read ahead; n is negative when they are taken.
func (s *budgetShare) addBytes(n int) {
	s.budget.mu.Lock()
	defer s.budget.mu.Unlock()
	s.bytes += int64(n)
	if s.queueElem != nil {
		s.budget.used += int64(n)
		s.budget.shed()
	}
}

// shed releases what has waited longest until the rest is within the limit. The lock is held.
func (b *holdBudget) shed() {
	for b.used > b.limit && b.queue.Len() > 0 {
		s := b.queue.Front().Value.(*budgetShare)
		s.release()
		b.log.Warn("rules hold too much: what waited longest is forwarded unchanged", "exchange", s.flow.tape.ID(), "bytes", s.bytes, "limit", b.limit)
	}
}

// release makes the gate forward what waits unchanged. The lock is held.
func (s *budgetShare) release() {
	s.endWait()
	s.budget.used -= s.keptBytes
	s.keptBytes, s.wasShed = 0, true
	s.flow.holdShed.Store(true)
	s.cancelWait(wire.ErrHoldBudget)
}

// shedMessage returns the sentence about an exchange of which part was released.
func (b *holdBudget) shedMessage() string {
	return fmt.Sprintf("Rules held more than %d MiB together. What had waited longest was forwarded unchanged, including part of this exchange.", b.limit>>20)
}
