package recorder

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// relabeller labels from the file what was not labelled while it was drained: exchanges with long bodies,
// and those that another process drained or left open.
type relabeller struct {
	store *Store
	wake  chan struct{} // capacity 1
	done  chan struct{}

	mu       sync.Mutex
	waiting  []int64 // seqs, oldest first
	listed   map[int64]bool
	rescan   bool      // the file may have unlabelled exchanges that are not in waiting
	draining time.Time // when drain makes run return; zero before drain
}

const relabelBatch = 64

func newRelabeller(s *Store) *relabeller {
	return &relabeller{store: s, wake: make(chan struct{}, 1), done: make(chan struct{}), listed: map[int64]bool{}}
}

func (l *relabeller) add(seq int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.listed[seq] {
		l.listed[seq] = true
		l.waiting = append(l.waiting, seq)
		l.poke()
	}
}

// requestRescan makes run search the file for unlabelled exchanges, such as those that another process
// drained.
func (l *relabeller) requestRescan() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rescan = true
	l.poke()
}

func (l *relabeller) takeRescan() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	was := l.rescan
	l.rescan = false
	return was
}

func (l *relabeller) poke() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

func (l *relabeller) take() []int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := min(len(l.waiting), relabelBatch)
	out := l.waiting[:n:n]
	if l.waiting = l.waiting[n:]; len(l.waiting) == 0 {
		l.waiting = nil
	}
	for _, seq := range out {
		delete(l.listed, seq)
	}
	return out
}

// run labels exchanges until the store closes.
func (l *relabeller) run(ctx context.Context) {
	defer close(l.done)
	l.resume(ctx)
	for {
		until := l.deadline()
		if l.takeRescan() && until.IsZero() {
			l.resume(ctx)
		}
		seqs := l.take()
		switch {
		case !until.IsZero() && (len(seqs) == 0 || time.Now().After(until)):
			return
		case len(seqs) > 0:
			l.round(ctx, until, seqs)
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-l.wake:
		}
	}
}

func (l *relabeller) deadline() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.draining
}

// drain labels what is left, for at most atMost, and waits for run to return. The next Open labels the rest.
func (l *relabeller) drain(atMost time.Duration) {
	if l == nil {
		return
	}
	l.mu.Lock()
	l.draining = time.Now().Add(atMost)
	l.poke()
	l.mu.Unlock()
	<-l.done
}

// resume queues the unlabelled exchanges of this process's sessions, and of those whose process has ended.
func (l *relabeller) resume(ctx context.Context) {
	alive := map[string]bool{"": false, l.store.owner.id: false}
	err := database.EachRow(l.store.readers.QueryContext(ctx, database.Query("labels_pending")))(func(rows *sql.Rows) error {
		var seq int64
		var owner *string
		if err := rows.Scan(&seq, &owner); err != nil {
			return err
		}
		if owner != nil {
			if _, known := alive[*owner]; !known {
				alive[*owner] = l.store.alive(*owner)
			}
			if alive[*owner] {
				return nil
			}
		}
		l.add(seq)
		return nil
	})
	if err != nil {
		l.store.opts.Logger.Error("could not look for exchanges without labels", "err", err)
	}
}

// round labels some exchanges. While traffic is heavy, it then rests for a moment.
func (l *relabeller) round(ctx context.Context, until time.Time, seqs []int64) {
	began := time.Now()
	if !until.IsZero() {
		var done context.CancelFunc
		ctx, done = context.WithDeadline(ctx, until)
		defer done()
	}
	if err := l.store.label(ctx, seqs); err != nil {
		if ctx.Err() == nil && !errors.Is(err, ErrClosed) {
			l.store.opts.Logger.Error("exchanges not labelled yet", "err", err)
		}
		for _, seq := range seqs {
			l.add(seq)
		}
		l.rest(ctx, backoff)
		return
	}
	if l.store.undrainedBytes() > batchBytes {
		l.rest(ctx, min(4*time.Since(began), 200*time.Millisecond))
	}
}

func (l *relabeller) rest(ctx context.Context, d time.Duration) {
	if !l.deadline().IsZero() {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// undrainedBytes returns how many bytes of the journal are not in the file yet.
func (s *Store) undrainedBytes() int64 {
	if s.journal == nil {
		return 0
	}
	s.writer.mu.Lock()
	defer s.writer.mu.Unlock()
	return s.journal.WrittenEnd() - s.writer.drained
}

type labelUpdate struct {
	seq    int64
	labels wire.Labels
	found  []wire.Finding
	final  bool
}

// label labels exchanges from the file.
func (s *Store) label(ctx context.Context, seqs []int64) error {
	var list []labelUpdate
	began := time.Now()
	for _, seq := range seqs {
		one, err := s.labelOne(ctx, seq)
		if err != nil {
			return err
		}
		if one != nil {
			list = append(list, *one)
		}
		if time.Since(began) > time.Second { // write about once a second, so that finished labels do not wait for slow ones
			if err := s.writeLabels(ctx, list); err != nil {
				return err
			}
			began, list = time.Now(), list[:0]
		}
	}
	return s.writeLabels(ctx, list)
}

func (s *Store) labelOne(ctx context.Context, seq int64) (*labelUpdate, error) {
	list, err := s.exchanges(ctx, nil, []int64{seq})
	if err != nil || len(list) == 0 { // removed meanwhile
		return nil, err
	}
	x := &list[0]
	r := newLabelReading(s, x)
	r.limit = 0
	err = r.readAll(!x.Ended.IsZero(), func(side wire.Side, take func(at int64, data []byte)) error {
		return s.chunks(ctx, seq, side, 0, func(c wire.Chunk) bool {
			take(entry.Nanos(c.At), c.Data)
			return ctx.Err() == nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read exchange %s to label it: %w", x.ID, err)
	}
	return &labelUpdate{seq, r.labels, r.found, r.final}, ctx.Err()
}

// writeLabels stores labels in short transactions.
func (s *Store) writeLabels(ctx context.Context, list []labelUpdate) error {
	for len(list) > 0 {
		n := 0
		err := s.doUnordered(ctx, func(w *writer) error {
			until := time.Now().Add(removalSlice)
			for n = 0; n < len(list); n++ {
				if n%8 == 7 && time.Now().After(until) {
					break
				}
				if err := w.writeLabel(&list[n]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		list = list[n:]
	}
	return s.flushLateFindings(ctx)
}

// writeLabel writes an exchange's labels, unless it was removed.
func (w *writer) writeLabel(l *labelUpdate) error {
	session, err := w.conn.Number("SELECT session FROM exchanges WHERE seq = ?", l.seq)
	if err != nil || session == 0 {
		return err
	}
	w.version++
	if err := writeLabels(w.conn, w.version, l.seq, &l.labels); err != nil {
		return err
	}
	if err := writeFindings(w.conn, l.seq, session, l.found); err != nil || !l.final {
		return err
	}
	if _, err := w.conn.Exec("DELETE FROM unlabelled WHERE seq = ?", l.seq); err != nil {
		return err
	}
	_, err = w.conn.Exec("INSERT OR IGNORE INTO unindexed (seq) VALUES (?)", l.seq)
	return err
}
