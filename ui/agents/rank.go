package agents

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// unranked is greater than the rank of any agent.
const unranked = 4

// Rank returns an agent's rank in lists: 0 for the developer's own, then the reference agent, its
// former addresses (moved), and agents without a tap.
func Rank(t host.Tap, moved bool) int {
	switch {
	case t.URL == "":
		return unranked - 1
	case moved:
		return 2
	case t.Reference:
		return 1
	}
	return 0
}

// FormerReferences returns the former origins of the reference agent, whose port changes between
// runs: those of agents of its name whose card is not known in this run.
func (s *Directory) FormerReferences(known []wire.Agent) map[string]bool {
	i := slices.IndexFunc(known, func(a wire.Agent) bool { return a.Origin == s.Reference })
	if i < 0 || known[i].Name == "" {
		return nil
	}
	out := map[string]bool{}
	for _, a := range known {
		if a.Name == known[i].Name && a.Origin != s.Reference && s.Cards.Get(a.Origin).card() == nil {
			out[a.Origin] = true
		}
	}
	return out
}
