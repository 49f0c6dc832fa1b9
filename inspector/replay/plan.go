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

// planSteps turns a recording into steps, in the order in which they began, each with its triggers.
func planSteps(ctx context.Context, list []wire.Exchange, from diff.Source) ([]*step, error) {
	list = wire.FilterOriginals(slices.Clone(list))
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
		return nil, fmt.Errorf("nothing to replay: the recording contains no call that a client made")
	}
	var open []int // steps that no later step has waited for yet
	for i, s := range steps {
		open = append(s.linkTriggers(steps, open), i)
	}
	for _, s := range steps {
		s.arrivals = nil
	}
	return steps, nil
}

// mergeRepeats drops steps that only repeat another: an unchanged card is fetched once, and one step polls a task until
// it is in the state that the last poll found.
func mergeRepeats(all []*step, conversations []*session.Conversation) []*step {
	out := make([]*step, len(all))
	for _, c := range conversations {
		began := time.Time{} // when the call that a poll may wait for began
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

// mergePolls makes a step, the last of several polls, stand for all of them, and gives it the start of the
// first.
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

// linkTriggers finds what a step has to wait for: the end of each step in open that had ended when this one
// started, or a point in the response of one that had not. It returns the steps that had not ended. open lists
// the earlier steps whose end nothing has waited for yet.
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

// Step is one exchange, or several polls, to replay.
type Step struct {
	Exchange   string // id of the original; of several polls, the last
	Op         a2a.Operation
	Version    a2a.Version // as recorded
	Excerpt    string      // the beginning of its message
	Polls      int         // number of recorded GetTask calls that it stands for, if more than one
	Push       string      // where push notifications go; "" if it registers none
	SkipReason string      // why it is not sent, "" if it is; known once the replay reaches it
}

// step is a Step with what is known of the original exchange.
type step struct {
	Step
	original wire.Exchange
	call     *a2a.Call
	request  []byte      // body, decoded
	binding  a2a.Binding // "" if it is not a call of the protocol

	task, context string    // as recorded, including those assigned by the agent
	pushID, next  string    // a push config's id and a page token, assigned by the agent
	card          *a2a.Card // in the response
	state         a2a.State
	fault         string   // name of the protocol error in the response, "" for none
	sum           [32]byte // of a response that is not a stream

	leaveAfter   int           // events after which the client left the stream; -1 if it did not
	pollTime     time.Duration // polls: from the start of the wait, or from the first poll, to the last
	pollInterval time.Duration // polls: recorded average interval
	triggers     []trigger
	pause        time.Duration // recorded time between the last trigger and the step
	arrivals     []arrival     // of the response's events
}

// trigger is a point in another step's response.
type trigger struct {
	step    int
	atEnd   bool // the other step has ended
	events  int  // events received by then, including snapshots of the task
	updates int  // events without snapshots
}

// arrival says when an event arrived, and whether it was a whole task.
type arrival struct {
	at       time.Time
	snapshot bool
}

// isPoll reports whether the step is a GetTask that may wait for a state.
func (s *step) isPoll() bool {
	return s.Op == a2a.GetTask && s.binding != "" && s.fault == "" && s.state != ""
}

// sessionExchange converts the step for package session.
func (s *step) sessionExchange() session.Exchange {
	e := session.Exchange{X: &s.original, Op: s.Op, Version: s.Version, Binding: s.binding, Call: s.call, Task: s.task, Context: s.context, Error: s.fault}
	if s.Op == a2a.GetCard {
		e.Answer = s.sum
	}
	return e
}
