package client

import (
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// evidence is what the recording contains of a step.
type evidence struct {
	calls     []call // of the client, in order, without fetches of the card
	cards     []wire.Exchange
	pushes    []wire.Exchange // notifications to the client
	isOver    bool            // nothing more of the step will be recorded
	hasEnded  bool            // the client's program has ended, and its webhook may be gone
	hasCalled bool            // the client made a call in this or an earlier step
	ctx       context.Context
	bodies    wire.Bodies
}

// call is a request of the client with its response.
type call struct{ wire.Exchange }

// collectEvidence sorts exchanges, which are ordered oldest first.
func collectEvidence(ctx context.Context, bodies wire.Bodies, list []wire.Exchange) *evidence {
	s := &evidence{ctx: ctx, bodies: bodies}
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

func (s *evidence) callsOf(ops ...a2a.Operation) []call {
	return slices.DeleteFunc(slices.Clone(s.calls), func(c call) bool { return !c.hasOperation(ops...) })
}

func (s *evidence) messages() []call { return s.callsOf(a2a.SendMessage, a2a.SendStreamingMessage) }

// callsAbout returns the calls of the given operations about a task that were made after another call.
func (s *evidence) callsAbout(task string, after call, ops ...a2a.Operation) []call {
	return slices.DeleteFunc(s.callsOf(ops...), func(c call) bool { return task == "" || c.Labels.Task != task || c.Seq <= after.Seq })
}

func (c call) hasOperation(ops ...a2a.Operation) bool {
	return slices.Contains(ops, a2a.Operation(c.Labels.Op))
}

func (c call) isOpen() bool { return c.Outcome == wire.Open }

// state returns the last state of the task in the response.
func (c call) state() a2a.State { return a2a.State(c.Labels.State) }

// isUnauthorized reports whether the agent refused the call for lack of credentials.
func (c call) isUnauthorized() bool {
	return c.Response.Status == 401 || c.Response.Header.Get("Grpc-Status") == "16" || c.Response.Trailer.Get("Grpc-Status") == "16"
}

// isSuccess reports whether the client received a complete, successful response.
func (c call) isSuccess() bool {
	return c.Outcome == wire.ByAgent && c.Labels.Error == "" && c.Response.Status >= 200 && c.Response.Status < 300 && !c.isUnauthorized()
}

// hasLeft reports whether the client went away before the response was complete.
func (c call) hasLeft() bool { return c.ClientLeft() }

func (c call) describeEnd() string {
	switch {
	case c.isOpen():
		return "the call has not ended"
	case c.hasLeft():
		return "the client went away before the answer was complete"
	case c.isUnauthorized():
		return "the agent refused the call for lack of credentials"
	case c.Labels.Error != "":
		return "the agent answered with error " + c.Labels.Error
	case c.Outcome != wire.ByAgent:
		return "the answer is incomplete: " + string(c.Outcome)
	case c.state() != "":
		return "the agent answered with a task that is " + c.state().Word()
	}
	return "the agent answered"
}

// request reads the call, or returns nil if that fails.
func (s *evidence) request(c call) *a2a.Call {
	var body []byte
	err := wire.EachChunk(s.ctx, s.bodies, c.ID, wire.Request, func(p wire.Chunk) error {
		if body = append(body, p.Data...); len(body) > maxRequestBytes {
			return wire.ErrStop
		}
		return nil
	})
	if err != nil {
		return nil
	}
	return reading.Request(&c.Exchange, body, reading.Options{}).Request().Call
}

const maxRequestBytes = 1 << 20
