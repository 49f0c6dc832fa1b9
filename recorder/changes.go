package recorder

import (
	"sync"
)

// changes notifies watchers. Each watcher is a channel of capacity 1. A busy watcher may miss a notice but no
// change, because it reads the store again.
type changes struct {
	mu  sync.Mutex
	all map[chan struct{}]bool
}

// Watch returns a channel that receives after every change of the record, by this program or another, until
// stop is called.
func (s *Store) Watch() (changed <-chan struct{}, stop func()) {
	c := make(chan struct{}, 1)
	s.changes.mu.Lock()
	defer s.changes.mu.Unlock()
	if s.changes.all == nil {
		s.changes.all = map[chan struct{}]bool{}
	}
	s.changes.all[c] = true
	return c, func() {
		s.changes.mu.Lock()
		defer s.changes.mu.Unlock()
		delete(s.changes.all, c)
	}
}

func (c *changes) watched() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.all) > 0
}

func (c *changes) notify() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for w := range c.all {
		select {
		case w <- struct{}{}:
		default:
		}
	}
}
