package inspector

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// withCallOptions puts on ctx how the tap shall record a call. Options that are
// there already are kept, with an id added, so that callers can say whose call
// it is. It returns the id, or "" when nothing is recorded.
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
