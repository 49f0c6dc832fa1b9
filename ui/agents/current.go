package agents

import "sync"

// choice is the agent that the person chose last. Safe for concurrent use.
type choice struct {
	mu     sync.Mutex
	origin string
}

// Choose makes an agent the default of pages that are about no agent.
func (s *Directory) Choose(origin string) {
	s.choice.mu.Lock()
	defer s.choice.mu.Unlock()
	s.choice.origin = origin
}

// Chosen returns the agent that the person chose last, out of those in ranks, which is by origin.
// Without a choice it returns the only agent of the best rank, or "" when there are several. Calls
// choose nothing: a message would go to whichever agent a program in the background called last.
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
