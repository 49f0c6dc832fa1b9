package agents

import "sync"

// choice is the agent that a user chose last. Safe for concurrent use.
type choice struct {
	mu     sync.Mutex
	origin string
}

// Choose makes an agent the one that pages about none are for.
func (s *Directory) Choose(origin string) {
	s.choice.mu.Lock()
	defer s.choice.mu.Unlock()
	s.choice.origin = origin
}

// Chosen is which of some agents, whose ranks it is given by origin, a user chose last; with
// no choice the only one of the best rank, and "" where there are several. Calls choose
// nothing: a message would go to whomever a program in the background called last.
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

// Ranks are the ranks of agents, by origin.
func Ranks(all []Entry) map[string]int {
	out := map[string]int{}
	for _, a := range all {
		out[a.Origin] = a.rank()
	}
	return out
}
