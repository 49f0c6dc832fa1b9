package calls

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// UnaryTimeout bounds a call that is not a stream, unless --timeout says else.
const UnaryTimeout = 5 * time.Minute

// maxCardSearch is how long the search for a card may take that is not needed, only of
// use.
const maxCardSearch = 10 * time.Second

// withTotalTimeout is the time that --timeout gives a command as a whole: signing in,
// finding the card and all its calls.
func (f *Flags) withTotalTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	if f.Timeout > 0 {
		return context.WithTimeout(ctx, f.Timeout)
	}
	return context.WithCancel(ctx)
}

// withCallTimeout is the time of one call, where --timeout does not bound it already.
func (f *Flags) withCallTimeout(ctx context.Context, op a2a.Operation) (context.Context, context.CancelFunc) {
	if f.Timeout > 0 || op.Streams() {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, UnaryTimeout)
}

// searchTimeout bounds the search for a card: 0 is as long as the inspector
// takes. Where the flags say all that a call needs, an agent that does not answer
// when asked for its card can be called still, in the time that is left.
func (f *Flags) searchTimeout() time.Duration {
	switch {
	case f.Dialect == "" || f.Binding == "":
		return 0
	case f.Timeout > 0:
		return min(maxCardSearch, f.Timeout/2)
	}
	return maxCardSearch
}
