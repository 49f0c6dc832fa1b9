package console

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// named are the origins that nothing but a card's URLs names. Their taps listen, so that what
// clients of the card send there is recorded. They are no agents of the lists until one answers:
// a card may name what nobody listens at, or an agent that it is not. Safe for concurrent use.
type named struct {
	mu sync.Mutex
	of map[string]bool
}

func (n *named) add(origin string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.of == nil {
		n.of = map[string]bool{}
	}
	n.of[origin] = true
}

// drop makes an origin an agent, and reports whether it was only named.
func (n *named) drop(origin string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	was := n.of[origin]
	delete(n.of, origin)
	return was
}

func (n *named) has(origin string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.of[origin]
}

// all are the origins that are only named.
func (n *named) all() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Sorted(maps.Keys(n.of))
}

// listAnswered makes the origins that cards name agents of the lists, which keep their ports, once
// they have answered a call.
func (b *Plumbing) listAnswered(ctx context.Context) {
	for {
		only := b.named.all()
		if len(only) == 0 {
			return
		}
		list, err := b.Store.Exchanges(ctx, wire.Filter{Agents: only, Statuses: []string{"2xx", "3xx", "4xx", "5xx"}}, wire.Page{Limit: 1})
		if err != nil || len(list) == 0 || !b.named.drop(list[0].Agent) {
			return
		}
		for _, tap := range b.Taps.Taps() {
			if tap.Agent == list[0].Agent {
				_ = b.keepPort(ctx, tap.Agent, tap.Port()) // where that fails, the next start opens it at another
			}
		}
	}
}

// isSaved reports whether an origin is an agent that somebody connected.
func (b *Plumbing) isSaved(ctx context.Context, origin string) bool {
	all, err := b.Store.Agents(ctx)
	return err == nil && slices.ContainsFunc(all, func(a wire.Agent) bool { return a.Origin == origin && !a.Hidden })
}
