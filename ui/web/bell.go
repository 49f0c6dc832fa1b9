package web

import (
	"sync"
)

// Bell wakes every live page after an action that is not on record: a rename,
// a pause. Like the record's bell each watcher has room for one ring.
type Bell struct {
	mu       sync.Mutex
	watchers map[chan struct{}]bool
}

func newBell() *Bell { return &Bell{watchers: map[chan struct{}]bool{}} }

func (b *Bell) Ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for c := range b.watchers {
		select {
		case c <- struct{}{}:
		default: // it has not looked since the last ring
		}
	}
}

func (b *Bell) watch() (rings <-chan struct{}, stop func()) {
	c := make(chan struct{}, 1)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.watchers[c] = true
	return c, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.watchers, c)
	}
}
