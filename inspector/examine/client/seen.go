package client

import (
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// seen is what is on record of a step.
type seen struct {
	calls  []call // of the client, in their order, those for cards not among them
	cards  []wire.Exchange
	pushes []wire.Exchange // notifications to the client
	over   bool            // nothing more will come
	ended  bool            // the client's side is done, its webhook may be gone
	called bool            // the client made a call in this or an earlier step
	ctx    context.Context
	bodies wire.Bodies
}

// call is a request of the client with how it was answered.
type call struct{ wire.Exchange }

// seenOf sorts what is on record, oldest first.
func seenOf(ctx context.Context, bodies wire.Bodies, list []wire.Exchange) *seen {
	s := &seen{ctx: ctx, bodies: bodies}
	for i := range list {
		switch x := &list[i]; {
		case x.Origin == wire.Push:
			s.pushes = append(s.pushes, *x)
		case x.Labels.Op == "GetAgentCard":
			s.cards = append(s.cards, *x)
		case x.Labels.Op != "":
			s.calls = append(s.calls, call{*x})
		}
	}
	return s
}

// of are the calls of some operations.
func (s *seen) of(ops ...a2a.Operation) []call {
	return slices.DeleteFunc(slices.Clone(s.calls), func(c call) bool { return !c.is(ops...) })
}

// sends are the messages that the client sent.
func (s *seen) sends() []call { return s.of(a2a.SendMessage, a2a.SendStreamingMessage) }

// about are the calls of some operations about a task, after another call.
func (s *seen) about(task string, after call, ops ...a2a.Operation) []call {
	return slices.DeleteFunc(s.of(ops...), func(c call) bool { return task == "" || c.Labels.Task != task || c.Seq <= after.Seq })
}

func (c call) is(ops ...a2a.Operation) bool { return slices.Contains(ops, a2a.Operation(c.Labels.Op)) }

// open reports whether the call is not over.
func (c call) open() bool { return c.Outcome == wire.Open }

// state is the last state of the task that the answer tells.
func (c call) state() a2a.State { return a2a.State(c.Labels.State) }

// barred reports whether the call was refused for want of credentials.
func (c call) barred() bool {
	return c.Response.Status == 401 || c.Response.Header.Get("Grpc-Status") == "16" || c.Response.Trailer.Get("Grpc-Status") == "16"
}

// ok reports whether the call was answered with a success, as a whole.
func (c call) ok() bool {
	return c.Outcome == wire.ByAgent && c.Labels.Error == "" && c.Response.Status >= 200 && c.Response.Status < 300 && !c.barred()
}

// hasLeft reports whether the client went away before the answer was whole.
func (c call) hasLeft() bool { return c.ClientLeft() }

// describeEnd is how the call ended, in words.
func (c call) describeEnd() string {
	switch {
	case c.open():
		return "the call has not ended"
	case c.hasLeft():
		return "the client went away before the answer was whole"
	case c.barred():
		return "the agent refused it for lack of credentials"
	case c.Labels.Error != "":
		return "the agent answered with error " + c.Labels.Error
	case c.Outcome != wire.ByAgent:
		return "the answer is incomplete: " + string(c.Outcome)
	case c.state() != "":
		return "the agent answered with a task that is " + c.state().Word()
	}
	return "the agent answered"
}

// request is what a call asks for, nil where it cannot be read.
func (s *seen) request(c call) *a2a.Call {
	var body []byte
	err := wire.Pieces(s.ctx, s.bodies, c.ID, wire.Request, func(p wire.Chunk) error {
		if body = append(body, p.Data...); len(body) > mostRead {
			return wire.ErrEnough
		}
		return nil
	})
	if err != nil {
		return nil
	}
	return reading.Request(&c.Exchange, body, reading.Options{}).Request().Call
}

// mostRead is how much of a request is read, in bytes.
const mostRead = 1 << 20
