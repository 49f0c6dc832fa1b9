package recorder

import (
	"context"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/wire"
)

// labels reads what was recorded and writes down what it means. It reads the
// record, not the traffic: its memory is bounded whatever passes, what it sees
// is redacted, and it is late under load rather than in the way.
type labels struct {
	store *Store
	wake  chan struct{} // capacity 1
	done  chan struct{}

	mu       sync.Mutex
	waiting  []int64 // exchanges with news, oldest first
	listed   map[int64]bool
	draining time.Time // when to give up; zero while the store is open

	read sync.Mutex // one exchange is read at a time
	open map[int64]*reading
}

// roundSize is how many exchanges are labelled in one transaction.
const roundSize = 64

func newLabels(s *Store) *labels {
	return &labels{store: s, wake: make(chan struct{}, 1), done: make(chan struct{}),
		listed: map[int64]bool{}, open: map[int64]*reading{}}
}

// news tells the labels that a row changed.
func (s *Store) news(r *row) {
	if s.labels == nil || r.x.RequestDone.IsZero() && r.x.Ended.IsZero() {
		return
	}
	s.labels.add(r.seq)
}

func (l *labels) add(seq int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.listed[seq] {
		return
	}
	l.listed[seq] = true
	l.waiting = append(l.waiting, seq)
	l.poke()
}

func (l *labels) poke() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// take returns the next exchanges to look at.
func (l *labels) take() []int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := min(len(l.waiting), roundSize)
	out := append([]int64(nil), l.waiting[:n]...)
	l.waiting = l.waiting[n:]
	for _, seq := range out {
		delete(l.listed, seq)
	}
	if len(l.waiting) == 0 {
		l.waiting, l.listed = nil, map[int64]bool{}
	}
	return out
}

// run labels until the store closes.
func (l *labels) run(ctx context.Context) {
	defer close(l.done)
	l.resume(ctx)
	for {
		seqs := l.take()
		until := l.deadline()
		switch {
		case !until.IsZero() && (len(seqs) == 0 || time.Now().After(until)):
			return
		case len(seqs) > 0:
			l.round(ctx, seqs)
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-l.wake:
		}
	}
}

func (l *labels) deadline() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.draining
}

// drain labels what is left for a moment and ends the goroutine. What does not
// fit is labelled after the next Open.
func (l *labels) drain(atMost time.Duration) {
	if l == nil {
		return
	}
	l.mu.Lock()
	l.draining = time.Now().Add(atMost)
	l.poke()
	l.mu.Unlock()
	<-l.done
}

// resume takes up what earlier runs left without labels.
func (l *labels) resume(ctx context.Context) {
	rows, err := l.store.readers.QueryContext(ctx, `SELECT e.seq FROM unlabelled u JOIN exchanges e ON e.seq = u.seq
		WHERE e.outcome <> '' AND e.session IN (SELECT n FROM sessions WHERE ended <> 0)`)
	if err != nil {
		l.store.opts.Logger.Error("unlabelled exchanges not looked up", "err", err)
		return
	}
	defer rows.Close()
	for rows.Next() {
		var seq int64
		if rows.Scan(&seq) == nil {
			l.add(seq)
		}
	}
}

// round labels some exchanges and, while traffic is heavy, rests for longer
// than it worked: the cores belong to the traffic.
func (l *labels) round(ctx context.Context, seqs []int64) {
	began, before := time.Now(), l.store.queue.position()
	var out []finding
	for _, seq := range seqs {
		f, more, err := l.look(ctx, seq)
		if err != nil {
			if ctx.Err() == nil {
				l.store.opts.Logger.Error("exchange not labelled", "seq", seq, "err", err)
			}
			continue
		}
		if more {
			l.add(seq)
		}
		if f != nil {
			out = append(out, *f)
		}
	}
	if err := l.write(ctx, out); err != nil {
		l.later(ctx, seqs)
		return
	}
	worked := time.Since(began)
	if passed := l.store.queue.position() - before; passed > busy(worked) {
		l.rest(ctx, min(4*worked, 200*time.Millisecond))
	}
}

// busy is how many queued ops in a time mean heavy traffic.
func busy(d time.Duration) int64 { return 8 + int64(d/time.Millisecond) }

// later puts exchanges back whose labels could not be written. They are read
// from the start again.
func (l *labels) later(ctx context.Context, seqs []int64) {
	for _, seq := range seqs {
		l.read.Lock()
		delete(l.open, seq)
		l.read.Unlock()
		l.add(seq)
	}
	l.rest(ctx, retry)
}

func (l *labels) rest(ctx context.Context, d time.Duration) {
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

// look reads on in one exchange.
func (l *labels) look(ctx context.Context, seq int64) (f *finding, more bool, err error) {
	l.read.Lock()
	defer l.read.Unlock()
	r := l.open[seq]
	if r == nil {
		r = &reading{store: l.store, seq: seq}
		l.open[seq] = r
	}
	more, err = r.advance(ctx, time.Now().Add(slice))
	if err != nil || r.final {
		delete(l.open, seq)
	}
	if err != nil {
		return nil, false, err
	}
	return r.finding(), more, nil
}

// finding is what is to be written down about an exchange.
type finding struct {
	seq    int64
	labels wire.Labels
	final  bool
	words  string // what is searched; "" leaves it as it is
}
