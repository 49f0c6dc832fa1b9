// Package agents is what the console knows of agents: their cards, their taps, the
// versions and bindings to call them in, how one is signed in to them.
package agents

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Directory is the agents the console knows, and what it found out about them.
// Safe for concurrent use.
type Directory struct {
	Web        *web.Site
	Background *background.Calls
	Cards      *Cards

	Directory  host.Directory
	Library    host.Library
	Taps       host.Taps
	Caller     host.Caller
	Wallet     host.Wallet // nil: there is no signing in
	Doctor     host.Doctor // nil: connections cannot be examined
	CanExamine bool        // agents can be
	Player     host.Player // nil: nothing is served as a mock
	callTimes  callTimes
	choice     choice

	// OnSignedIn is told that a sign-in began from a draft, and the mark before it: the
	// request that was turned away goes out again once it is done.
	OnSignedIn func(ctx context.Context, draft, before string) error

	Reference string // origin of the built-in reference agent, "" when it does not run
}

// CardOf is the card of an agent by its origin, nil while it is not known.
func (s *Directory) CardOf(origin string) *a2a.Card { return s.Cards.Get(origin).card() }
