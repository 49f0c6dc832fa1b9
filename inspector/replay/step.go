package replay

import (
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Step is one thing that a replay does again.
type Step struct {
	Exchange string // id of the original; of several polls, the last
	Op       a2a.Operation
	Version  a2a.Version // on record
	Says     string      // what its message says, the beginning
	Polls    int         // GetTask calls on record that it represents, when more than one
	Push     string      // where the agent is asked to push to, "" when it is not
	Skip     string      // why it is not sent, "" when it is; settled as the replay gets there
}

// step is a Step with what is known of the original.
type step struct {
	Step
	x       wire.Exchange
	call    *a2a.Call
	request []byte      // body, decoded
	binding a2a.Binding // "" for what is no call of the protocol

	task, context string    // as on record, also those that the agent named
	pushID, next  string    // a push config's id and a page token, named by the agent
	card          *a2a.Card // that it was answered with
	state         a2a.State
	fault         string   // name of the protocol error that answered it, "" for none
	sum           [32]byte // of an answer that is no stream

	left    int           // events after which the client left the stream; -1: it did not
	waited  time.Duration // polls: from what they wait for, or else the first, to the last
	every   time.Duration // polls: the pause between them on record
	after   []trigger
	pause   time.Duration // on record, since what it came after
	arrived []arrival     // of the answer's events
}

// trigger is a place in another step's answer.
type trigger struct {
	step    int
	done    bool // the other step is over
	events  int  // events of it that had come, the task's first snapshot included
	updates int  // those without snapshots
}

// arrival is when an event came, and whether it was a whole task.
type arrival struct {
	at       time.Time
	snapshot bool
}

// polls reports whether the step is a GetTask that may wait for a state.
func (s *step) polls() bool {
	return s.Op == a2a.GetTask && s.binding != "" && s.fault == "" && s.state != ""
}

// exchange is the step as the session model takes it.
func (s *step) exchange() session.Exchange {
	e := session.Exchange{X: &s.x, Op: s.Op, Version: s.Version, Binding: s.binding, Call: s.call, Task: s.task, Context: s.context, Error: s.fault}
	if s.Op == a2a.GetCard {
		e.Answer = s.sum
	}
	return e
}
