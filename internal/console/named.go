package console

import (
	"context"
	"slices"
	"sync"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
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

// listed reports whether an origin that a card names is an agent of the lists: it answered the
// newest call to it.
func (b *Plumbing) listed(tap proxy.Listening) bool {
	if !b.named.has(tap.Agent) {
		return true
	}
	ctx := context.Background()
	list, err := b.Store.Exchanges(ctx, wire.Filter{Agents: []string{tap.Agent}}, wire.Page{Limit: 1})
	if err != nil || len(list) == 0 || list[0].Response.Status == 0 {
		return false
	}
	if b.named.drop(tap.Agent) {
		b.keepPort(ctx, tap.Agent, tap.Port()) // where that fails, the next start opens it at another
	}
	return true
}

// isSaved reports whether an origin is an agent that somebody connected.
func (b *Plumbing) isSaved(ctx context.Context, origin string) bool {
	all, err := b.Store.Agents(ctx)
	return err == nil && slices.ContainsFunc(all, func(a wire.Agent) bool { return a.Origin == origin && !a.Hidden })
}
