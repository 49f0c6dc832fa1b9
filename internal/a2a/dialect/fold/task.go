package fold

import (
	"cmp"
	"crypto/sha256"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// Task assembles a task from a response or stream. A piece costs no more than its own size.
type Task struct {
	Light         bool // check the pieces and keep none
	Task          *a2a.Task
	artifactIndex map[string]int // artifact id to its place in the task
	chunks
}

// Add takes the next piece and returns its problems.
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
		f.Task, f.artifactIndex = &a2a.Task{}, map[string]int{}
	}
	f.Task.ID, f.Task.ContextID = cmp.Or(f.Task.ID, task), cmp.Or(f.Task.ContextID, context)
}

// snapshot takes a whole task. Artifacts and history that it omits, as agents may, stay as they were.
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
	f.artifactIndex = map[string]int{}
	for i := range now.Artifacts {
		now.Artifacts[i] = own(now.Artifacts[i])
		f.artifactIndex[now.Artifacts[i].ID] = i
	}
}

// put adds a chunk of an artifact: with append to its parts, else in their place. Agents that resend the
// whole artifact with every chunk do so without append.
func (f *Task) put(u *a2a.ArtifactUpdate) {
	id := u.Artifact.ID
	i, known := f.artifactIndex[id]
	switch {
	case !known:
		f.artifactIndex[id] = len(f.Task.Artifacts)
		f.Task.Artifacts = append(f.Task.Artifacts, own(u.Artifact))
	case u.Append:
		a := &f.Task.Artifacts[i]
		a.Parts = append(a.Parts, u.Artifact.Parts...)
		a.Complete(u.Artifact)
	default:
		a := own(u.Artifact)
		a.Complete(f.Task.Artifacts[i])
		f.Task.Artifacts[i] = a
	}
}

// own returns an artifact whose parts can be appended to without writing into its event.
func own(a a2a.Artifact) a2a.Artifact {
	a.Parts = a.Parts[:len(a.Parts):len(a.Parts)]
	return a
}

// chunks checks chunks of artifacts against earlier ones. It holds at most maxArtifacts short ids, however
// long the stream, and does not check artifacts beyond those.
type chunks struct {
	last map[string]bool // artifacts seen, and whether their last chunk was
	full bool
}

const (
	maxArtifacts = 1 << 14
	maxArtifact  = 64 // bytes of an id; a longer one is replaced by its hash
)

func (c *chunks) add(in a2a.Identity, u *a2a.ArtifactUpdate) []a2a.Problem {
	id, full := u.Artifact.ID, c.full
	last, known := c.see(id, u.LastChunk)
	if !u.Append || !known && (full || in.Op == a2a.SubscribeToTask) || known && !last { // a subscription may join in the middle
		return nil
	}
	v := registry.Rules(in)
	if known {
		return []a2a.Problem{document.Unplaced(v.Stream.Late, a2a.SeverityWarning, v.Sections.Chunks, "a chunk of artifact "+document.QuoteShort(id)+" after its last chunk")}
	}
	return []a2a.Problem{document.Unplaced(v.Stream.Append, a2a.SeverityWarning, v.Sections.Chunks, "append to artifact "+document.QuoteShort(id)+", which no earlier event has")}
}

// snapshot takes a whole task. One without artifacts says nothing about them.
func (c *chunks) snapshot(t *a2a.Task) {
	if t.Artifacts == nil {
		return
	}
	*c = chunks{}
	for i := range t.Artifacts {
		c.see(t.Artifacts[i].ID, false)
	}
}

// see takes a chunk or, from a task, an artifact. It returns whether the artifact was known and
// whether its last chunk had arrived.
func (c *chunks) see(id string, last bool) (was, known bool) {
	id = shortID(id)
	was, known = c.last[id]
	switch {
	case known && was == last:
	case !known && len(c.last) >= maxArtifacts:
		c.full = true
	default:
		if c.last == nil {
			c.last = map[string]bool{}
		}
		c.last[id] = last
	}
	return was, known
}

// shortID returns an id, or the hash of a long one.
func shortID(id string) string {
	if len(id) <= maxArtifact {
		return id
	}
	sum := sha256.Sum256([]byte(id))
	return "sha256 " + string(sum[:])
}
