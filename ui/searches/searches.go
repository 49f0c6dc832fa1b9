// Package searches limits how many searches of the record run at once. It wraps a host.Library.
package searches

import (
	"context"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/web"
)

const (
	MaxRunning  = 2               // searches for words that run at once, for all pages and programs together
	turnTimeout = 5 * time.Second // how long a search waits for its turn
)

// Turns is a Library that runs only MaxRunning searches for words at once, so that other requests
// find a free processor. A filter with exclusions counts as such a search.
type Turns struct {
	host.Library
	turns chan struct{}
}

func New(l host.Library) Turns {
	return Turns{l, make(chan struct{}, MaxRunning)}
}

// Exchanges waits for a turn if f searches for words or has exclusions.
func (s Turns) Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error) {
	done, err := s.turn(ctx, f)
	if err != nil {
		return nil, err
	}
	defer done()
	return s.Library.Exchanges(ctx, f, p)
}

// Count waits for a turn if f searches for words or has exclusions.
func (s Turns) Count(ctx context.Context, f wire.Filter, search *wire.Search) (int, error) {
	done, err := s.turn(ctx, f)
	if err != nil {
		return 0, err
	}
	defer done()
	return s.Library.Count(ctx, f, search)
}

// turn waits for a turn if f searches for words or has exclusions. Call done to end it.
func (s Turns) turn(ctx context.Context, f wire.Filter) (done func(), err error) {
	if len(f.Text) == 0 && len(f.Exclusions) == 0 {
		return func() {}, nil
	}
	wait, cancel := context.WithTimeout(ctx, turnTimeout)
	defer cancel()
	select {
	case s.turns <- struct{}{}:
		return func() { <-s.turns }, nil
	case <-wait.Done():
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, web.Fail(http.StatusServiceUnavailable, "The search could not start.",
			"Other searches, of this or another tab or program, are still running.", "Try again in a moment, or close the other tabs that search.")
	}
}
