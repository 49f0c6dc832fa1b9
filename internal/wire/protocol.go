package wire

import "context"

// Protocol reads and writes traffic in an application protocol, such as A2A. Safe for concurrent
// use.
type Protocol interface {
	// Open reads the request of an exchange whose head is known. body is as in Intervener.Intervene.
	Open(x *Exchange, body []byte) FrameCodec
	// Errors are the names of the protocol's errors that FrameCodec.Error accepts: "TaskNotFound".
	Errors() []string
}

// FrameCodec reads and writes the frames of one exchange as they pass. Each side may use it from
// one goroutine; that of the response must call SetResponseHead before Read.
type FrameCodec interface {
	// Labels is what the request says: operation, version, binding, task, context, text.
	Labels() Labels
	SetResponseHead(h *Head)
	// Read reads a frame of a side, Request or Response. Frames of the response must come in order, each once.
	Read(side Side, f Frame) FrameLabels
	// Write frames a document that replaces or accompanies the frame like, with its framing and,
	// over gRPC, its message type. doc is JSON, as in FrameLabels.Doc. The error says why it cannot
	// be written, in words for display.
	Write(side Side, like Frame, doc []byte) ([]byte, error)
	// Check returns what is wrong with a document in the version of the exchange, one sentence each, with the
	// JSON path; nil for nothing.
	Check(side Side, like Frame, doc []byte) []string
	// Error returns a response with the named error, in the caller's version and binding and with the
	// caller's request id. With streamed, the error is the only event of a stream, if the operation streams
	// and the binding allows it.
	Error(name, message string, streamed bool) (*RuleAnswer, error)
}

// FrameLabels is what a frame was understood to say, in A2A 1.0's terms. It may be wrong.
type FrameLabels struct {
	Kind     string // "task", "message", "status", "artifact", "error", "push", "tasks", "card", "call"; "" if not understood, "comment" for a keep-alive
	Task     string
	Context  string
	State    string // 1.0 spelling, "" if the frame has none
	Artifact string // artifact id of an artifact event
	Last     bool   // an artifact event says that it is the last chunk of its artifact
	Text     string // the text for people in it
	Doc      []byte // the document as JSON, over gRPC as ProtoJSON; nil if there is none
}

// Holder keeps what a rule holds until it is released. Safe for concurrent use.
type Holder interface {
	// Hold blocks until there is a decision about h, or h.Deadline passes. If ctx ends first, it
	// returns ctx's error. It fills in h.ID and h.HeldAt.
	Hold(ctx context.Context, h HeldItem) (Release, error)
}
