package dialect

import "github.com/a2a-console/a2a-console/internal/a2a/lenient"

// scratch is memory in which the documents of a frame are taken apart. It is
// used again for the next frame: no part of a reading lies in it. The zero value
// is ready.
type scratch struct {
	docs []envelope
	tree *lenient.Tree
}

// What is kept from one frame to the next, so that an open stream holds no more
// than that.
const (
	keptDocs   = 4
	keptValues = 1024
)

// load is load into the scratch memory.
func (s *scratch) load(raw []byte, check, spec string) document {
	if s.tree == nil {
		s.tree = new(lenient.Tree)
	}
	if s.tree.Reuse(raw) && s.tree.Strict() {
		return document{raw: raw, text: raw, tree: s.tree}
	}
	return load(raw, check, spec)
}

// clear ends the work on documents.
func (s *scratch) clear(docs []envelope) {
	clear(docs)
	if s.docs = docs[:0]; cap(docs) > keptDocs {
		s.docs = nil
	}
	if s.tree != nil {
		s.tree.Clear()
		if s.tree.Cap() > keptValues {
			s.tree = nil
		}
	}
}
