// Package tape reads exchanges as they grow, once for all views of them.
package tape

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/ui/host"
)

// Tapes reads exchanges. Safe for concurrent use.
type Tapes struct {
	Library host.Library
	cardOf  func(origin string) *a2a.Card
	cache   *cache
}

// New returns Tapes over a record. cardOf is the card of an agent, nil while it is
// not known.
func New(lib host.Library, cardOf func(origin string) *a2a.Card) *Tapes {
	return &Tapes{Library: lib, cardOf: cardOf, cache: newCache()}
}
