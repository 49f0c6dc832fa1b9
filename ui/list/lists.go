// Package list is the list of exchanges under a filter: as Traffic shows it, with
// a detail beside it, and live.
package list

import (
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Lists reads lists of exchanges. Safe for concurrent use.
type Lists struct {
	Web       *web.Site
	Desk      host.Desk
	Directory host.Directory
	Files     host.Files  // nil: nothing is written to files
	Keeper    host.Keeper // nil: filters and chosen rows cannot be kept
	Library   host.Library
	Samples   *record.Sampler
	Taps      host.Taps
	HoldQueue host.HoldQueue  // nil: nothing is held
	Views     map[string]View // by their names in addresses; set before the first request
}

// HeldOf is what rules hold of an exchange right now.
func (s *Lists) HeldOf(x *wire.Exchange) []wire.HeldItem {
	if s.HoldQueue == nil || x.Outcome != wire.Open {
		return nil
	}
	return s.HoldQueue.HeldOf(x.ID)
}
