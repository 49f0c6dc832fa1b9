package fold

import (
	"cmp"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Task puts a task together from what a response or a stream says of it. Each
// piece costs its own size.
type Task struct {
	Light bool // judge the pieces and keep none
	Task  *a2a.Task
	at    map[string]int // artifact id to its place in the task
	chunks
}

// Add takes the next piece and says what is odd about it.
func (f *Task) Add(id a2a.Identity, r *a2a.Result) []a2a.Problem {
	switch {
	case r.Task != nil:
		f.chunks.snapshot(r.Task)
		if !f.Light {
			f.snapshot(r.Task)
		}
	case r.Status != nil:
		if !f.Light {
			f.begin(r.Status.TaskID, r.Status.ContextID)
			f.Task.Status, f.Task.Generation = r.Status.Status, r.Status.Generation
		}
	case r.Artifact != nil:
		ps := f.chunks.add(id, r.Artifact)
		if !f.Light {
			f.begin(r.Artifact.TaskID, r.Artifact.ContextID)
			f.put(r.Artifact)
			f.Task.Generation = r.Artifact.Generation
		}
		return ps
	}
	return nil
}

func (f *Task) begin(task, context string) {
	if f.Task == nil {
		f.Task = &a2a.Task{}
	}
	f.Task.ID, f.Task.ContextID = cmp.Or(f.Task.ID, task), cmp.Or(f.Task.ContextID, context)
}

// snapshot takes a whole task. What it leaves out (agents may leave out
// artifacts and history) stays as it was.
func (f *Task) snapshot(t *a2a.Task) {
	was := f.Task
	now := *t
	f.Task = &now
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
func (f *Task) put(u *a2a.ArtifactUpdate) {
	id := u.Artifact.ID
	i, known := f.at[id]
	switch {
	case !known:
		if f.at == nil {
			f.at = map[string]int{}
		}
		f.at[id] = len(f.Task.Artifacts)
		f.Task.Artifacts = append(f.Task.Artifacts, own(u.Artifact))
	case u.Append:
		a := &f.Task.Artifacts[i]
		a.Parts = append(a.Parts, u.Artifact.Parts...)
		describe(a, u.Artifact)
	default:
		a := own(u.Artifact)
		describe(&a, f.Task.Artifacts[i])
		f.Task.Artifacts[i] = a
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
	a.Name, a.Description = cmp.Or(a.Name, from.Name), cmp.Or(a.Description, from.Description)
	if a.Metadata == nil {
		a.Metadata = from.Metadata
	}
	if a.Extensions == nil {
		a.Extensions = from.Extensions
	}
}
