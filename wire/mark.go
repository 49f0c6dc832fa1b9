package wire

import "context"

// Mark is what a caller of the tap's RoundTrip wants on the record of its
// exchange. It travels in the request's context; calls by other programs have
// none and get Origin Client.
type Mark struct {
	ID     string // id for the exchange, or "" to have one made
	Origin Origin
	Link   string
	Caller string // shown instead of the User-Agent, or ""
	// NoRecord leaves the exchange out of the record.
	NoRecord bool
}

type markKey struct{}

// WithMark returns a context that carries m to the tap.
func WithMark(ctx context.Context, m Mark) context.Context {
	return context.WithValue(ctx, markKey{}, m)
}

// MarkFrom returns the mark in ctx, or the zero Mark.
func MarkFrom(ctx context.Context) Mark {
	m, _ := ctx.Value(markKey{}).(Mark)
	return m
}
