package document

import "github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"

// Scratch is memory in which the documents of a frame are taken apart. It is
// used again for the next frame: no part of a reading lies in it. The zero value
// is ready.
type Scratch struct {
	Docs []Envelope
	tree *jsonrepair.Tree
}

// What is kept from one frame to the next, so that an open stream holds no more
// than that.
const (
	keptDocs   = 4
	keptValues = 1024
)

// load is Load into the scratch memory.
func (s *Scratch) load(raw []byte, check, spec string) Document {
	if s.tree == nil {
		s.tree = new(jsonrepair.Tree)
		s.tree.Remember()
	}
	if s.tree.Reuse(raw) && s.tree.Strict() {
		return Document{Raw: raw, Text: raw, repair: jsonrepair.Document{Tree: s.tree}}
	}
	return Load(raw, check, spec)
}

// Clear ends the work on documents.
func (s *Scratch) Clear(docs []Envelope) {
	clear(docs)
	if s.Docs = docs[:0]; cap(docs) > keptDocs {
		s.Docs = nil
	}
	if s.tree != nil {
		s.tree.Clear()
		if s.tree.Cap() > keptValues {
			s.tree = nil
		}
	}
}
