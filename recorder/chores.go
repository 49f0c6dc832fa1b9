package recorder

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/recorder/journal"
)

// chores is what the writer does when nothing is due, a slice at a time.
type chores struct {
	quiet   time.Time // since when nothing was due
	settled int64     // drained position at which everything was done
	merge   bool      // the index of words has segments to merge
	scour   bool      // something was removed: merge all, and shrink the file
	folded  bool      // the log was folded in since
}

// Words wait until there are enough for one segment of the index, or until the
// traffic pauses.
const wordsPause = 300 * time.Millisecond

// next does one piece of work, and reports whether there was any.
func (c *chores) next(ctx context.Context, w *writer) bool {
	now := time.Now()
	w.mu.Lock()
	drained := w.drained
	w.mu.Unlock()
	if drained != c.settled || c.quiet.IsZero() {
		c.settled, c.quiet, c.folded = drained, now, false
	}
	if w.store.health.err() != nil {
		return false
	}
	paused := now.Sub(c.quiet) >= wordsPause
	if done, err := w.indexDue(paused); done || err != nil {
		c.merge = true
		return done
	}
	if !paused {
		return false
	}
	return c.tidy(w, now)
}

// indexDue indexes words when they are due.
func (w *writer) indexDue(paused bool) (done bool, err error) {
	few := int64(wordsAtOnce)
	if paused {
		few = 1
	}
	n, err := w.conn.number("SELECT count(*) FROM (SELECT 1 FROM unindexed LIMIT ?)", few)
	if err != nil || n < few {
		return false, err
	}
	err = w.work(&job{run: func(w *writer) error {
		_, err := w.indexSome(time.Now().Add(slice))
		return err
	}})
	return err == nil, err
}

// tidy merges, shrinks and folds, a step at a time.
func (c *chores) tidy(w *writer, now time.Time) bool {
	if c.merge || c.scour {
		more := false
		err := w.work(&job{run: func(w *writer) (err error) {
			more, err = w.mergeSome(c.scour)
			return err
		}})
		if err == nil && more {
			return true
		}
		c.merge = false
	}
	if c.scour {
		if more, err := w.shrinkSome(); err == nil && more {
			return true
		}
		c.scour = false
		w.checkpoint()
		return true
	}
	if w.own != nil && !c.folded && now.Sub(c.quiet) >= 2*time.Second {
		c.folded = true
		w.renew()
	}
	return false
}

// renew begins another file of the journal, when all of it is drained, so that
// nothing that is removed from the record stays in it.
func (w *writer) renew() {
	if w.store.journal.Turn() == nil {
		w.skip()
		w.tidy(w.own)
	}
}

// skip goes on to the journal's next file, when the current one is drained.
func (w *writer) skip() {
	_ = w.work(&job{run: func(w *writer) error {
		at := w.own.pos
		if w.own.batch != nil || at.Segment >= w.store.journal.Segment() || w.store.journal.Offset(at) < w.store.journal.Offset(journal.Position{Segment: at.Segment + 1}) {
			return nil
		}
		at = journal.Position{Segment: at.Segment + 1}
		if _, err := w.conn.exec("UPDATE owners SET segment = ?, pos = ? WHERE id = ?", at.Segment, at.Offset, w.own.owner); err != nil {
			return err
		}
		w.own.pos = at
		return nil
	}})
}

// tidy removes the files of a journal that are wholly drained.
func (w *writer) tidy(s *source) {
	for ; w.store.owner.first < s.pos.Segment; w.store.owner.first++ {
		if err := journal.Remove(w.store.owner.base, w.store.owner.first, w.store.owner.first+1); err != nil {
			w.store.opts.Logger.Warn("journal not tidied up", "err", err)
			return
		}
	}
}

// shrinkSome gives free pages of the file back, and reports whether there are
// more.
func (w *writer) shrinkSome() (more bool, err error) {
	err = w.work(&job{run: func(w *writer) error {
		_, err := w.conn.exec("PRAGMA incremental_vacuum(500)")
		return err
	}})
	if err != nil {
		return false, err
	}
	mode, err := w.conn.number("PRAGMA auto_vacuum")
	if err != nil || mode != 2 {
		return false, err
	}
	n, err := w.conn.number("PRAGMA freelist_count")
	return n > 0, err
}

// checkpoint folds the log into the file and empties it: what was removed is gone
// from the disk then.
func (w *writer) checkpoint() {
	if _, err := w.conn.number("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		w.store.opts.Logger.Debug("log not folded in", "err", err)
	}
}
