package why

import (
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Limits of cached lookups.
const (
	maxLookups = 64
	missTTL    = 10 * time.Second
)

// lookups caches what was found for exchanges. Safe for concurrent use.
type lookups[T any] struct {
	mu         sync.Mutex
	byExchange map[string]lookup[T]
}

// lookup is the result of a search.
type lookup[T any] struct {
	version int64
	found   *T        // nil: nothing
	until   time.Time // a miss, or a hit for an older version, expires then: a stream changes with each event
}

// find returns what search finds for an exchange, or found before. It logs an error as the failure of what.
func (l *lookups[T]) find(site *web.Site, x *wire.Exchange, what string, search func() (*T, error)) *T {
	now := site.Now()
	l.mu.Lock()
	kept, ok := l.byExchange[x.ID]
	l.mu.Unlock()
	if ok && (kept.version == x.Version && kept.found != nil || now.Before(kept.until)) {
		return kept.found
	}
	found, err := search()
	if err != nil {
		site.Logger.Warn(what, "exchange", x.ID, "err", err)
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byExchange == nil || len(l.byExchange) >= maxLookups {
		l.byExchange = map[string]lookup[T]{}
	}
	l.byExchange[x.ID] = lookup[T]{x.Version, found, now.Add(missTTL)}
	return found
}
