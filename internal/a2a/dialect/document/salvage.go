package document

import (
	"bytes"

	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// EventDocuments is what a frame carries: one document, or where the framing
// was lost (JSON over several lines of which only the first has "data:", or
// several records on one line) all that can be found in its bytes. There is
// always one at least. A gRPC message is one that is no JSON.
func EventDocuments(f wire.Frame, in *Scratch) []Envelope {
	if f.Kind == wire.GRPC {
		return append(in.Docs[:0], Envelope{Where: "$"})
	}
	doc := in.load(f.Data, "SSE-02/json", "WHATWG HTML §9.2")
	if f.Kind == wire.SSE && suspicious(f, doc) {
		if found := salvage(f.Raw); len(found) > 0 {
			return append(in.Docs[:0], found...)
		}
	}
	return append(in.Docs[:0], Open(doc))
}

// suspicious reports whether a frame's data seems to be only a piece of what
// was meant, or more than one piece.
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

// salvage reads all JSON-RPC responses that stand in a frame's bytes. Offsets
// are then those in the frame's Raw.
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
			return nil // no better than before
		}
		all = append(all, e)
	}
	return all
}

// MaxFrames bounds how many frames of a body are held at once: each takes far
// more memory than the few bytes that it may be.
const MaxFrames = 1 << 17
