package agent

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// store keeps tasks in order of creation, within its limits.
type store struct {
	maxTasks  int
	maxMemory int64

	mu     sync.Mutex
	memory atomic.Int64 // approximate size of all tasks, in bytes
	tasks  map[string]*task
	order  []*task
}

func (s *store) get(id string) *task {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tasks[id]
}

// all returns the tasks, oldest first.
func (s *store) all() []*task {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.order)
}

// add stores a new task and returns it, or the one that already has its id. It returns an error if
// the store is full of working tasks.
func (s *store) add(t *task) (*task, *a2a.Error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.tasks[t.id]; old != nil {
		return old, nil
	}
	if !s.makeRoom() {
		return nil, newError(a2a.InternalError, "this agent keeps at most %d tasks, and all are working; wait until one ends, or cancel one", s.maxTasks)
	}
	t.total = &s.memory
	s.tasks[t.id] = t
	s.order = append(s.order, t)
	return t, nil
}

// makeRoom drops the oldest finished tasks, then the oldest interrupted ones, until there is room
// for another. It reports whether the number of tasks allows another.
func (s *store) makeRoom() bool {
	for _, idle := range []func(a2a.State) bool{a2a.State.Terminal, a2a.State.Interrupted} {
		kept := s.order[:0]
		for _, t := range s.order {
			full := len(s.tasks) >= s.maxTasks || s.memory.Load() >= s.maxMemory
			if full && idle(t.state()) {
				delete(s.tasks, t.id)
				t.release()
				continue
			}
			kept = append(kept, t)
		}
		clear(s.order[len(kept):])
		s.order = kept
	}
	return len(s.tasks) < s.maxTasks
}

// grow adds n bytes to the task's size; the caller must hold t.mu.
func (t *task) grow(n int64) {
	t.size += n
	if t.total != nil {
		t.total.Add(n)
	}
}

// release subtracts the task from the total. A finished task's remaining notifications are still
// delivered. It stops the hooks of an interrupted task, which would wait for ever.
func (t *task) release() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.status.State.Terminal() {
		for _, h := range t.hooks {
			h.stop()
		}
	}
	t.total.Add(-t.size)
	t.total = nil
}

func sizeOf(parts []a2a.Part) (n int64) {
	for i := range parts {
		p := &parts[i]
		n += 192 + int64(len(p.Text)+len(p.Bytes)+len(p.Encoded)+len(p.Data)+len(p.Raw)+len(p.Metadata))
	}
	return n
}

func (t *task) state() a2a.State {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.status.State
}
