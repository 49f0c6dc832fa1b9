// Package hold keeps what rules hold until a person releases it, its deadline passes, or the
// exchange ends.
//
//	q := hold.New()
//	release, err := q.Hold(ctx, item)       // a fault waits here
//	q.Release(id, wire.Release{Kind: wire.PassageHeld, DecidedBy: "person"})
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
	return &Queue{items: map[string]*waitingItem{}, watchers: map[chan struct{}]bool{}}
}

// Queue holds items. It is a wire.Holder, and lets pages list and release items. Safe for concurrent use.
type Queue struct {
	mu       sync.Mutex
	items    map[string]*waitingItem
	count    int64 // number of items ever held
	watchers map[chan struct{}]bool
}

type waitingItem struct {
	wire.HeldItem
	n       int64             // order of arrival
	decided chan wire.Release // capacity 1: Release sends at most once
}

// Hold implements wire.Holder. It does not copy h, so the caller must not change its bytes.
func (q *Queue) Hold(ctx context.Context, h wire.HeldItem) (wire.Release, error) {
	h.ID, h.HeldAt = wire.NewID(), time.Now()
	w := &waitingItem{HeldItem: h, decided: make(chan wire.Release, 1)}
	q.put(w)
	var over <-chan time.Time
	if !h.Deadline.IsZero() {
		t := time.NewTimer(time.Until(h.Deadline))
		defer t.Stop()
		over = t.C
	}
	select {
	case r := <-w.decided:
		return r, nil
	case <-over:
		return q.endWait(w, wire.Release{Kind: h.OnTimeout, DecidedBy: "timeout"}, nil)
	case <-ctx.Done():
		return q.endWait(w, wire.Release{}, ctx.Err())
	}
}

func (q *Queue) put(w *waitingItem) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.count++
	w.n = q.count
	q.items[w.ID] = w
	q.notify()
}

// endWait removes an item without a decision. A decision that was made before counts.
func (q *Queue) endWait(w *waitingItem, r wire.Release, err error) (wire.Release, error) {
	if q.remove(w.ID) == nil {
		return <-w.decided, nil
	}
	return r, err
}

// remove takes an item out of the queue; it returns nil if the item no longer waits.
func (q *Queue) remove(id string) *waitingItem {
	q.mu.Lock()
	defer q.mu.Unlock()
	w := q.items[id]
	if w != nil {
		delete(q.items, id)
		q.notify()
	}
	return w
}

// Items lists all waiting items, oldest first.
func (q *Queue) Items() []wire.HeldItem {
	return items(q.itemsOf(""))
}

func items(all []*waitingItem) []wire.HeldItem {
	list := make([]wire.HeldItem, len(all))
	for i, w := range all {
		list[i] = w.HeldItem
	}
	return list
}

// HeldOf lists the waiting items of an exchange, oldest first.
func (q *Queue) HeldOf(exchange string) []wire.HeldItem {
	if exchange == "" {
		return nil // not recorded
	}
	return items(q.itemsOf(exchange))
}

// itemsOf lists the waiting items of an exchange, or all for "".
func (q *Queue) itemsOf(exchange string) (all []*waitingItem) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, w := range q.items {
		if exchange == "" || w.Exchange == exchange {
			all = append(all, w)
		}
	}
	slices.SortFunc(all, func(a, b *waitingItem) int { return int(a.n - b.n) })
	return all
}

// HeldItem returns a waiting item; ok is false if it no longer waits.
func (q *Queue) HeldItem(id string) (wire.HeldItem, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	w := q.items[id]
	if w == nil {
		return wire.HeldItem{}, false
	}
	return w.HeldItem, true
}

// Release releases an item according to r. It returns false if the item no longer waits.
func (q *Queue) Release(id string, r wire.Release) bool {
	w := q.remove(id)
	if w != nil {
		w.decided <- r
	}
	return w != nil
}

// ReleaseAll releases what is held now, of one exchange if that is not "", oldest first, and
// returns the number of items. The parameter how is PassageHeld or PassageDropped.
func (q *Queue) ReleaseAll(exchange string, how wire.PassageKind) (n int) {
	for _, w := range q.itemsOf(exchange) {
		if q.Release(w.ID, wire.Release{Kind: how, DecidedBy: "person"}) {
			n++
		}
	}
	return n
}

// WatchHeld returns a channel that signals when something is held or released. stop ends the signals.
func (q *Queue) WatchHeld() (bell <-chan struct{}, stop func()) {
	c := make(chan struct{}, 1)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.watchers[c] = true
	return c, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		delete(q.watchers, c)
	}
}

// notify signals the watchers. The lock is held.
func (q *Queue) notify() {
	for c := range q.watchers {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}
