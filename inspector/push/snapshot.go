package push

import "github.com/a2a-console/a2a-console/internal/a2a"

// snapshot identifies a moment of a task: its state, and how many parts its artifacts
// have.
type snapshot struct {
	state a2a.State
	parts int
}

// taskTracker follows a task through its events.
type taskTracker struct {
	now   snapshot
	parts map[string]int // by artifact
}

// after is the task's shape after one more event.
func (s *taskTracker) after(r *a2a.Result) snapshot {
	switch {
	case r.Task != nil:
		s.now = snapshot{state: r.Task.Status.State}
		s.parts = map[string]int{}
		for _, a := range r.Task.Artifacts {
			s.put(a.ID, len(a.Parts))
		}
	case r.Status != nil:
		s.now.state = r.Status.Status.State
	case r.Artifact != nil:
		n := len(r.Artifact.Artifact.Parts)
		if r.Artifact.Append {
			n += s.parts[r.Artifact.Artifact.ID]
		}
		s.put(r.Artifact.Artifact.ID, n)
	}
	return s.now
}

func (s *taskTracker) put(id string, parts int) {
	if s.parts == nil {
		s.parts = map[string]int{}
	}
	s.now.parts += parts - s.parts[id]
	s.parts[id] = parts
}
