package inspector

import (
	"context"

	"github.com/a2a-console/a2a-console/wire"
)

// mark puts on ctx what the tap shall record of a call. A mark that is there
// already is kept, with an id added, so that callers can say whose call it is.
// It returns the id, or "" when nothing is recorded.
func (c *Client) mark(ctx context.Context, origin wire.Origin) (context.Context, string) {
	m := wire.MarkFrom(ctx)
	if m.Origin == "" {
		m.Origin = origin
	}
	if origin == wire.Console || m.ID == "" {
		// A discovery makes several exchanges: each needs an id of its own.
		m.ID = wire.NewID()
	}
	id := m.ID
	if !c.recorded || m.NoRecord {
		id = ""
	}
	return wire.WithMark(ctx, m), id
}
