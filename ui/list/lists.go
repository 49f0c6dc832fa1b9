// Package list draws the list of exchanges under a filter, alone or next to a detail, and keeps it
// live. Screens share it; it imports none of them.
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
	Files     host.Files  // nil: no exports
	Keeper    host.Keeper // nil: neither filters nor selected rows can be saved
	Library   host.Library
	Samples   *record.Sampler
	Taps      host.Taps
	HoldQueue host.HoldQueue  // nil: nothing is held
	Views     map[string]View // by their names in addresses; set before the first request
}

// HeldOf returns what rules currently hold of an exchange.
func (s *Lists) HeldOf(x *wire.Exchange) []wire.HeldItem {
	if s.HoldQueue == nil || x.Outcome != wire.Open {
		return nil
	}
	return s.HoldQueue.HeldOf(x.ID)
}
