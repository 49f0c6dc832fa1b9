package wire

import "context"

// Protocol reads and writes what passes in the protocol that it speaks; this package
// knows none. Safe for concurrent use.
type Protocol interface {
	// Open reads the request of an exchange of which the head is known. body is as in
	// Intervener.
	Open(x *Exchange, body []byte) FrameCodec
	// Errors are the names of the protocol's errors, as Passing.Error takes them:
	// "TaskNotFound".
	Errors() []string
}

// FrameCodec is one exchange while it passes. It is used by one goroutine for each side, and
// of the response by one that calls Answered before any Read.
type FrameCodec interface {
	// Labels is what the request says: operation, version, binding, task, context, text.
	Labels() Labels
	// SetResponseHead tells the head of the response.
	SetResponseHead(h *Head)
	// Read reads a frame of a side, Request or Response; frames of the response in their
	// order, each once.
	Read(side Side, f Frame) FrameLabels
	// Write frames a document in place of, or beside, a frame: in the framing, and over
	// gRPC in the message type, that like has. doc is JSON, as FrameLabels.Doc gives it.
	// The error says why it cannot be written, for people.
	Write(side Side, like Frame, doc []byte) ([]byte, error)
	// Check says what is wrong with a document in the version that the exchange speaks,
	// a sentence each, with the JSON path; nil for nothing.
	Check(side Side, like Frame, doc []byte) []string
	// Error is the answer with an error of a name, in the caller's version and binding,
	// with the caller's request id. streamed has it as the only event of a stream where
	// the operation streams and the binding can do so.
	Error(name, message string, streamed bool) (*RuleAnswer, error)
}

// FrameLabels is what a frame was understood to say, in A2A 1.0's words. It may be wrong.
type FrameLabels struct {
	Kind     string // "task", "message", "status", "artifact", "error", "push", "tasks", "card", "call"; "" for what is not understood, "comment" for a keep-alive
	Task     string
	Context  string
	State    string // 1.0 spelling, "" where the frame has none
	Artifact string // id of the artifact, of an artifact event
	Last     bool   // an artifact event that says it is the last chunk of its artifact
	Text     string // what people read in it
	Doc      []byte // the document as JSON, over gRPC as ProtoJSON; nil where there is none
}

// Holder keeps what a rule holds until somebody lets it go. Safe for concurrent use.
type Holder interface {
	// Hold waits for a decision about h, h.Until has come, or ctx ends: then the
	// error is ctx's. It fills in h.ID and h.Since.
	Hold(ctx context.Context, h HeldItem) (Release, error)
}
