package cli

import (
	"context"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// gapsOf are the gaps of a session, for scripts; nil for none.
func gapsOf(ctx context.Context, store gapKeeper, session string) ([]archive.Gap, error) {
	list, err := store.Gaps(ctx, session)
	if err != nil {
		return nil, fmt.Errorf("read what is missing of session %s: %w", session, err)
	}
	return archive.GapsOf(list), nil
}

// gapKeeper is a record that knows what of a session is not on it.
type gapKeeper interface {
	Gaps(ctx context.Context, session string) ([]wire.Gap, error)
}

// allGaps are the gaps of a session: of exchanges missing whole, then those within
// the exchanges shown, in their order.
func allGaps(ctx context.Context, store any, session string, list []wire.Exchange) ([]wire.Gap, error) {
	var out []wire.Gap
	if k, ok := store.(gapKeeper); ok {
		all, err := k.Gaps(ctx, session)
		if err != nil {
			return nil, err
		}
		for _, g := range all {
			if g.Exchange == "" {
				out = append(out, g)
			}
		}
	}
	for _, x := range list {
		out = append(out, x.Gaps...)
	}
	return out, nil
}
