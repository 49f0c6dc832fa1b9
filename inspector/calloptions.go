package inspector

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Callee says which agent a request is for. Two agents may share an origin, so
// the request's own address does not tell.
type Callee struct {
	Agent    string // URL of its card; "" when it is not known
	Endpoint string // that it is called at, "" for a fetch of its card
}

type calleeKey struct{}

// WithCallee sets on ctx which agent a request is for.
func WithCallee(ctx context.Context, c Callee) context.Context {
	return context.WithValue(ctx, calleeKey{}, c)
}

// CalleeOf is the agent that WithCallee set, false when none was.
func CalleeOf(ctx context.Context) (Callee, bool) {
	c, ok := ctx.Value(calleeKey{}).(Callee)
	return c, ok
}

// withAgent has a call recorded as one of its agent where the card is at localhost and names
// an address of this machine, or the other way round.
func withAgent(ctx context.Context, p PreparedRequest) context.Context {
	if p.Callee.Agent == "" || SameOrigin(p.Callee.Agent, p.URL) || !SameMachine(p.Callee.Agent, p.URL) {
		return ctx
	}
	o := wire.CallOptionsFrom(ctx)
	o.Agent = wire.OriginOf(p.Callee.Agent)
	return wire.WithCallOptions(ctx, o)
}

// withCallOptions sets on ctx how the tap records a call. Options that are already set
// are kept, with an id added, so that callers can set the origin. It returns the id, or
// "" when nothing is recorded.
func (c *Client) withCallOptions(ctx context.Context, origin wire.Origin) (context.Context, string) {
	o := wire.CallOptionsFrom(ctx)
	if o.Origin == "" {
		o.Origin = origin
	}
	if origin == wire.Console || o.ID == "" {
		// A discovery makes several exchanges: each needs an id of its own.
		o.ID = wire.NewID()
	}
	id := o.ID
	if !c.recorded || o.NoRecord {
		id = ""
	}
	return wire.WithCallOptions(ctx, o), id
}

// withoutID lets the next exchange have an id of its own.
func withoutID(ctx context.Context) context.Context {
	o := wire.CallOptionsFrom(ctx)
	o.ID = ""
	return wire.WithCallOptions(ctx, o)
}
