package call

import (
	"cmp"
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// LearnNow fetches an agent's card unless it is known, and waits for that.
func (s *Sender) LearnNow(ctx context.Context, a wire.Agent) {
	if k := s.Agents.Cards.Get(a.Origin); k.Discovery != nil {
		return
	}
	d, err := s.Caller.Discover(ctx, cmp.Or(a.CardURL, a.Origin))
	s.Agents.KeepCard(ctx, a.Origin, d, err)
}
