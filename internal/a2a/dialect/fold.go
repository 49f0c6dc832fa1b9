package dialect

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// fold puts a task together from what a response or a stream says of it. Each
// piece costs its own size.
type fold struct {
	light bool // judge the pieces and keep none
	task  *a2a.Task
	at    map[string]int // artifact id to its place in the task
	chunks
}

// add takes the next piece and says what is odd about it.
func (f *fold) add(id a2a.Identity, r *a2a.Result) []a2a.Problem {
	switch {
	case r.Task != nil:
		f.chunks.snapshot(r.Task)
		if !f.light {
			f.snapshot(r.Task)
		}
	case r.Status != nil:
		if !f.light {
			f.begin(r.Status.TaskID, r.Status.ContextID)
			f.task.Status = r.Status.Status
		}
	case r.Artifact != nil:
		ps := f.chunks.add(id, r.Artifact)
		if !f.light {
			f.begin(r.Artifact.TaskID, r.Artifact.ContextID)
			f.put(r.Artifact)
		}
		return ps
	}
	return nil
}

func (f *fold) begin(task, context string) {
	if f.task == nil {
		f.task = &a2a.Task{}
	}
	if f.task.ID == "" {
		f.task.ID = task
	}
	if f.task.ContextID == "" {
		f.task.ContextID = context
	}
}

// snapshot takes a whole task. What it leaves out (agents may leave out
// artifacts and history) stays as it was.
func (f *fold) snapshot(t *a2a.Task) {
	was := f.task
	now := *t
	f.task = &now
	if was != nil && now.History == nil {
		now.History = was.History
	}
	if was != nil && now.Artifacts == nil {
		now.Artifacts = was.Artifacts
		return
	}
	now.Artifacts = append([]a2a.Artifact(nil), t.Artifacts...)
	f.at = map[string]int{}
	for i := range now.Artifacts {
		now.Artifacts[i] = own(now.Artifacts[i])
		f.at[now.Artifacts[i].ID] = i
	}
}

// put adds a chunk of an artifact: to the parts there are when it says append,
// else in their place. Agents that resend an artifact whole with every chunk do
// so without append, and so replace it.
func (f *fold) put(u *a2a.ArtifactUpdate) {
	id := u.Artifact.ID
	i, known := f.at[id]
	switch {
	case !known:
		if f.at == nil {
			f.at = map[string]int{}
		}
		f.at[id] = len(f.task.Artifacts)
		f.task.Artifacts = append(f.task.Artifacts, own(u.Artifact))
	case u.Append:
		a := &f.task.Artifacts[i]
		a.Parts = append(a.Parts, u.Artifact.Parts...)
		describe(a, u.Artifact)
	default:
		a := own(u.Artifact)
		describe(&a, f.task.Artifacts[i])
		f.task.Artifacts[i] = a
	}
}

// own is an artifact whose parts can be added to without writing into the
// event they came with.
func own(a a2a.Artifact) a2a.Artifact {
	a.Parts = a.Parts[:len(a.Parts):len(a.Parts)]
	return a
}

// describe fills in what an artifact lacks from another piece of it: chunks
// often carry name and description once only.
func describe(a *a2a.Artifact, from a2a.Artifact) {
	if a.Name == "" {
		a.Name = from.Name
	}
	if a.Description == "" {
		a.Description = from.Description
	}
	if a.Metadata == nil {
		a.Metadata = from.Metadata
	}
	if a.Extensions == nil {
		a.Extensions = from.Extensions
	}
}
