package replay

import (
	"context"
	"fmt"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/diff"
)

// Prepare writes the request that sends one recorded exchange again, to look at
// or to edit: Options.Exchanges holds just that one. The notes say what could
// not be kept.
func Prepare(ctx context.Context, o Options) (inspector.Prepared, []string, error) {
	r, err := single(ctx, o)
	if err != nil {
		return inspector.Prepared{}, nil, err
	}
	return r.request(ctx, r.steps[0])
}

// Resend sends one recorded exchange again, as Prepare wrote it or as it was
// edited since, and compares. The new exchange links to the original, which
// stays as it is. p nil means as it is on record.
func Resend(ctx context.Context, o Options, p *inspector.Prepared) (diff.Pair, error) {
	r, err := single(ctx, o)
	if err != nil {
		return diff.Pair{}, err
	}
	r.edited = p
	if err := r.Play(ctx); err != nil {
		return diff.Pair{}, err
	}
	return r.Report().Pairs[0], nil
}

func single(ctx context.Context, o Options) (*Replay, error) {
	if len(o.Exchanges) != 1 {
		return nil, fmt.Errorf("send again: %d exchanges were given, not one", len(o.Exchanges))
	}
	return New(ctx, o)
}
