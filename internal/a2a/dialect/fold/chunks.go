package fold

import (
	"crypto/sha256"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// chunks judges the pieces of artifacts by those that came before. It holds no
// more than maxArtifacts short ids, however long the stream: of artifacts beyond
// those nothing is said.
type chunks struct {
	last map[string]bool // the artifacts that came, and whether their last chunk did
	full bool
}

const (
	maxArtifacts = 1 << 14
	maxArtifact  = 64 // bytes of an id; a longer one is kept as its sum
)

// add takes the next chunk and says what is odd about it.
func (c *chunks) add(in a2a.Identity, u *a2a.ArtifactUpdate) []a2a.Problem {
	id, full := u.Artifact.ID, c.full
	last, known := c.last[shortID(id)]
	c.see(id, u.LastChunk)
	if !u.Append || !known && (full || in.Op == a2a.SubscribeToTask) || known && !last { // a subscription joins in the middle
		return nil
	}
	v := registry.Rules(in)
	if known {
		return []a2a.Problem{document.Unplaced(v.Stream.Late, a2a.SeverityWarning, v.Sections.Chunks, "a chunk of artifact "+document.Brief(id)+" after its last")}
	}
	return []a2a.Problem{document.Unplaced(v.Stream.Append, a2a.SeverityWarning, v.Sections.Chunks, "append to artifact "+document.Brief(id)+", of which nothing came before")}
}

// snapshot takes a whole task. One that leaves out its artifacts says nothing of
// them.
func (c *chunks) snapshot(t *a2a.Task) {
	if t.Artifacts == nil {
		return
	}
	*c = chunks{}
	for i := range t.Artifacts {
		c.see(t.Artifacts[i].ID, false)
	}
}

func (c *chunks) see(id string, last bool) {
	id = shortID(id)
	if _, known := c.last[id]; !known && len(c.last) >= maxArtifacts {
		c.full = true
		return
	}
	if c.last == nil {
		c.last = map[string]bool{}
	}
	c.last[id] = last
}

// shortID is an id, or what stands for a long one.
func shortID(id string) string {
	if len(id) <= maxArtifact {
		return id
	}
	sum := sha256.Sum256([]byte(id))
	return "sha256 " + string(sum[:])
}
