package ui

import (
	"context"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// fakeCaller is a Caller without answers until a test sets a function.
type fakeCaller struct {
	discover func(input string) (*inspector.Discovery, error)
	prepare  func(inspector.Target, *a2a.Call) (inspector.PreparedRequest, error)
	send     func(context.Context, inspector.PreparedRequest, func(inspector.Event)) (inspector.Ending, error)
}

func (c *fakeCaller) Discover(_ context.Context, input string) (*inspector.Discovery, error) {
	if c.discover == nil {
		return &inspector.Discovery{Input: input}, errNotThere
	}
	return c.discover(input)
}

func (c *fakeCaller) Prepare(t inspector.Target, call *a2a.Call) (inspector.PreparedRequest, error) {
	if c.prepare == nil {
		return inspector.PreparedRequest{}, errNotThere
	}
	return c.prepare(t, call)
}

func (c *fakeCaller) Send(ctx context.Context, p inspector.PreparedRequest, each func(inspector.Event)) (inspector.Ending, error) {
	if c.send == nil {
		return inspector.Ending{}, errNotThere
	}
	return c.send(ctx, p, each)
}
