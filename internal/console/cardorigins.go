package console

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// cardOrigins holds the origins known only from the URLs of a card. Their taps listen, so that
// requests of clients that use the card are recorded. The lists do not show such an origin as an
// agent until it answers, because a card may name an address where nothing listens, or an agent of
// others. Safe for concurrent use.
type cardOrigins struct {
	mu      sync.Mutex
	origins map[string]bool
}

func (n *cardOrigins) add(origin string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.origins == nil {
		n.origins = map[string]bool{}
	}
	n.origins[origin] = true
}

// confirm makes an origin an agent, and reports whether only a card had named it before.
func (n *cardOrigins) confirm(origin string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	was := n.origins[origin]
	delete(n.origins, origin)
	return was
}

func (n *cardOrigins) has(origin string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.origins[origin]
}

// list returns the origins that only cards name.
func (n *cardOrigins) list() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Sorted(maps.Keys(n.origins))
}

// listAnswered makes the origins that have answered a call appear in the lists as agents, with
// fixed ports.
func (b *Plumbing) listAnswered(ctx context.Context) {
	for {
		only := b.cardOrigins.list()
		if len(only) == 0 {
			return
		}
		list, err := b.Store.Exchanges(ctx, wire.Filter{Agents: only, Statuses: []string{"2xx", "3xx", "4xx", "5xx"}}, wire.Page{Limit: 1})
		if err != nil || len(list) == 0 || !b.cardOrigins.confirm(list[0].Agent) {
			return
		}
		for _, tap := range b.Taps.Taps() {
			if tap.Agent == list[0].Agent {
				_ = b.keepPort(ctx, tap.Agent, tap.Port()) // if this fails, the next start opens the tap at another port
			}
		}
	}
}

// isSaved reports whether somebody connected the agent at this origin.
func (b *Plumbing) isSaved(ctx context.Context, origin string) bool {
	all, err := b.Store.Agents(ctx)
	return err == nil && slices.ContainsFunc(all, func(a wire.Agent) bool { return a.Origin == origin && !a.Hidden })
}
