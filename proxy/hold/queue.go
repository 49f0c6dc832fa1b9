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
	return &Queue{items: map[string]*waitingItem{}, watchers: map[chan struct{}]bool{}}
}

// Queue is what is held. It is a wire.Holder, and what pages need to let things go. Safe
// for concurrent use.
type Queue struct {
	mu       sync.Mutex
	items    map[string]*waitingItem
	count    int64 // of what was ever held
	watchers map[chan struct{}]bool
}

// waitingItem is an item with the one that waits for it.
type waitingItem struct {
	wire.HeldItem
	n       int64             // order of arrival
	decided chan wire.Release // of capacity 1: who took the item out of the queue sends once
}

// Hold is of wire.Holder. Nothing of h is copied: its bytes are not to be changed.
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

// endWait takes out what nobody decided about. A decision that came first counts.
func (q *Queue) endWait(w *waitingItem, r wire.Release, err error) (wire.Release, error) {
	if q.remove(w.ID) == nil {
		return <-w.decided, nil
	}
	return r, err
}

// remove takes an item out of the queue, nil where it is gone.
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

// Items lists what waits, the oldest first.
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

// HeldOf lists what waits of an exchange, the oldest first.
func (q *Queue) HeldOf(exchange string) []wire.HeldItem {
	if exchange == "" {
		return nil // they are not recorded
	}
	return items(q.itemsOf(exchange))
}

// itemsOf lists what is held of an exchange, or of all where that is "".
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
	w := q.remove(id)
	if w != nil {
		w.decided <- r
	}
	return w != nil
}

// ReleaseAll lets go what is held now, or what is of one exchange where that is not "",
// the oldest first, and returns how much it was. how is Held or Dropped.
func (q *Queue) ReleaseAll(exchange string, how wire.PassageKind) (n int) {
	for _, w := range q.itemsOf(exchange) {
		if q.Release(w.ID, wire.Release{Kind: how, DecidedBy: "person"}) {
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
	q.watchers[c] = true
	return c, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		delete(q.watchers, c)
	}
}

// notify is called with the lock.
func (q *Queue) notify() {
	for c := range q.watchers {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}
