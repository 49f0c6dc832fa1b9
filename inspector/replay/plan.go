package replay

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// planSteps reads a recording into the steps to take, in the order in which they
// began, each with what it came after.
func planSteps(ctx context.Context, list []wire.Exchange, from diff.Source) ([]*step, error) {
	list, _ = wire.FilterOriginals(slices.Clone(list), true)
	slices.SortStableFunc(list, func(a, b wire.Exchange) int { return a.Started.Compare(b.Started) })
	var all []*step
	var exchanges []session.Exchange
	for _, x := range list {
		s, err := readStep(ctx, from, x)
		if err != nil {
			return nil, fmt.Errorf("plan the replay: %w", err)
		}
		if s != nil {
			all, exchanges = append(all, s), append(exchanges, s.sessionExchange())
		}
	}
	steps := mergeRepeats(all, session.Conversations(exchanges))
	if len(steps) == 0 {
		return nil, fmt.Errorf("nothing to replay: the recording holds no call that a client made")
	}
	var open []int // steps that none so far came after
	for i, s := range steps {
		open = append(s.linkTriggers(steps, open), i)
	}
	for _, s := range steps {
		s.arrivals = nil
	}
	return steps, nil
}

// mergeRepeats is the steps without those that only repeat another: a card that has not
// changed is looked at once, a task is polled until it is where the last poll found it.
func mergeRepeats(all []*step, conversations []*session.Conversation) []*step {
	out := make([]*step, len(all))
	for _, c := range conversations {
		began := time.Time{} // of what a poll may wait for
		for _, turn := range c.Turns {
			first, last := all[turn[0]], all[turn.Last()]
			if first.Op == a2a.GetCard {
				last = first
			} else {
				last.mergePolls(len(turn), began, first.original.Started)
			}
			out[turn[0]], began = last, last.original.Started
		}
	}
	return slices.DeleteFunc(out, func(s *step) bool { return s == nil })
}

// mergePolls makes a step, the last of so many polls, represent all of them. It moves to the
// place of the first.
func (s *step) mergePolls(times int, began, first time.Time) {
	if s.Op != a2a.GetTask || s.binding == "" {
		return
	}
	if began.IsZero() {
		began = first
	}
	s.pollTime = s.original.Started.Sub(began)
	if times > 1 {
		s.Polls, s.pollInterval = times, s.pollTime/time.Duration(times)
		s.original.Started = first
	}
}

// linkTriggers finds what a step came after: steps that were over, or a place in the
// answers of those that were not, which are returned. open are the steps before
// it that nothing has come after yet.
func (s *step) linkTriggers(steps []*step, open []int) (still []int) {
	var latest time.Time
	last := func(at time.Time) {
		if at.After(latest) {
			latest = at
		}
	}
	for _, i := range open {
		b := steps[i]
		if !b.original.Ended.IsZero() && !b.original.Ended.After(s.original.Started) {
			s.triggers = append(s.triggers, trigger{step: i, atEnd: true})
			last(b.original.Ended)
			continue
		}
		last(b.original.Started)
		t := trigger{step: i}
		for _, a := range b.arrivals {
			if a.at.After(s.original.Started) {
				break
			}
			t.events++
			if !a.snapshot {
				t.updates++
			}
			last(a.at)
		}
		s.triggers = append(s.triggers, t)
		still = append(still, i)
	}
	if !latest.IsZero() {
		s.pause = max(0, s.original.Started.Sub(latest))
	}
	return still
}

// Step is one thing that a replay does again.
type Step struct {
	Exchange   string // id of the original; of several polls, the last
	Op         a2a.Operation
	Version    a2a.Version // on record
	Excerpt    string      // what its message says, the beginning
	Polls      int         // GetTask calls on record that it represents, when more than one
	Push       string      // where the agent is asked to push to, "" when it is not
	SkipReason string      // why it is not sent, "" when it is; settled as the replay gets there
}

// step is a Step with what is known of the original.
type step struct {
	Step
	original wire.Exchange
	call     *a2a.Call
	request  []byte      // body, decoded
	binding  a2a.Binding // "" for what is no call of the protocol

	task, context string    // as on record, also those that the agent named
	pushID, next  string    // a push config's id and a page token, named by the agent
	card          *a2a.Card // that it was answered with
	state         a2a.State
	fault         string   // name of the protocol error that answered it, "" for none
	sum           [32]byte // of an answer that is no stream

	leaveAfter   int           // events after which the client left the stream; -1: it did not
	pollTime     time.Duration // polls: from what they wait for, or else the first, to the last
	pollInterval time.Duration // polls: the pause between them on record
	triggers     []trigger
	pause        time.Duration // on record, since what it came after
	arrivals     []arrival     // of the answer's events
}

// trigger is a place in another step's answer.
type trigger struct {
	step    int
	atEnd   bool // the other step is over
	events  int  // events of it that had come, the task's first snapshot included
	updates int  // those without snapshots
}

// arrival is when an event came, and whether it was a whole task.
type arrival struct {
	at       time.Time
	snapshot bool
}

// isPoll reports whether the step is a GetTask that may wait for a state.
func (s *step) isPoll() bool {
	return s.Op == a2a.GetTask && s.binding != "" && s.fault == "" && s.state != ""
}

// sessionExchange is the step as the session model takes it.
func (s *step) sessionExchange() session.Exchange {
	e := session.Exchange{X: &s.original, Op: s.Op, Version: s.Version, Binding: s.binding, Call: s.call, Task: s.task, Context: s.context, Error: s.fault}
	if s.Op == a2a.GetCard {
		e.Answer = s.sum
	}
	return e
}
