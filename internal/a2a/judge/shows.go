package judge

import "github.com/a2a-console/a2a-console/internal/a2a"

// shows is what of the protocol came in a response.
type shows struct {
	task, message, status bool // whole tasks, messages, status updates
	artifact, artifacts   bool // updates of artifacts; artifacts, in tasks too
	append, last          bool // of updates of artifacts
	statusMessage         bool
	stamps                int // statuses with a timestamp
	generations           int // events with the generation of their task
}

func (s *shows) take(r *a2a.Result) {
	if st := r.TaskStatus(); st != nil {
		s.statusMessage = s.statusMessage || st.Message != nil
		if st.Timestamp != "" {
			s.stamps++
		}
	}
	if _, n := r.Generation(); n > 0 {
		s.generations++
	}
	switch {
	case r.Task != nil:
		s.task = true
		s.artifacts = s.artifacts || len(r.Task.Artifacts) > 0
	case r.Message != nil:
		s.message = true
	case r.Status != nil:
		s.status = true
	case r.Artifact != nil:
		s.artifact, s.artifacts = true, true
		s.append = s.append || r.Artifact.Append
		s.last = s.last || r.Artifact.LastChunk
	}
}
