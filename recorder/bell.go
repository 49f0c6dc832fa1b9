package recorder

import "sync"

// bells are the watchers of a store. Each is a channel of capacity 1: a watcher
// that is busy misses rings, not news, because it reads the store again.
type bells struct {
	mu  sync.Mutex
	all map[chan struct{}]bool
}

// Watch returns a bell that rings after every commit, of this program or
// another, and what stops it.
func (s *Store) Watch() (bell <-chan struct{}, stop func()) {
	c := make(chan struct{}, 1)
	s.bells.mu.Lock()
	defer s.bells.mu.Unlock()
	if s.bells.all == nil {
		s.bells.all = map[chan struct{}]bool{}
	}
	s.bells.all[c] = true
	return c, func() {
		s.bells.mu.Lock()
		defer s.bells.mu.Unlock()
		delete(s.bells.all, c)
	}
}

func (b *bells) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for c := range b.all {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}
