// Package hold keeps what rules hold until somebody lets it go, its time is over, or the
// exchange ends.
//
//	q := hold.New()
//	release, err := q.Hold(ctx, item)       // a fault waits here
//	q.Release(id, wire.Release{How: wire.Held, By: "person"})
package hold

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// New returns an empty queue.
func New() *Queue {
	return &Queue{items: map[string]*waiting{}, bells: map[chan struct{}]bool{}}
}

// Queue is what is held. It is a wire.Holder, and what pages need to let things go. Safe
// for concurrent use.
type Queue struct {
	mu    sync.Mutex
	items map[string]*waiting
	count int64 // of what was ever held
	bells map[chan struct{}]bool
}

// waiting is an item with the one that waits for it.
type waiting struct {
	wire.HeldItem
	n       int64             // order of arrival
	decided chan wire.Release // of capacity 1: who took the item out of the queue sends once
}

// Hold is of wire.Holder. Nothing of h is copied: its bytes are not to be changed.
func (q *Queue) Hold(ctx context.Context, h wire.HeldItem) (wire.Release, error) {
	h.ID, h.Since = wire.NewID(), time.Now()
	w := &waiting{HeldItem: h, decided: make(chan wire.Release, 1)}
	q.put(w)
	var over <-chan time.Time
	if !h.Until.IsZero() {
		t := time.NewTimer(time.Until(h.Until))
		defer t.Stop()
		over = t.C
	}
	select {
	case r := <-w.decided:
		return r, nil
	case <-over:
		return q.ended(w, wire.Release{How: h.Then, By: "timeout"}, nil)
	case <-ctx.Done():
		return q.ended(w, wire.Release{}, ctx.Err())
	}
}

func (q *Queue) put(w *waiting) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.count++
	w.n = q.count
	q.items[w.ID] = w
	q.ring()
}

// ended takes out what nobody decided about. A decision that came first counts.
func (q *Queue) ended(w *waiting, r wire.Release, err error) (wire.Release, error) {
	if q.take(w.ID) == nil {
		return <-w.decided, nil
	}
	return r, err
}

// take takes an item out of the queue, nil where it is gone.
func (q *Queue) take(id string) *waiting {
	q.mu.Lock()
	defer q.mu.Unlock()
	w := q.items[id]
	if w != nil {
		delete(q.items, id)
		q.ring()
	}
	return w
}

// Items lists what waits, the oldest first.
func (q *Queue) Items() []wire.HeldItem {
	return items(q.waiting(""))
}

func items(all []*waiting) []wire.HeldItem {
	list := make([]wire.HeldItem, len(all))
	for i, w := range all {
		list[i] = w.HeldItem
	}
	return list
}

// HeldOf lists what waits of an exchange, the oldest first.
func (q *Queue) HeldOf(exchange string) []wire.HeldItem {
	if exchange == "" {
		return nil // they are not recorded
	}
	return items(q.waiting(exchange))
}

// waiting lists what is held of an exchange, or of all where that is "".
func (q *Queue) waiting(exchange string) (all []*waiting) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, w := range q.items {
		if exchange == "" || w.Exchange == exchange {
			all = append(all, w)
		}
	}
	slices.SortFunc(all, func(a, b *waiting) int { return int(a.n - b.n) })
	return all
}

// HeldItem is the item of an id, false where it is gone.
func (q *Queue) HeldItem(id string) (wire.HeldItem, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	w := q.items[id]
	if w == nil {
		return wire.HeldItem{}, false
	}
	return w.HeldItem, true
}

// Release lets an item go as r says, false where it is gone already.
func (q *Queue) Release(id string, r wire.Release) bool {
	w := q.take(id)
	if w != nil {
		w.decided <- r
	}
	return w != nil
}

// ReleaseAll lets go what is held now, or what is of one exchange where that is not "",
// the oldest first, and returns how much it was. how is Held or Dropped.
func (q *Queue) ReleaseAll(exchange string, how wire.Passed) (n int) {
	for _, w := range q.waiting(exchange) {
		if q.Release(w.ID, wire.Release{How: how, By: "person"}) {
			n++
		}
	}
	return n
}

// WatchHeld returns a bell that rings when something is held or let go. stop takes it back.
func (q *Queue) WatchHeld() (bell <-chan struct{}, stop func()) {
	c := make(chan struct{}, 1)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.bells[c] = true
	return c, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		delete(q.bells, c)
	}
}

// ring is called with the lock.
func (q *Queue) ring() {
	for c := range q.bells {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}
