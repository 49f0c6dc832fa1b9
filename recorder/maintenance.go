package recorder

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/recorder/journal"
)

// maintenance is the writer's work for when nothing else is due, one slice at a time.
type maintenance struct {
	idleSince     time.Time
	doneAt        int64 // drained position at idleSince
	merge         bool  // the index of words has segments to merge
	purgeRemains  bool  // something was removed: merge all, and shrink the file
	hasNewSegment bool  // the journal began another segment since doneAt
	lastTidy      time.Time
}

// wordsPause is how long traffic must pause before words are indexed that do not fill a batch.
const wordsPause = 300 * time.Millisecond

// next does one piece of work, and reports whether there was any.
func (c *maintenance) next(ctx context.Context, w *writer) bool {
	now := time.Now()
	w.mu.Lock()
	drained := w.drained
	w.mu.Unlock()
	if drained != c.doneAt || c.idleSince.IsZero() {
		c.doneAt, c.idleSince, c.hasNewSegment = drained, now, false
	}
	if w.store.health.err() != nil {
		return false
	}
	paused := now.Sub(c.idleSince) >= wordsPause
	if done, err := w.indexDue(paused); done || err != nil {
		c.merge = true
		return done
	}
	// Traffic may never pause, so the rest gets a turn regularly.
	if !paused && now.Sub(c.lastTidy) < maintenanceInterval {
		return false
	}
	c.lastTidy = now
	return c.tidy(w, now)
}

// maintenanceInterval is how often merging and shrinking advance by at least one step, however busy the
// traffic.
const maintenanceInterval = 2 * time.Second

// finish completes what a removal needs before the store closes, unless ctx ends first.
func (c *maintenance) finish(ctx context.Context, w *writer) error {
	for c.purgeRemains && ctx.Err() == nil {
		if !c.tidy(w, time.Now()) {
			break
		}
	}
	return ctx.Err()
}

func (w *writer) indexDue(paused bool) (done bool, err error) {
	few := int64(maxIndexBatch)
	if paused {
		few = 1
	}
	n, err := w.conn.Number("SELECT count(*) FROM (SELECT 1 FROM unindexed LIMIT ?)", few)
	if err != nil || n < few {
		return false, err
	}
	err = w.runJob(&job{run: func(w *writer) error {
		_, err := w.index(time.Now().Add(removalSlice))
		return err
	}})
	return err == nil, err
}

// tidy merges, shrinks or checkpoints, one step at a time.
func (c *maintenance) tidy(w *writer, now time.Time) bool {
	if c.merge || c.purgeRemains {
		more := false
		err := w.runJob(&job{run: func(w *writer) (err error) {
			more, err = w.mergeSome(c.purgeRemains)
			return err
		}})
		if err == nil && more {
			return true
		}
		c.merge = false
	}
	if c.purgeRemains {
		if more, err := w.shrinkSome(); err == nil && more {
			return true
		}
		if w.own != nil {
			w.rotateJournal()
		}
		c.purgeRemains = !w.checkpoint()
		return !c.purgeRemains
	}
	if w.own != nil && !c.hasNewSegment && now.Sub(c.idleSince) >= 2*time.Second {
		c.hasNewSegment = true
		w.rotateJournal()
	}
	return false
}

// rotateJournal begins a new journal segment and removes the drained ones, which may hold what was
// removed from the record.
func (w *writer) rotateJournal() {
	if w.store.journal.Rotate() == nil {
		w.skipSegment()
		w.removeDrained()
	}
}

// skipSegment moves the position to the journal's next segment once the current one is drained.
func (w *writer) skipSegment() {
	_ = w.runJob(&job{run: func(w *writer) error {
		if err := w.checkPosition(w.own); err != nil {
			return err
		}
		at := w.own.pos
		if w.own.batch != nil || at.Segment >= w.store.journal.Segment() || w.store.journal.Offset(at) < w.store.journal.Offset(journal.Position{Segment: at.Segment + 1}) {
			return nil
		}
		at = journal.Position{Segment: at.Segment + 1}
		if _, err := w.conn.Exec("UPDATE owners SET segment = ?, pos = ? WHERE id = ?", at.Segment, at.Offset, w.own.owner); err != nil {
			return err
		}
		w.own.pos = at
		return nil
	}})
}

// removeDrained removes the segments of this store's journal that are completely drained.
func (w *writer) removeDrained() {
	o := &w.store.owner
	for ; o.first < w.own.pos.Segment; o.first++ {
		if err := journal.Remove(o.base, o.first, o.first+1); err != nil {
			w.store.opts.Logger.Warn("could not remove drained parts of the journal", "err", err)
			return
		}
	}
}

// shrinkSome gives free pages back to the file system, and reports whether there are more.
func (w *writer) shrinkSome() (more bool, err error) {
	err = w.runJob(&job{run: func(w *writer) error {
		_, err := w.conn.Exec("PRAGMA incremental_vacuum(500)")
		return err
	}})
	if err != nil {
		return false, err
	}
	mode, err := w.conn.Number("PRAGMA auto_vacuum")
	if err != nil || mode != 2 {
		return false, err
	}
	n, err := w.conn.Number("PRAGMA freelist_count")
	return n > 0, err
}

// checkpoint copies the log into the file and empties it, so that what was removed is gone from the disk. It
// reports false if it failed or a reader uses the log.
func (w *writer) checkpoint() bool {
	busy, err := w.conn.Number("PRAGMA wal_checkpoint(PASSIVE)")
	if err == nil && busy == 0 {
		busy, err = w.conn.Number("PRAGMA wal_checkpoint(TRUNCATE)")
	}
	if err != nil {
		w.store.opts.Logger.Debug("could not checkpoint the log", "err", err)
	}
	return err == nil && busy == 0
}
