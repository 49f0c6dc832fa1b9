package document

import (
	"bytes"

	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// EventDocuments returns the documents in a frame, always at least one. That is one document or, where the
// framing is broken (JSON over several lines of which only the first has "data:", or several records on one
// line), all that its bytes contain. A gRPC message counts as one that is not JSON.
func EventDocuments(f wire.Frame, in *Scratch) []Envelope {
	if f.Kind == wire.GRPC {
		return append(in.Docs[:0], Envelope{Path: "$"})
	}
	doc := in.load(f.Data, "SSE-02/json", "WHATWG HTML §9.2")
	if f.Kind == wire.SSE && suspicious(f, doc) {
		if found := salvage(f.Raw); len(found) > 0 {
			return append(in.Docs[:0], found...)
		}
	}
	return append(in.Docs[:0], Open(doc))
}

// suspicious reports whether a frame's data seems to be only a part of what was meant, or more than one
// document.
func suspicious(f wire.Frame, d Document) bool {
	if d.Unreadable && len(f.Data) > 0 {
		return true
	}
	for _, s := range d.repair.Steps {
		switch s.Kind {
		case jsonrepair.TextAfter:
			return true
		case jsonrepair.MissingBracket, jsonrepair.CutOff:
			if len(f.Problems) > 0 {
				return true
			}
		}
	}
	return false
}

// salvage reads all JSON-RPC responses in a frame's bytes. Offsets are in the frame's Raw.
func salvage(raw []byte) []Envelope {
	from := bytes.Index(raw, []byte("data:"))
	if from < 0 {
		return nil
	}
	docs, _ := jsonrepair.ReadAll(raw[from:])
	var all []Envelope
	for _, d := range docs {
		doc := repaired(raw[from:], d, "SSE-02/json", "WHATWG HTML §9.2")
		for i := range doc.Problems {
			doc.Problems[i].Offset += int64(from)
		}
		doc.Raw, doc.base = raw, int64(from)
		e := Open(doc)
		if !e.Answer() {
			return nil // not an improvement: keep the event's own data
		}
		all = append(all, e)
	}
	return all
}

// MaxFrames bounds how many frames of a body are held at once: each takes far more memory than its few bytes.
const MaxFrames = 1 << 17

// Scratch is reusable memory for parsing the documents of a frame. Readings never refer to it. The zero value
// is ready to use.
type Scratch struct {
	Docs []Envelope
	tree *jsonrepair.Tree
}

// What Scratch keeps between frames, which bounds the memory of an idle stream.
const (
	keptDocs   = 4
	keptValues = 1024
)

// load is Load using the scratch memory.
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

// Clear releases docs for reuse, and memory beyond what Scratch keeps.
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
