package replay

import (
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// ids maps recorded ids to those of the new conversation. It is safe for concurrent use.
type ids struct {
	mu       sync.Mutex
	newByOld map[string]string
}

func newIDs() *ids { return &ids{newByOld: map[string]string{}} }

func (m *ids) get(old string) (string, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	to, ok := m.newByOld[old]
	return to, ok
}

// translate returns the new id, or the old one if there is none.
func (m *ids) translate(old string) string {
	if to, ok := m.get(old); ok {
		return to
	}
	return old
}

// ensureID returns the new id for something that the client names, and creates one if necessary.
func (m *ids) ensureID(old string) string {
	m.bind(old, wire.NewID())
	to, _ := m.get(old)
	return to
}

// bind maps an old id to a new one, unless it is already mapped.
func (m *ids) bind(old, to string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.newByOld[old]; !ok && old != "" && to != "" {
		m.newByOld[old] = to
	}
}

// bindAnswer maps the ids that the recorded response assigned to those in the new one.
func (m *ids) bindAnswer(s *step, r *a2a.Result) {
	if r == nil {
		return
	}
	switch {
	case s.Op == a2a.ListTasks:
		m.bind(s.next, r.Next)
	case r.Task != nil:
		m.bind(s.task, r.Task.ID)
		m.bind(s.context, r.Task.ContextID)
	case r.Status != nil:
		m.bind(s.task, r.Status.TaskID)
		m.bind(s.context, r.Status.ContextID)
	case r.Artifact != nil:
		m.bind(s.task, r.Artifact.TaskID)
		m.bind(s.context, r.Artifact.ContextID)
	case r.Message != nil:
		m.bind(s.task, r.Message.TaskID)
		m.bind(s.context, r.Message.ContextID)
	case r.Push != nil:
		m.bind(s.pushID, r.Push.ID)
	case r.Pushes != nil:
		m.bind(s.next, r.Next)
	}
}
