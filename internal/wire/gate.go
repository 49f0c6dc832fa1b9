package wire

import (
	"context"
	"errors"
)

// MaxGateFrame is the longest frame that a gate is given whole, in bytes. A longer one
// comes in Partial pieces. It is also how much of a request's body an Intervener is
// given.
const MaxGateFrame = 16 << 20

// Intervener decides what is done to the exchanges of a tap. Safe for concurrent use.
type Intervener interface {
	// Watches reports, by what is known when the head of the request was read, whether
	// anything might be done to the exchange. Where it is false the exchange goes
	// straight through, byte for byte, Intervene is not asked, and x must not be kept.
	Watches(x *Exchange) bool
	// Intervene is given the request's body, decoded from no Content-Encoding: whole, or
	// its first MaxGateFrame bytes. nil means that nothing is done: the exchange goes on as
	// it came.
	Intervene(x *Exchange, body []byte, whole bool) *InterventionPlan
}

// InterventionPlan is what is done to one exchange. Its zero value does nothing.
type InterventionPlan struct {
	// Request and Response are the gates of the two directions; nil lets a direction
	// straight through. The body of a request that is not a WebSocket is one frame, or
	// over gRPC one for each message, and the agent is called when its gate is done.
	Request, Response Gate

	// RuleAnswer, when it is not nil, is asked for once the request's gate is done: what it
	// returns goes to the client, and the agent is not called. Rule goes on record as
	// the reason.
	Answer func(ctx context.Context) (*RuleAnswer, error)
	Rule   string
}

// RuleAnswer is what a client gets from a rule in place of what the agent answers.
type RuleAnswer struct {
	Head  Head // status, header and trailer
	Body  []byte
	Reset bool // the client's connection is closed without an answer; Head and Body are ignored
}

// Gate stands in one direction of one exchange, between what came, which is on
// record by then, and what is sent on. Its methods are called one after the
// other by one goroutine.
type Gate interface {
	// Head is given the head that is about to be sent, its own to change. It may wait.
	Head(ctx context.Context, h *Head) error
	// Frame is given what came, frame by frame, and calls out for what is to go on in
	// its place, if anything, as often as it likes. It may wait: reading goes on
	// meanwhile, as far as the tap's read-ahead allows. f is its own to keep. ctx ends
	// when the exchange does. An error breaks the direction off: a *AbortError says why.
	Frame(ctx context.Context, f Frame, out FrameSender) error
	// End is called after the last frame of what ended well, may send more, and may
	// wait. An error breaks the direction off.
	End(ctx context.Context, out FrameSender) error
}

// BufferingGate is a Gate that keeps bytes which it sends later. When the context of a frame ends with
// ErrHoldBudget, all of them go on.
type BufferingGate interface {
	Gate
	BufferedBytes() int // bytes
}

// FrameSender is where a gate sends.
type FrameSender interface {
	// Send records raw, waits until it is on record, and sends it on. p.How says how
	// it relates to the frame at hand, or to the one p.Back frames before it; p.Rule and
	// p.Held may be set, and the rest is filled in: p.Frame is the frame at hand less
	// p.Back. With Dropped nothing is sent and raw is ignored.
	Send(p Passage, raw []byte) error
	// SendMore sends further bytes of what was sent last, with the same order of record and
	// wire. It is for frames that go out in pieces.
	SendMore(raw []byte) error
}

// ErrHoldBudget is why the context ends by which a gate waits with something that cannot be held
// any longer, since all that waits takes too much memory: what waits is forwarded unchanged. It is
// the context's cause.
var ErrHoldBudget = errors.New("rules hold too much")

// AbortError is the error by which a gate ends a direction on purpose. The client's (or
// the agent's) connection then ends without the rest of the message: over HTTP/2 with
// RST_STREAM. Of a request it also means that the agent is not called.
type AbortError struct {
	Rule    string // that did it, "" for a person
	Message string // what was done, a sentence without a full stop: "A rule of the console cut the response after an event"
}

func (b *AbortError) Error() string { return b.Message }
