package wire

import "context"

// CallOptions tells the tap's RoundTrip how to record a call that the console itself makes. It travels in the
// request's context. Calls by other programs carry none and are recorded with Origin Client.
type CallOptions struct {
	ID     string // exchange id; if "", the tap generates one
	Origin Origin
	Link   string
	// Session is the id of the session of this run that the call belongs to; "" means the current
	// one.
	Session string
	Caller  string // shown instead of the User-Agent; "" for none
	// Agent is the origin of the agent that the call is for, if it differs from the origin it is sent to; else "".
	Agent string
	// NoRecord keeps the exchange off the record.
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
