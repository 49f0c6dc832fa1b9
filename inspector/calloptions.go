package inspector

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Callee identifies the agent that a request is for. The request's URL is not enough, because two agents may
// share an origin.
type Callee struct {
	Agent    string // URL of its card; "" if unknown
	Endpoint string // the endpoint called; "" when fetching the card
}

type calleeKey struct{}

// WithCallee records in ctx which agent a request is for.
func WithCallee(ctx context.Context, c Callee) context.Context {
	return context.WithValue(ctx, calleeKey{}, c)
}

// CalleeOf returns the agent set by WithCallee, and false if there is none.
func CalleeOf(ctx context.Context) (Callee, bool) {
	c, ok := ctx.Value(calleeKey{}).(Callee)
	return c, ok
}

// withAgent records a call under its card's origin where card and endpoint differ only in how they name this
// machine (localhost or its address).
func withAgent(ctx context.Context, p PreparedRequest) context.Context {
	if p.Callee.Agent == "" || SameOrigin(p.Callee.Agent, p.URL) || !SameMachine(p.Callee.Agent, p.URL) {
		return ctx
	}
	o := wire.CallOptionsFrom(ctx)
	o.Agent = wire.OriginOf(p.Callee.Agent)
	return wire.WithCallOptions(ctx, o)
}

// withCallOptions sets in ctx how the tap records a call. It keeps options that the caller has set, such as
// the origin, and adds an id. It returns the id, or "" when the call is not recorded.
func (c *Client) withCallOptions(ctx context.Context, origin wire.Origin) (context.Context, string) {
	o := wire.CallOptionsFrom(ctx)
	if o.Origin == "" {
		o.Origin = origin
	}
	if origin == wire.Console || o.ID == "" {
		// A discovery makes several exchanges, and each needs its own id.
		o.ID = wire.NewID()
	}
	id := o.ID
	if !c.recorded || o.NoRecord {
		id = ""
	}
	return wire.WithCallOptions(ctx, o), id
}

// withoutID makes the next exchange get a new id.
func withoutID(ctx context.Context) context.Context {
	o := wire.CallOptionsFrom(ctx)
	o.ID = ""
	return wire.WithCallOptions(ctx, o)
}
