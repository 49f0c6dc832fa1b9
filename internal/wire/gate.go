package wire

import (
	"context"
	"errors"
)

// MaxGateFrame is the longest frame, in bytes, that a gate receives whole. A longer one arrives in Partial
// pieces. It also limits how much of a request body an Intervener receives.
const MaxGateFrame = 16 << 20

// Intervener decides what to do to the exchanges of a tap. Safe for concurrent use.
type Intervener interface {
	// Watches reports, from the head of the request alone, whether anything might be done to the exchange. If
	// not, the exchange goes straight through, byte for byte, and Intervene is not called. It must not keep
	// x.
	Watches(x *Exchange) bool
	// Intervene receives the request body, which has no Content-Encoding: all of it, or its first
	// MaxGateFrame bytes. nil means that the exchange is forwarded unchanged.
	Intervene(x *Exchange, body []byte, whole bool) *InterventionPlan
}

// InterventionPlan is what to do to one exchange. The zero value does nothing.
type InterventionPlan struct {
	// Request and Response are the gates of the two directions; a nil gate lets its direction straight
	// through. A request body is one frame, except over WebSocket and gRPC, where each message is one. The
	// agent is called when the request's gate is done.
	Request, Response Gate

	// Answer, if not nil, is called once the request's gate is done. Its result goes to the client, and the
	// agent is not called. Rule is recorded as the reason.
	Answer func(ctx context.Context) (*RuleAnswer, error)
	Rule   string
}

// RuleAnswer is what a client gets from a rule instead of the agent's response.
type RuleAnswer struct {
	Head  Head // status, header and trailer
	Body  []byte
	Reset bool // close the client's connection without a response; Head and Body are ignored
}

// Gate stands in one direction of one exchange, between what arrived, which is already on record, and what is
// forwarded. One goroutine calls its methods one after the other.
type Gate interface {
	// Head receives the head that is about to be sent and may change it. It may block.
	Head(ctx context.Context, h *Head) error
	// Frame receives each frame and sends what to forward instead of it, in any number of calls of
	// out. It may block: reading continues meanwhile, as far as the tap's read-ahead allows. It may
	// keep f. ctx ends with the exchange. An error aborts the direction; an *AbortError says why.
	Frame(ctx context.Context, f Frame, out FrameSender) error
	// End is called after the last frame of a body that ended normally. It may send more, and may
	// block. An error aborts the direction.
	End(ctx context.Context, out FrameSender) error
}

// BufferingGate is a Gate that keeps bytes to send later. When the context of a frame ends with
// ErrHoldBudget, it sends all of them.
type BufferingGate interface {
	Gate
	BufferedBytes() int
}

// FrameSender sends what a gate forwards.
type FrameSender interface {
	// Send records raw, waits until it is on record, and sends it on. p.Kind says how it relates to the
	// current frame, or to the one p.FramesBack frames before. The caller may set p.Rule and p.HoldTime; the
	// rest is filled in. With PassageDropped nothing is sent and raw is ignored.
	Send(p Passage, raw []byte) error
	// SendMore sends further bytes of what was sent last, recorded and sent in the same order. It is for
	// frames that go out in pieces.
	SendMore(raw []byte) error
}

// ErrHoldBudget is the cause with which a gate's context ends when the gate must stop holding,
// because everything that is held takes too much memory. What was held is then forwarded unchanged.
var ErrHoldBudget = errors.New("rules hold too much")

// AbortError is returned by a gate that ends a direction on purpose. The connection to the client (or the
// agent) then ends without the rest of the message: over HTTP/2 with RST_STREAM. For a request it also means
// that the agent is not called.
type AbortError struct {
	Rule    string // text of the rule that did it; "" for a person
	Message string // what was done, a sentence without a full stop: "A rule of the console cut the response after an event"
}

func (b *AbortError) Error() string { return b.Message }
