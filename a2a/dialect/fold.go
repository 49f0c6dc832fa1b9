package dialect

import (
	"github.com/a2a-console/a2a-console/a2a"
)

// fold puts a task together from what a response or a stream says of it. Each
// piece costs its own size.
type fold struct {
	light bool // keep ids only
	task  *a2a.Task
	at    map[string]int  // artifact id to its place in the task
	done  map[string]bool // artifacts whose last chunk was seen
}

// chunkRules are the checks on append and on chunks after the last, which 0.1
// and later versions number differently.
func chunkRules(id a2a.Identity) (unseen, late, spec string) {
	if modern(id) {
		return "ART-05", "ART-06", "1.0 §4.2.2"
	}
	if middle(id) {
		return "ART-05", "ART-06", string(readAs(id)) + " §7.2.3"
	}
	return "ART-02", "ART-03", "0.1 §6.7"
}

// add takes the next piece and says what is odd about it.
func (f *fold) add(id a2a.Identity, r *a2a.Result) []a2a.Problem {
	switch {
	case r.Task != nil:
		f.snapshot(r.Task)
	case r.Status != nil:
		f.begin(r.Status.TaskID, r.Status.ContextID)
		f.task.Status = r.Status.Status
	case r.Artifact != nil:
		f.begin(r.Artifact.TaskID, r.Artifact.ContextID)
		return f.artifact(id, r.Artifact)
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
	if f.light {
		now.History = nil
	}
	f.task = &now
	if was != nil && now.History == nil {
		now.History = was.History
	}
	if was != nil && now.Artifacts == nil {
		now.Artifacts = was.Artifacts
		return
	}
	now.Artifacts = append([]a2a.Artifact(nil), t.Artifacts...)
	f.at, f.done = map[string]int{}, nil
	for i := range now.Artifacts {
		now.Artifacts[i] = f.own(now.Artifacts[i])
		f.at[now.Artifacts[i].ID] = i
	}
}

// artifact adds a chunk: to the parts there are when it says append, else in
// their place. Agents that resend an artifact whole with every chunk do so
// without append, and so replace it.
func (f *fold) artifact(in a2a.Identity, u *a2a.ArtifactUpdate) []a2a.Problem {
	var ps []a2a.Problem
	id := u.Artifact.ID
	i, known := f.at[id]
	unseen, late, spec := chunkRules(in)
	switch {
	case u.Append && !known && in.Op != a2a.SubscribeToTask: // which joins in the middle
		ps = append(ps, noPlace(unseen, a2a.Warning, spec, "append to artifact "+brief(id)+", of which nothing came before"))
	case u.Append && f.done[id]:
		ps = append(ps, noPlace(late, a2a.Warning, spec, "a chunk of artifact "+brief(id)+" after its last"))
	}
	f.put(u, i, known)
	if f.done == nil {
		f.done = map[string]bool{}
	}
	f.done[id] = u.LastChunk
	return ps
}

// put stores a chunk of the artifact at place i, or of a new one.
func (f *fold) put(u *a2a.ArtifactUpdate, i int, known bool) {
	id := u.Artifact.ID
	switch {
	case !known:
		if f.at == nil {
			f.at = map[string]int{}
		}
		f.at[id] = len(f.task.Artifacts)
		f.task.Artifacts = append(f.task.Artifacts, f.own(u.Artifact))
	case f.light:
	case u.Append:
		a := &f.task.Artifacts[i]
		a.Parts = append(a.Parts, u.Artifact.Parts...)
		describe(a, u.Artifact)
	default:
		a := f.own(u.Artifact)
		describe(&a, f.task.Artifacts[i])
		f.task.Artifacts[i] = a
	}
}

// own is an artifact whose parts can be added to without writing into the
// event they came with; of a light fold only its id.
func (f *fold) own(a a2a.Artifact) a2a.Artifact {
	if f.light {
		return a2a.Artifact{ID: a.ID}
	}
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
