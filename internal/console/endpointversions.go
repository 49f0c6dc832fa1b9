package console

import (
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// endpointVersions collects the versions that each endpoint has spoken so far. Live labels and
// those of reindex agree on them, although exchanges are not always labelled in order: only requests
// that were complete, by the recorded times, when an exchange began count for it. The recorder has
// read those already, and reindex reads exchanges in their order. Exchanges that an earlier run
// recorded into the same session count only after the next reindex. Safe for concurrent use.
type endpointVersions struct {
	mu       sync.Mutex
	versions session.Versions
}

func (s *endpointVersions) versionsBefore(x *wire.Exchange) []a2a.Version {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.versions.Before(x)
}

// longRequestBytes is the size in bytes above which a request says nothing about later ones, because the
// recorder may read a long body after the exchanges that follow it.
const longRequestBytes = 64 << 10

// learn adds an exchange, as its request identifies it.
func (s *endpointVersions) learn(x *wire.Exchange, id a2a.Identity) {
	if x.RequestBytes >= longRequestBytes {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.versions.Learn(x, id)
}
