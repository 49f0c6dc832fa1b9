package agentpage

import (
	"sync"

	"github.com/a2a-console/a2a-console/ui/agents"
)

// agentView is an agent as its page shows it.
type agentView struct {
	agents.Entry
	agentAsked
	Listing    *listingView   // of the Tasks tab, nil on others
	Versioning *versionsView  // of the Versions tab, nil on others
	SignIn     *agents.SignIn // how one is signed in, nil where there is no signing in
	Standing   agents.Standing
}

// agentAsked is what a person asked of an agent on its page in this run. What it
// points to is never changed, only replaced.
type agentAsked struct {
	Listed *agentListing // the agent's own list of tasks, nil before
	Keys   *cardKeys     // to verify the card's signatures with, nil for none

	Unfetched *keysFailure // why keys could not be fetched last, nil when they were or nobody asked
}

// askedAgents keeps what was asked, by the agent's origin. Safe for concurrent
// use.
type askedAgents struct {
	mu       sync.Mutex
	byOrigin map[string]agentAsked
}

func newAskedAgents() *askedAgents { return &askedAgents{byOrigin: map[string]agentAsked{}} }

func (s *askedAgents) get(origin string) agentAsked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byOrigin[origin]
}

func (s *askedAgents) edit(origin string, change func(*agentAsked)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.byOrigin[origin]
	change(&a)
	s.byOrigin[origin] = a
}
