// Package fault is what rules do to what passes: one file for each action. It knows no
// protocol; what a frame says, and how a document is framed, comes from wire.FrameCodec.
//
//	list, err := fault.Parse("delay 200ms..2s; duplicate", protocol.Errors())
//	err = list[0].(fault.FrameFault).Frame(ctx, work)
//
// docs/dev/adding-a-fault.md says how to add one.
package fault

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Fault is an action of a rule. Values are not changed once made. Each implements one or
// more of HeadFault, FrameFault, Answers and ConnectionFault. What it could not do is a Problem:
// then what it acts on goes on as if the fault were not there.
type Fault interface {
	// String writes the action as Parse reads it.
	String() string
	// Describe says what becomes of what it acts on, on a side, in words that go on from
	// "the frame" or "the call": "is sent twice".
	Describe(side wire.Side) string
}

// HeadFault changes or delays the head that is about to be sent.
type HeadFault interface {
	Fault
	Head(ctx context.Context, w *Work, h *wire.Head) error
}

// FrameFault changes what is sent in place of a frame. It may wait.
type FrameFault interface {
	Fault
	Frame(ctx context.Context, w *Work) error
}

// AnswerFault answers the client in place of the agent.
type AnswerFault interface {
	Fault
	Answer(ctx context.Context, p wire.FrameCodec) (*wire.RuleAnswer, error)
}

// ConnectionFault acts on the tap as a whole.
type ConnectionFault interface {
	Fault
	Connections() Connections
}

// Connections says what a tap does with those who connect.
type Connections string

const (
	Accept Connections = ""       // the usual
	Refuse Connections = "refuse" // nobody listens
	Reset  Connections = "reset"  // a connection is accepted and reset at once
)

// Problem is why a fault could not do what it is for, a sentence without a full stop.
type Problem string

func (p Problem) Error() string { return string(p) }

// Work is a frame on its way through the rules that it matched.
type Work struct {
	Side     wire.Side        // Request or Response
	Frame    wire.Frame       // as it came; zero in HeadFault
	Labels   wire.FrameLabels // what it says
	Codec    wire.FrameCodec
	Exchange *wire.Exchange // as it was known when its request head was read
	Rule     string         // text of the rule at work
	Nth      int            // which this is of the frames that the rule matched, from 1
	Holder   wire.Holder    // nil: nothing can be held

	Pieces         []Piece         // what is sent in place of the frame, in order; at first the frame as it came
	Cut            CutPoint        // where the direction breaks off
	Stall          time.Duration   // how long nothing is sent after the pieces; Forever is until somebody leaves
	BytesPerSecond int             // bytes per second from here on; 0 means as fast as it goes
	Deferred       []DeferredPiece // pieces that wait for frames after this one

	Rand *rand.Rand // of this draw: the same seed and step give the same numbers
}

// Piece is something that is sent. Of the passage How, Held, Rule and Back are set. One
// that is Dropped is not sent, and only goes on record.
type Piece struct {
	wire.Passage
	Raw []byte
}

// DeferredPiece is a piece that is sent once so many more frames have passed, or at the end.
type DeferredPiece struct {
	Frames int
	Piece
}

// Forever is a Stall that does not end by itself.
const Forever time.Duration = math.MaxInt64

// CutPoint says where a direction breaks off, seen from the frame at hand.
type CutPoint string

const (
	CutNone   CutPoint = ""
	CutBefore CutPoint = "before" // nothing of the frame is sent
	CutMiddle CutPoint = "middle" // half of its bytes are
	CutAfter  CutPoint = "after"
)
