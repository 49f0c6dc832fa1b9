package recorder

import (
	"context"
	"errors"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// maxMoves limits how often advance starts over because another process drained the piece first.
const maxMoves = 100

// advance drains the next piece of a journal and returns its size, 0 if there was none.
func (w *writer) advance(ctx context.Context, s *journalSource, limit int) (n int64, err error) {
	for range maxMoves {
		b, err := w.readBatch(ctx, s, limit)
		if err != nil || b == nil {
			return 0, err
		}
		err = w.drain(s, b)
		if errors.Is(err, errMoved) {
			at, err := w.position(s.owner)
			if err != nil {
				return 0, err
			}
			s.reset(at)
			if w.store.relabel != nil {
				w.store.relabel.requestRescan() // labels what another process drained
			}
			continue
		}
		if err != nil {
			return 0, err
		}
		if s == w.own {
			w.removeDrained()
		}
		w.queueLabels(b)
		return max(b.bytes, 1), w.writeLateFindings()
	}
	return 0, errMoved
}

// skipDamaged skips unreadable bytes of a journal. What was lost becomes a gap of the session, because
// its exchange is not known.
func (w *writer) skipDamaged(s *journalSource) error {
	to, lost, ok, err := s.reader.Skip(s.pos)
	if err != nil {
		return err
	}
	if ok && s == w.own {
		lost = max(lost, w.store.journal.Offset(to)-w.store.journal.Offset(s.pos))
	}
	if !ok || lost > 0 {
		w.store.opts.Logger.Error("a part of the journal cannot be read; its content is lost", "journal", s.owner, "segment", s.pos.Segment, "bytes", lost)
	}
	if !ok {
		return fmt.Errorf("drain the journal: %w", entry.ErrDamaged)
	}
	now := w.store.opts.Now()
	err = w.runJob(&job{run: func(w *writer) error {
		if err := w.checkPosition(s); err != nil {
			return err
		}
		n, err := w.sessionFor(s, 0)
		if err != nil {
			return err
		}
		if lost == 0 { // nothing was there
			return w.setPosition(s, to)
		}
		g := rowGap{session: n, Gap: wire.Gap{Bytes: lost, From: now, To: now, Cause: wire.GapDamaged, Problem: "A part of the journal beside the record was damaged before it was added to the record."}}
		if err := w.putGap(s, &g); err != nil {
			return err
		}
		return w.setPosition(s, to)
	}})
	if err == nil {
		s.reset(to)
	}
	return err
}

// queueLabels queues the exchanges that must be labelled from the file.
func (w *writer) queueLabels(b *batch) {
	for _, r := range b.rows {
		if w.store.relabel != nil && r.stored && !r.rejected && !r.final && r.reading == nil && !r.x.Ended.IsZero() {
			w.store.relabel.add(r.seq)
		}
	}
}

// nextJob runs the next job. Unless the job skips the journal, it first drains what was committed before.
func (w *writer) nextJob() {
	w.mu.Lock()
	j := w.jobs[0]
	w.jobs = w.jobs[1:]
	w.mu.Unlock()
	if !j.state.CompareAndSwap(jobQueued, jobRunning) {
		return
	}
	var err error
	if !j.skipsJournal {
		err = w.drainAll(j.ctx)
	}
	if err == nil {
		err = w.runJob(j)
	}
	j.done <- database.ExplainSQLite("write "+w.store.path(), err)
	w.store.changes.notify()
}

// drainAll drains this store's journal up to what is written now.
func (w *writer) drainAll(ctx context.Context) error {
	if w.own == nil {
		return nil
	}
	for upto := w.store.journal.WrittenEnd(); w.store.journal.Offset(w.own.pos) < upto; {
		n, err := w.advance(ctx, w.own, batchBytes)
		if err == nil && n == 0 && w.store.journal.Offset(w.own.pos) < upto {
			err = w.skipDamaged(w.own)
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			w.store.health.file(w.store, err)
			return err
		}
	}
	w.store.health.file(w.store, nil)
	w.progress()
	return nil
}
