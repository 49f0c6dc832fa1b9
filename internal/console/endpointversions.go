package console

import (
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// endpointVersions is what the conversations so far tell of versions. Labels that are made live
// and those of reindex agree in it, although not all are made in the order of the
// exchanges: what counts for an exchange are requests that were over when it began, by
// the times on record; the drain has read those before, and reindex reads by number.
// What a program before this one recorded into the same session counts from the next
// reindex on. Safe for concurrent use.
type endpointVersions struct {
	mu       sync.Mutex
	versions session.Versions
}

// versionsBefore is what was spoken at an exchange's endpoint before it.
func (s *endpointVersions) versionsBefore(x *wire.Exchange) []a2a.Version {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.versions.Before(x)
}

// longRequestBytes is the size in bytes from which on requests tell nothing of later ones:
// the recorder may read long bodies after what follows them.
const longRequestBytes = 64 << 10

// learn takes an exchange as its request identifies it.
func (s *endpointVersions) learn(x *wire.Exchange, id a2a.Identity) {
	if x.RequestBytes >= longRequestBytes {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.versions.Learn(x, id)
}
