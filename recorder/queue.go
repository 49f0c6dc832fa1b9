package recorder

import (
	"context"
	"sync"
)

// queueLimit bounds the memory of what waits for the writer.
const queueLimit = 32 << 20

// A batch, and with it a transaction, is at most this much.
const (
	batchOps   = 2000
	batchBytes = 8 << 20
)

// queue is what waits for the writer. Positions count ops from 1.
type queue struct {
	mu        sync.Mutex
	ops       []op
	bytes     int64
	tail      int64 // position of the last op queued
	committed int64 // position up to which ops are on disk, or given up
	waiters   []waiter
	trouble   error // why the writer cannot write, nil when it can
	closed    bool
	room      sync.Cond // signalled when bytes fall or trouble begins

	wake chan struct{} // capacity 1
}

type waiter struct {
	upto int64
	done chan error
}

func newQueue() *queue {
	q := &queue{wake: make(chan struct{}, 1)}
	q.room.L = &q.mu
	return q
}

// add queues ops, so that the writer sees all of them or none, and returns the
// position of the last. While the writer works but is slower than the traffic,
// add waits for room. While it cannot write, add refuses what does not fit.
// admit is told of each op whether there is room, and says whether to queue it;
// nil takes what fits.
func (q *queue) add(ops []op, admit func(o *op, room bool) bool) (last int64, queued bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i := range ops {
		o := &ops[i]
		w := o.weight()
		for q.bytes+w > queueLimit && len(q.ops) > 0 && q.trouble == nil && !q.closed {
			q.room.Wait()
		}
		room := !q.closed && (q.trouble == nil || q.bytes+w <= o.kind.allowance())
		if admit != nil {
			room = admit(o, room)
		}
		if !room {
			continue
		}
		q.ops = append(q.ops, *o)
		q.bytes += o.weight()
		q.tail++
		last, queued = q.tail, true
	}
	if queued {
		q.poke()
	}
	return last, queued
}

// allowance is how full the queue may be for an op while the writer cannot
// write. What closes an exchange is small and worth more than further bytes.
func (k opKind) allowance() int64 {
	if k == opBegin || k == opChunk {
		return queueLimit
	}
	return 2 * queueLimit
}

func (q *queue) poke() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// wait returns when everything up to a position is on disk, or cannot be.
func (q *queue) wait(ctx context.Context, upto int64) error {
	q.mu.Lock()
	if upto <= q.committed {
		q.mu.Unlock()
		return nil
	}
	if q.trouble != nil {
		defer q.mu.Unlock()
		return q.trouble
	}
	done := make(chan error, 1)
	q.waiters = append(q.waiters, waiter{upto, done})
	q.mu.Unlock()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// next copies the ops of the next batch into buf. They stay queued until
// settled.
func (q *queue) next(buf []op) []op {
	q.mu.Lock()
	defer q.mu.Unlock()
	var bytes int64
	for i := range q.ops {
		if bytes += q.ops[i].weight(); i > 0 && (i >= batchOps || bytes > batchBytes) {
			return append(buf, q.ops[:i]...)
		}
	}
	return append(buf, q.ops...)
}

// settled says that the first n ops are on disk, and wakes who waits for them.
func (q *queue) settled(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i := range q.ops[:n] {
		q.bytes -= q.ops[i].weight()
	}
	rest := copy(q.ops, q.ops[n:])
	clear(q.ops[rest:])
	q.ops = q.ops[:rest]
	if rest == 0 && cap(q.ops) > 4*batchOps {
		q.ops = nil
	}
	q.committed += int64(n)
	left := q.waiters[:0]
	for _, w := range q.waiters {
		if w.upto <= q.committed {
			w.done <- nil
		} else {
			left = append(left, w)
		}
	}
	clear(q.waiters[len(left):])
	q.waiters = left
	q.room.Broadcast()
}

// failed says that the writer cannot write. Nobody waits any more.
func (q *queue) failed(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.trouble = err
	for _, w := range q.waiters {
		w.done <- err
	}
	clear(q.waiters)
	q.waiters = q.waiters[:0]
	q.room.Broadcast()
}

// recovered says that the writer can write, and reports whether that is news.
func (q *queue) recovered() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	was := q.trouble != nil
	q.trouble = nil
	return was
}

// shut refuses further ops and reports how many are left.
func (q *queue) shut() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.room.Broadcast()
	q.poke()
}

func (q *queue) len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.ops)
}

// position is up to where the queue is on disk, last where it ends.
func (q *queue) position() int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.committed
}

func (q *queue) last() int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.tail
}

func (q *queue) health() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.trouble
}
