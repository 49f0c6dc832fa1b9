// Package fault carries out the actions of rules: one file per action. It does not know the
// protocol: a wire.FrameCodec reads frames and frames documents.
//
//	list, err := fault.Parse("delay 200ms..2s; duplicate", protocol.Errors())
//	err = list[0].(fault.FrameFault).Frame(ctx, work)
//
// docs/dev/adding-a-fault.md explains how to add an action.
package fault

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Fault is an action of a rule. Immutable. Each implements one or more of HeadFault, FrameFault,
// AnswerFault and ConnectionFault. A fault that could not act returns a Problem: the frame or call
// then passes as if the fault did not exist.
type Fault interface {
	// String formats the action so that Parse reads it back.
	String() string
	// Describe says what happens to what it acts on, on a side, in words that continue "the frame" or "the
	// call": "is sent twice".
	Describe(side wire.Side) string
}

// HeadFault changes or delays the head that is about to be sent. It may block.
type HeadFault interface {
	Fault
	Head(ctx context.Context, w *Work, h *wire.Head) error
}

// FrameFault changes what is sent instead of a frame. It may block.
type FrameFault interface {
	Fault
	Frame(ctx context.Context, w *Work) error
}

// AnswerFault answers the client instead of the agent.
type AnswerFault interface {
	Fault
	Answer(ctx context.Context, p wire.FrameCodec) (*wire.RuleAnswer, error)
}

// ConnectionFault decides what the tap does with new connections.
type ConnectionFault interface {
	Fault
	Connections() Connections
}

// Connections says what a tap does with new connections.
type Connections string

const (
	Accept Connections = ""       // the default
	Refuse Connections = "refuse" // do not listen
	Reset  Connections = "reset"  // accept a connection and reset it at once
)

// Problem says why a fault could not act, in a sentence without a full stop.
type Problem string

func (p Problem) Error() string { return string(p) }

// Work is a frame while it passes the rules that it matched.
type Work struct {
	Side     wire.Side        // Request or Response
	Frame    wire.Frame       // as it arrived; zero in HeadFault.Head
	Labels   wire.FrameLabels // what the frame says
	Codec    wire.FrameCodec
	Exchange *wire.Exchange // as it was known when its request head was read
	Rule     string         // text of the current rule
	Nth      int            // number of this frame among those that the rule matched, from 1
	Holder   wire.Holder    // nil: nothing can be held

	Pieces         []Piece         // what is sent instead of the frame, in order; initially the frame itself
	Cut            CutPoint        // where the direction is cut
	Stall          time.Duration   // how long nothing is sent after the pieces; Forever means until a side disconnects
	BytesPerSecond int             // from here on; 0 means unlimited
	Deferred       []DeferredPiece // pieces that wait for later frames

	Rand *rand.Rand // for this draw: the same seed and step give the same numbers
}

// Piece is something to send. Of its Passage, faults set Kind, HoldTime, Rule and FramesBack. A piece whose
// Kind is PassageDropped is not sent, only recorded.
type Piece struct {
	wire.Passage
	Raw []byte
}

// DeferredPiece is a piece that is sent after Frames more frames have passed, or at the end.
type DeferredPiece struct {
	Frames int
	Piece
}

// Forever is a Stall without an end.
const Forever time.Duration = math.MaxInt64

// CutPoint says where a direction is cut, relative to the current frame.
type CutPoint string

const (
	CutNone   CutPoint = ""
	CutBefore CutPoint = "before" // nothing of the frame is sent
	CutMiddle CutPoint = "middle" // half of its bytes are sent
	CutAfter  CutPoint = "after"
)
