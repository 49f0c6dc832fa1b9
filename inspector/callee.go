package inspector

import "context"

// Callee says which agent a request is for. Two agents may share an origin, so
// the request's own address does not tell.
type Callee struct {
	Agent    string // URL of its card; "" when it is not known
	Endpoint string // that it is called at, "" for a fetch of its card
}

type calleeKey struct{}

// WithCallee puts on ctx whom a request is for.
func WithCallee(ctx context.Context, c Callee) context.Context {
	return context.WithValue(ctx, calleeKey{}, c)
}

// CalleeOf is whom a request is for, false when nobody said.
func CalleeOf(ctx context.Context) (Callee, bool) {
	c, ok := ctx.Value(calleeKey{}).(Callee)
	return c, ok
}
