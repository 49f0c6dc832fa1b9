package calls

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// UnaryTimeout is how long a call that is not a stream may take, unless --timeout is given.
const UnaryTimeout = 5 * time.Minute

// maxCardSearch is how long the search for a card may take if the card is useful but not required.
const maxCardSearch = 10 * time.Second

// withTotalTimeout applies --timeout, which covers the whole command: sign-in, discovery and all calls.
func (f *Flags) withTotalTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	if f.Timeout > 0 {
		return context.WithTimeout(ctx, f.Timeout)
	}
	return context.WithCancel(ctx)
}

// withCallTimeout bounds a single call that does not stream, unless --timeout already does.
func (f *Flags) withCallTimeout(ctx context.Context, op a2a.Operation) (context.Context, context.CancelFunc) {
	if f.Timeout > 0 || op.Streams() {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, UnaryTimeout)
}

// searchTimeout returns how long the search for a card may take; 0 means the inspector's default.
// If the flags say all that a call needs, the call must have time left even if the agent does not
// serve its card.
func (f *Flags) searchTimeout() time.Duration {
	switch {
	case f.Dialect == "" || f.Binding == "":
		return 0
	case f.Timeout > 0:
		return min(maxCardSearch, f.Timeout/2)
	}
	return maxCardSearch
}
