package talk

import (
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// ShownArtifacts holds the artifacts that earlier turns of a conversation show. Snapshots of a task
// repeat them, for example in the response to a cancellation. A nil map shows none.
type ShownArtifacts map[artifactKey]shownBlock

// artifactKey includes the task, because two tasks may each have an artifact of the same id.
type artifactKey struct{ task, id string }

type shownBlock struct {
	exchange string
	block    *stream.Block
}

// Add records what a turn shows. The caller holds the tape's lock.
func (s ShownArtifacts) Add(t *tape.Tape) {
	if t.Fold == nil || t.Fold.Task == "" {
		return
	}
	for _, b := range t.Fold.Blocks[max(0, len(t.Fold.Blocks)-maxBlocks):] {
		if b.Kind == stream.ArtifactBlock && s.place(t, b) == "" {
			s[artifactKey{t.Fold.Task, b.Artifact.ID}] = shownBlock{t.X.ID, b}
		}
	}
}

// place returns the id of the element of an earlier turn that shows the same artifact with the
// same content; "" for none.
func (s ShownArtifacts) place(t *tape.Tape, b *stream.Block) string {
	if b.Kind != stream.ArtifactBlock || t.Fold == nil {
		return ""
	}
	at, ok := s[artifactKey{t.Fold.Task, b.Artifact.ID}]
	if !ok || at.exchange == t.X.ID || !at.block.HasSameContent(b) {
		return ""
	}
	return blockID(at.exchange, at.block.Number)
}
