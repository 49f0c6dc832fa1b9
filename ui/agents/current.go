package agents

import "sync"

// choice holds the origin of the agent that the person chose last. Safe for concurrent use.
type choice struct {
	mu     sync.Mutex
	origin string
}

// Choose makes an agent the default for pages that are not about an agent.
func (s *Directory) Choose(origin string) {
	s.choice.mu.Lock()
	defer s.choice.mu.Unlock()
	s.choice.origin = origin
}

// Chosen returns the origin of the agent that the person chose last, if ranks, which is by origin,
// has it. Otherwise it returns the only agent of the best rank, or "" if there are several. Calls
// do not choose: a message would go to whichever agent a program in the background called last.
func (s *Directory) Chosen(ranks map[string]int) string {
	s.choice.mu.Lock()
	defer s.choice.mu.Unlock()
	if _, there := ranks[s.choice.origin]; there {
		return s.choice.origin
	}
	only, best := "", unranked
	for origin, rank := range ranks {
		switch {
		case rank < best:
			only, best = origin, rank
		case rank == best:
			only = ""
		}
	}
	return only
}

func Ranks(all []Entry) map[string]int {
	out := map[string]int{}
	for _, a := range all {
		out[a.Origin] = a.rank()
	}
	return out
}
