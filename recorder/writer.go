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
	watchedDrainDelay   = 10 * time.Millisecond  // how late what was committed is in the file while somebody watches
	drainDelay          = time.Second            // and while nobody does
	foreignPollInterval = 200 * time.Millisecond // how often changes by other programs are looked for
	backoff             = 250 * time.Millisecond // between attempts while the file cannot be written
)

// maxBacklog is how much of the journal may wait, in bytes, before draining it
// takes precedence over traffic. From there on traffic is held back, at twice as
// much by maxHoldBack for each commit.
const (
	maxBacklog  = 256 << 20
	maxHoldBack = 50 * time.Millisecond
)

// writer owns the writing connection: it drains the journal, runs jobs, and
// does what can wait when there is nothing else to do. Only its goroutine uses
// the fields before the lock.
type writer struct {
	store           *Store
	conn            *database.Conn
	abandonedConns  []*database.Conn // to files that the record is not in any more: the last connection to one would remove the log of the file that has its name now
	packer          database.Packer
	own             *journalSource // nil when nothing is recorded
	version         int64
	seq             int64
	dataVersion     int64 // data_version when the counters were last read
	noticedVersion  int64 // data_version when watchers were last told of it
	origins         map[string]int64
	pairs           map[[2]int64]bool // of session and origin that are on record
	sessionIDs      map[int64]string  // as far as they were looked up
	sessionsSeen    map[int64]int64   // sessions that exist, and where others' exchanges go
	maintenance     maintenance
	lastMaintenance time.Time               // when there was time for maintenance last
	merging         bool                    // the index of words has too many segments
	lateFindings    []wire.ExchangeFindings // that is not in the file yet

	mu          sync.Mutex
	jobs        []*job
	drainTarget int64 // up to where readers want the journal drained
	drained     int64 // up to where it is
	waiting     []waiter
	first       time.Time // when the oldest of what is not drained was committed, about
	closed      bool
	wake        chan struct{} // capacity 1
}

func newWriter(s *Store, c *database.Conn) *writer {
	return &writer{store: s, conn: c, dataVersion: -1, origins: map[string]int64{}, pairs: map[[2]int64]bool{}, sessionIDs: map[int64]string{}, sessionsSeen: map[int64]int64{},
		wake: make(chan struct{}, 1)}
}

// waiter is a reader that waits until the journal is drained up to a place.
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

// journalGrew is told that the journal grew.
func (w *writer) journalGrew() {
	w.mu.Lock()
	if w.first.IsZero() {
		w.first = time.Now()
		w.poke()
	}
	w.mu.Unlock()
}

// sync waits until what is committed now is in the file, but not for long: a
// reader gets what is there.
func (s *Store) sync(ctx context.Context) {
	if s.journal == nil {
		return
	}
	_ = s.commitAll(ctx) // what cannot be written shows in health
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

// run works until the store is closed.
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

// runNext does the most urgent thing, and says how long there is nothing else.
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

// isDrainDue reports whether the journal is to be drained now; else rest is when that
// will be, 0 when nothing waits.
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

// idle is how long to wait when nothing is due.
func (w *writer) idle(rest time.Duration) time.Duration {
	if rest <= 0 || rest > foreignPollInterval {
		return foreignPollInterval
	}
	return rest
}

// step drains a piece of the own journal, and says how long to wait before the
// next when this one did not work. While traffic is heavy and nobody waits it
// rests in proportion to its work: the cores belong to the traffic.
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

// hasWaiters reports whether somebody waits for what is in the journal.
func (w *writer) hasWaiters() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.drainTarget > w.drained || w.closed
}

// progress notes how far the own journal is drained, and returns how much of it
// is not.
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

// yieldToTraffic waits, unless somebody wants something.
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

// commitDelay is how long a commit waits when so much of the journal is not in the
// file: traffic that never pauses would grow the journal without bound.
func commitDelay(behind int64) time.Duration {
	over := min(max(behind-maxBacklog, 0), maxBacklog)
	return time.Duration(over * int64(maxHoldBack) / maxBacklog)
}

// delayTraffic delays traffic that is faster than the file can be written. While the
// file cannot be written at all, traffic goes on: the journal keeps it.
func (s *Store) delayTraffic(ctx context.Context) {
	if d := commitDelay(s.undrainedBytes()); d > 0 && s.health.err() == nil {
		s.pause(ctx, d)
	}
}

// pause waits.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// wakeReaders wakes the readers that wait. The lock is held.
func (w *writer) wakeReaders() {
	for _, x := range w.waiting {
		close(x.done)
	}
	w.waiting = nil
}

// giveUpSync wakes the readers although nothing can be drained.
func (w *writer) giveUpSync() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wakeReaders()
	w.drainTarget = w.drained
}

// pollForeignChanges tells watchers when another program wrote to the file.
func (w *writer) pollForeignChanges() {
	v, err := w.conn.Number("PRAGMA data_version")
	if err == nil && v != w.noticedVersion {
		w.noticedVersion = v
		w.store.changes.notify()
		if w.store.relabel != nil {
			w.store.relabel.requestRescan()
		}
		select {
		case w.store.housekeeping <- struct{}{}: // it may have marked something to be removed
		default:
		}
	}
}

// shut has no further jobs taken, and ends the goroutine once those there are
// done.
func (w *writer) shut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	w.wakeReaders()
	w.poke()
}
