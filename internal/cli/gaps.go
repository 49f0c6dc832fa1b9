package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// gapsOf returns the gaps of a session in the form of the JSON output; nil for none.
func gapsOf(ctx context.Context, store gapLister, session string) ([]archive.Gap, error) {
	list, err := store.Gaps(ctx, session)
	if err != nil {
		return nil, fmt.Errorf("read what is missing from session %s: %w", session, err)
	}
	return archive.GapsOf(list), nil
}

// gapLister is a record whose sessions may have gaps.
type gapLister interface {
	Gaps(ctx context.Context, session string) ([]wire.Gap, error)
}

// allGaps returns the gaps of a session: missing exchanges, then the gaps within the exchanges in
// list, in their order.
func allGaps(ctx context.Context, store gapLister, session string, list []wire.Exchange) ([]wire.Gap, error) {
	out, err := store.Gaps(ctx, session)
	if err != nil {
		return nil, err
	}
	out = slices.DeleteFunc(out, func(g wire.Gap) bool { return g.Exchange != "" })
	for _, x := range list {
		out = append(out, x.Gaps...)
	}
	return out, nil
}
