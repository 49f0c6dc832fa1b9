// Package fault is what rules do to what passes: one file for each action. It knows no
// protocol; what a frame says, and how a document is framed, comes from wire.Passing.
//
//	list, err := fault.Parse("delay 200ms..2s; duplicate", protocol.Errors())
//	err = list[0].(fault.OnFrame).Frame(ctx, work)
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
// more of OnHead, OnFrame, Answers and OnConnection. What it could not do is a Problem:
// then what it acts on goes on as if the fault were not there.
type Fault interface {
	// String writes the action as Parse reads it.
	String() string
	// Words says what becomes of what it acts on, on a side, in words that go on from
	// "the frame" or "the call": "is sent twice".
	Words(side wire.Side) string
}

// OnHead changes or delays the head that is about to be sent.
type OnHead interface {
	Fault
	Head(ctx context.Context, w *Work, h *wire.Head) error
}

// OnFrame changes what is sent in place of a frame. It may wait.
type OnFrame interface {
	Fault
	Frame(ctx context.Context, w *Work) error
}

// Answers answers the client in place of the agent.
type Answers interface {
	Fault
	Answer(ctx context.Context, p wire.Passing) (*wire.Answer, error)
}

// OnConnection acts on the tap as a whole.
type OnConnection interface {
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
	Side    wire.Side        // Request or Response
	Frame   wire.Frame       // as it came; zero in OnHead
	Says    wire.FrameLabels // what it says
	Passing wire.Passing
	About   *wire.Exchange // as it was known when its request head was read
	Rule    string         // text of the rule at work
	Nth     int            // which this is of the frames that the rule matched, from 1
	Holder  wire.Holder    // nil: nothing can be held

	Pieces []Piece       // what is sent in place of the frame, in order; at first the frame as it came
	Cut    Cut           // where the direction breaks off
	Stall  time.Duration // how long nothing is sent after the pieces; Forever is until somebody leaves
	Pace   int           // bytes per second from here on; 0 means as fast as it goes
	Later  []Later       // pieces that wait for frames after this one

	Rand *rand.Rand // of this draw: the same seed and step give the same numbers
}

// Piece is something that is sent. Of the passage How, Held, Rule and Back are set. One
// that is Dropped is not sent, and only goes on record.
type Piece struct {
	wire.Passage
	Raw []byte
}

// Later is a piece that is sent once so many more frames have passed, or at the end.
type Later struct {
	After int
	Piece
}

// Forever is a Stall that does not end by itself.
const Forever time.Duration = math.MaxInt64

// Cut says where a direction breaks off, seen from the frame at hand.
type Cut string

const (
	Nowhere Cut = ""
	Before  Cut = "before" // nothing of the frame is sent
	Middle  Cut = "middle" // half of its bytes are
	After   Cut = "after"
)
