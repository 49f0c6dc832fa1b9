package agentpage

import (
	"sync"

	"github.com/a2a-console/a2a-console/ui/agents"
)

type agentView struct {
	agents.Entry
	agentResults
	Listing    *listingView   // for the Tasks tab, nil on others
	Versioning *versionsView  // for the Versions tab, nil on others
	SignIn     *agents.SignIn // nil if nobody can sign in
	Standing   agents.Standing
	Line       *listedAgent // nil when its exchanges could not be read
}

// agentResults holds the results of what a person requested on an agent's page in this run. What it
// points to is never modified, only replaced.
type agentResults struct {
	TaskListing *agentListing // the agent's own list of tasks, nil until it is requested
	Keys        *cardKeys     // keys to verify the card's signatures with, nil for none

	KeysFailure *keysFailure // the last failure to fetch keys, nil after a success
}

// resultStore stores agentResults by the agent's origin. Safe for concurrent use.
type resultStore struct {
	mu       sync.Mutex
	byOrigin map[string]agentResults
}

func newResultStore() *resultStore { return &resultStore{byOrigin: map[string]agentResults{}} }

func (s *resultStore) get(origin string) agentResults {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byOrigin[origin]
}

func (s *resultStore) edit(origin string, change func(*agentResults)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.byOrigin[origin]
	change(&a)
	s.byOrigin[origin] = a
}
