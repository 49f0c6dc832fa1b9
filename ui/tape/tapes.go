// Package tape reads and folds exchanges as they grow, once for all views of them. It reads from
// the record and draws nothing.
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

// New returns Tapes over a record. cardOf returns an agent's card, nil while it is unknown.
func New(lib host.Library, cardOf func(origin string) *a2a.Card) *Tapes {
	return &Tapes{Library: lib, cardOf: cardOf, cache: newCache()}
}
