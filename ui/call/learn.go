package call

import (
	"cmp"
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// LearnNow searches for an agent's card, unless a search has ended before, and waits for the
// result.
func (s *Sender) LearnNow(ctx context.Context, a wire.Agent) {
	if k := s.Agents.Cards.Get(a.Origin); k.Discovery != nil {
		return
	}
	d, err := s.Caller.Discover(ctx, cmp.Or(a.CardURL, a.Origin))
	s.Agents.KeepCard(ctx, a.Origin, d, err)
}
