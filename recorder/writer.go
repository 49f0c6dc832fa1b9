package recorder

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
)

const (
	watchedDrainDelay   = 10 * time.Millisecond  // how late commits reach the file while somebody watches
	drainDelay          = time.Second            // and while nobody does
	foreignPollInterval = 200 * time.Millisecond // how often to look for changes by other programs
	backoff             = 250 * time.Millisecond // between attempts while the file cannot be written
)

// maxBacklog is how many bytes of the journal may wait before the drain takes precedence over traffic. Beyond
// it, commits are delayed, by maxHoldBack once the backlog has doubled.
const (
	maxBacklog  = 256 << 20
	maxHoldBack = 50 * time.Millisecond
)

// writer owns the writing connection. It drains the journal, runs jobs and does maintenance. Only its
// goroutine uses the fields before the mutex.
type writer struct {
	store           *Store
	conn            *database.Conn
	abandonedConns  []*database.Conn // to files that the record left; closing the last one would remove the log of the file now at its path
	packer          database.Packer
	own             *journalSource // nil when nothing is recorded
	version         int64
	seq             int64
	dataVersion     int64 // data_version when the counters were last read
	noticedVersion  int64 // data_version when watchers were last notified
	origins         map[string]int64
	pairs           map[[2]int64]bool // recorded pairs of session and origin
	sessionIDs      map[int64]string  // ids of sessions by row
	sessionsSeen    map[int64]int64   // the session that takes a session's exchanges: itself, or another if it was removed
	maintenance     maintenance
	lastMaintenance time.Time
	merging         bool                    // the index of words has too many segments
	lateFindings    []wire.ExchangeFindings // of exchanges that are not in the file yet

	mu          sync.Mutex
	jobs        []*job
	drainTarget int64 // readers want the journal drained up to here
	drained     int64 // the journal is drained up to here
	waiting     []waiter
	first       time.Time // about when the oldest undrained entry was committed
	closed      bool
	wake        chan struct{} // capacity 1
}

func newWriter(s *Store, c *database.Conn) *writer {
	return &writer{store: s, conn: c, dataVersion: -1, origins: map[string]int64{}, pairs: map[[2]int64]bool{}, sessionIDs: map[int64]string{}, sessionsSeen: map[int64]int64{},
		wake: make(chan struct{}, 1)}
}

// waiter is a reader that waits until the journal is drained up to a position.
type waiter struct {
	upto int64
	done chan struct{}
}

func (w *writer) poke() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// queueJob queues a job, and reports whether it will be run.
func (w *writer) queueJob(j *job) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return false
	}
	w.jobs = append(w.jobs, j)
	w.poke()
	return true
}

// journalGrew wakes the writer if nothing was waiting to be drained, and notes the time.
func (w *writer) journalGrew() {
	w.mu.Lock()
	if w.first.IsZero() {
		w.first = time.Now()
		w.poke()
	}
	w.mu.Unlock()
}

// sync commits what was appended, and waits at most Options.ReadWait until it is in the file.
func (s *Store) sync(ctx context.Context) {
	if s.journal == nil {
		return
	}
	_ = s.commitAll(ctx) // health reports what cannot be written
	w := s.writer
	w.mu.Lock()
	upto := s.journal.WrittenEnd()
	if w.drained >= upto || w.closed || s.health.err() != nil {
		w.mu.Unlock()
		return
	}
	done := make(chan struct{})
	w.waiting = append(w.waiting, waiter{upto, done})
	w.drainTarget = max(w.drainTarget, upto)
	w.mu.Unlock()
	w.poke()
	timer := time.NewTimer(s.opts.ReadWait)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	case <-ctx.Done():
	}
}

func (w *writer) run(ctx context.Context) {
	timer := time.NewTimer(foreignPollInterval)
	defer timer.Stop()
	w.noticedVersion, _ = w.conn.Number("PRAGMA data_version")
	for {
		wait, stop := w.runNext(ctx)
		if stop {
			return
		}
		if wait <= 0 {
			continue
		}
		timer.Reset(wait)
		select {
		case <-w.wake:
		case <-timer.C:
		}
	}
}

// runNext does the most urgent work, and returns how long to wait for more.
func (w *writer) runNext(ctx context.Context) (wait time.Duration, stop bool) {
	if w.own != nil && w.store.hasLosses() {
		w.store.recordLosses(ctx)
	}
	w.checkPlace(ctx)
	w.mu.Lock()
	jobs, closed := len(w.jobs), w.closed
	w.mu.Unlock()
	due, rest := w.isDrainDue()
	switch {
	case jobs > 0:
		w.nextJob()
		return 0, false
	case closed:
		return 0, true
	case due && time.Since(w.lastMaintenance) < maintenanceInterval:
		return w.step(ctx), false
	}
	w.lastMaintenance = time.Now()
	w.pollForeignChanges()
	switch {
	case w.maintenance.next(ctx, w):
		return 0, false
	case due:
		return w.step(ctx), false
	}
	return w.idle(rest), false
}

// isDrainDue reports whether the journal must be drained now. If not, rest is the time until then, 0 when
// nothing waits.
func (w *writer) isDrainDue() (due bool, rest time.Duration) {
	if w.own == nil {
		return false, 0
	}
	written := w.store.journal.WrittenEnd()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.drained >= written {
		w.first = time.Time{}
		return false, 0
	}
	if w.first.IsZero() {
		w.first = time.Now()
	}
	after := drainDelay
	if w.store.changes.watched() {
		after = watchedDrainDelay
	}
	age := time.Since(w.first)
	switch {
	case w.drainTarget > w.drained, age >= after, written-w.drained >= batchBytes:
		return true, 0
	}
	return false, after - age
}

// idle returns how long to wait when nothing is due.
func (w *writer) idle(rest time.Duration) time.Duration {
	if rest <= 0 || rest > foreignPollInterval {
		return foreignPollInterval
	}
	return rest
}

// step drains a piece of this store's journal, and returns how long to wait after a failure. While traffic is
// heavy and nobody waits, it rests in proportion to its work, because both share the cores.
func (w *writer) step(ctx context.Context) (wait time.Duration) {
	began := time.Now()
	limit := batchBytes
	if w.hasWaiters() {
		limit /= 4
	}
	n, err := w.advance(ctx, w.own, limit)
	if err == nil && n == 0 && w.store.journal.Offset(w.own.pos) < w.store.journal.WrittenEnd() {
		err = w.skipDamaged(w.own)
	}
	w.store.health.file(w.store, err)
	if err != nil {
		w.giveUpSync()
		return backoff
	}
	left := w.progress()
	w.store.changes.notify()
	if left > batchBytes && left < maxBacklog && !w.hasWaiters() {
		w.yieldToTraffic(9 * time.Since(began))
	}
	return 0
}

func (w *writer) hasWaiters() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.drainTarget > w.drained || w.closed
}

// progress notes how far this store's journal is drained, wakes those who waited for that, and returns how many
// bytes are left.
func (w *writer) progress() (left int64) {
	at := w.store.journal.Offset(w.own.pos)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.drained, w.first = at, time.Now()
	w.waiting = slices.DeleteFunc(w.waiting, func(x waiter) bool {
		if x.upto <= at {
			close(x.done)
		}
		return x.upto <= at
	})
	return w.store.journal.WrittenEnd() - at
}

// yieldToTraffic waits for d, but at most 400 ms and only until somebody needs the writer.
func (w *writer) yieldToTraffic(d time.Duration) {
	timer := time.NewTimer(min(d, 400*time.Millisecond))
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			return
		case <-w.wake:
		}
		w.mu.Lock()
		wanted := len(w.jobs) > 0 || w.drainTarget > w.drained || w.closed
		w.mu.Unlock()
		if wanted {
			w.poke()
			return
		}
	}
}

// commitDelay returns how long a commit waits while behind bytes of the journal are undrained. Without it,
// traffic that never pauses would grow the journal without bound.
func commitDelay(behind int64) time.Duration {
	over := min(max(behind-maxBacklog, 0), maxBacklog)
	return time.Duration(over * int64(maxHoldBack) / maxBacklog)
}

// delayTraffic delays traffic that outruns the drain. While the file cannot be written at all, it does not:
// the journal keeps everything.
func (s *Store) delayTraffic(ctx context.Context) {
	if d := commitDelay(s.undrainedBytes()); d > 0 && s.health.err() == nil {
		s.pause(ctx, d)
	}
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// wakeReaders wakes waiting readers. The caller holds w.mu.
func (w *writer) wakeReaders() {
	for _, x := range w.waiting {
		close(x.done)
	}
	w.waiting = nil
}

// giveUpSync wakes waiting readers although nothing can be drained.
func (w *writer) giveUpSync() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wakeReaders()
	w.drainTarget = w.drained
}

// pollForeignChanges notifies watchers when another program wrote to the file.
func (w *writer) pollForeignChanges() {
	v, err := w.conn.Number("PRAGMA data_version")
	if err == nil && v != w.noticedVersion {
		w.noticedVersion = v
		w.store.changes.notify()
		if w.store.relabel != nil {
			w.store.relabel.requestRescan()
		}
		select {
		case w.store.housekeeping <- struct{}{}: // it may have marked a session for removal
		default:
		}
	}
}

// shut makes queueJob reject further jobs, and ends run after the queued ones.
func (w *writer) shut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	w.wakeReaders()
	w.poke()
}
