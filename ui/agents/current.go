package agents

import (
	"context"
	"sync"
	"time"
)

// chosen is the agent that somebody chose last. Safe for concurrent use.
type chosen struct {
	mu     sync.Mutex
	origin string
	at     time.Time
}

// Use makes an agent the one that was used last.
func (s *Directory) Use(origin string) {
	s.chosen.mu.Lock()
	defer s.chosen.mu.Unlock()
	s.chosen.origin, s.chosen.at = origin, s.Web.Now()
}

// LastUsed is which of some agents was chosen or called last, by anybody but the
// console; "" when none was.
func (s *Directory) LastUsed(ctx context.Context, origins []string) (string, error) {
	seen, err := s.lastSeen(ctx, origins)
	if err != nil {
		return "", err
	}
	s.chosen.mu.Lock()
	defer s.chosen.mu.Unlock()
	last, at := "", time.Time{}
	for _, o := range origins {
		when := seen[o]
		if o == s.chosen.origin && s.chosen.at.After(when) {
			when = s.chosen.at
		}
		if when.After(at) {
			last, at = o, when
		}
	}
	return last, nil
}
