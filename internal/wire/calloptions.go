package wire

import "context"

// CallOptions says how the tap's RoundTrip records a call of the console's own.
// It travels in the request's context. Calls by other programs have none and
// are recorded with Origin Client.
type CallOptions struct {
	ID     string // id for the exchange, or "" to have one made
	Origin Origin
	Link   string
	// Session is the id of a session of this run to record into; "" is the current one.
	Session string
	Caller  string // shown instead of the User-Agent, or ""
	// Agent is the origin of the agent that the call is for, where that is not the
	// origin it goes to; "" where it is.
	Agent string
	// NoRecord leaves the exchange out of the record.
	NoRecord bool
}

type callOptionsKey struct{}

// WithCallOptions returns a context that carries o to the tap.
func WithCallOptions(ctx context.Context, o CallOptions) context.Context {
	return context.WithValue(ctx, callOptionsKey{}, o)
}

// CallOptionsFrom returns the options in ctx, or the zero CallOptions.
func CallOptionsFrom(ctx context.Context) CallOptions {
	o, _ := ctx.Value(callOptionsKey{}).(CallOptions)
	return o
}
